// The spread of cosines that the vector index tells of, against exact sums.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "index/vector_index.h"
#include "support/exhaustive_neighbours.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr size_t kWidth = 96;

bool same(const CosineSpread& a, const CosineSpread& b) {
  return a.count == b.count && a.mean == b.mean && a.deviation == b.deviation;
}

// What a byte a component loses of a short vector.
constexpr double kSlack = 0.004;

// `error` is what the codes may add to the deviation, as a share of it.
void require_spread(const Neighbours& neighbours, const Vector& query, double error,
                    const DocumentFilter& filter = {}) {
  const CosineSpread seen = neighbours.seen_spread(query, 40, filter);
  const CosineSpread exact = neighbours.spread(query, filter);
  REQUIRE(seen.count == exact.count);
  REQUIRE(std::abs(seen.mean - exact.mean) <= kSlack + error * exact.deviation / 3);
  REQUIRE(seen.deviation >= exact.deviation * (1 - error / 2) - kSlack);
  REQUIRE(seen.deviation <= exact.deviation * (1 + error) + kSlack);
}

}  // namespace

TEST_CASE("the spread of all cosines comes with the candidates") {
  VectorGenerator generator(3);
  for (const size_t width : {3, 63, 96, 384}) {
    for (const int count : {1, 2, 50, 2000, 4000}) {
      if (width == 384 && count == 4000) continue;
      CAPTURE(width, count);
      Neighbours neighbours;
      const Vector common = generator.random(width);
      for (int i = 0; i < count; ++i) {
        const bool alike = count % 3 == 0 || i % 2 == 0;
        neighbours.add(alike ? generator.near(common, 1) : generator.random(width));
      }
      DocumentFilter half;
      half.since = count / 4;
      half.before = half.since + count / 2;
      for (int i = 0; i < 5; ++i) {
        const Vector query = generator.near(common, i % 2 == 0 ? 1 : 10);
        const bool rough = width > 63 && count > 2048;
        require_spread(neighbours, query, rough ? 0.08 : 0.005);
        require_spread(neighbours, query, 0.005, half);
      }
    }
  }
}

TEST_CASE("the spread follows from the vectors held alone") {
  VectorGenerator generator(4);
  Neighbours neighbours;
  Neighbours fresh;
  for (int i = 0; i < 5000; ++i) neighbours.add(generator.random(kWidth));
  for (int64_t id = 1; id <= 5000; ++id) {
    if (id % 5 < 2) REQUIRE(neighbours.remove(id));
  }
  for (int64_t id = 2; id <= 5000; id += 15) {
    if (neighbours.entries.contains(id)) neighbours.put({id, id, 0}, generator.random(kWidth));
  }
  neighbours.index.compact();
  const std::vector<int64_t> ids = [&] {
    std::vector<int64_t> ids;
    for (const auto& [id, entry] : neighbours.entries) ids.push_back(id);
    return std::vector<int64_t>(ids.rbegin(), ids.rend());
  }();
  for (const int64_t id : ids) fresh.put({id, id, 0}, neighbours.entries.at(id).vector);
  for (const size_t k : {1, 40, 900}) {
    for (int i = 0; i < 5; ++i) {
      const Vector query = generator.random(kWidth);
      REQUIRE(same(neighbours.seen_spread(query, k), fresh.seen_spread(query, k)));
    }
  }
}

TEST_CASE("vectors that codes hold badly count in the spread as they are") {
  VectorGenerator generator(5);
  std::vector<Vector> sparse;  // once they are turned
  for (size_t i = 0; i < kWidth; ++i) {
    Vector axis(kWidth);
    axis[i] = 1;
    sparse.push_back(turned_back(axis));
  }
  Neighbours neighbours;
  for (uint32_t i = 0; i < 3000; ++i) {
    neighbours.add(i % 2 == 0 ? generator.random(kWidth)
                              : generator.near(sparse[generator.below(kWidth)], 0.01F));
  }
  for (int i = 0; i < 5; ++i) require_spread(neighbours, generator.random(kWidth), 0.08);
}

TEST_CASE("equal vectors have no spread, and nothing has none") {
  VectorGenerator generator(6);
  const Vector centre = generator.random(kWidth);
  const Vector query = generator.random(kWidth);
  for (const int count : {2, 3000}) {
    Neighbours neighbours;
    for (int i = 0; i < count; ++i) neighbours.add(centre);
    const CosineSpread spread = neighbours.seen_spread(query, 40);
    CHECK(spread.count == static_cast<size_t>(count));
    CHECK(spread.deviation == 0);
    CHECK(neighbours.seen_spread(query, 0).count == 0);
    DocumentFilter none;
    none.since = count + 1;
    CHECK(same(neighbours.seen_spread(query, 40, none), {}));
  }
  CHECK(same(Neighbours().seen_spread(query, 40), {}));
}
