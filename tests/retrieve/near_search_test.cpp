// The nearest by each metric against all documents measured and sorted.

#include "retrieve/near_search.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <random>

#include "support/plain_vectors.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr Metric kMetrics[] = {Metric::kCosine, Metric::kL2, Metric::kInnerProduct};

struct Library {
  PlainVectors vectors;
  std::vector<Document> documents;

  void add(const Vector& vector) {
    const auto id = static_cast<int64_t>(documents.size()) + 1;
    documents.push_back({id, 0, static_cast<uint32_t>(10 * id)});
    vectors.put(documents.back(), vector);
  }

  std::vector<NearDocument> search(Metric metric, const Vector& query, size_t k,
                                   const DocumentFilter& filter = {}) {
    auto found = find_near(vectors, vectors.codes(), metric, query, k, filter);
    REQUIRE(found.ok());
    return std::move(found.value());
  }

  std::vector<NearDocument> plain_search(Metric metric, const Vector& query, size_t k,
                                         const DocumentFilter& filter = {}) const {
    std::vector<NearDocument> near;
    for (const Document& document : documents) {
      if (!filter.accepts(document) || vectors.unreadable.contains(document.id)) continue;
      const Vector& vector = vectors.all().at(document.id);
      near.push_back({document.id, document.group, distance(metric, query, vector)});
    }
    std::sort(near.begin(), near.end(), [](const NearDocument& a, const NearDocument& b) {
      return a.distance != b.distance ? a.distance < b.distance : a.id < b.id;
    });
    if (near.size() > k) near.resize(k);
    return near;
  }
};

void require_same(const std::vector<NearDocument>& found,
                  const std::vector<NearDocument>& expected) {
  REQUIRE(found.size() == expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    REQUIRE(found[i].id == expected[i].id);
    REQUIRE(found[i].group == expected[i].group);
    REQUIRE(found[i].distance == expected[i].distance);
  }
}

Vector random_vector(std::mt19937& random, size_t width) {
  std::normal_distribution<float> normal;
  Vector vector(width);
  for (float& number : vector) number = normal(random);
  return vector;
}

}  // namespace

TEST_CASE("distances are those that vector stores give") {
  const Vector query = {2, 0};
  CHECK(distance(Metric::kCosine, query, Vector{1, 0}) == 0);
  CHECK(distance(Metric::kCosine, query, Vector{-1, 0}) == 2);
  CHECK(distance(Metric::kCosine, query, Vector{3, 4}) == Catch::Approx(0.4));
  CHECK(distance(Metric::kL2, query, Vector{-1, 4}) == 5);
  CHECK(distance(Metric::kInnerProduct, query, Vector{3, 4}) == -5);
  CHECK(distance(Metric::kInnerProduct, query, Vector{-1, 0}) == 3);
}

TEST_CASE("the nearest by every metric are those of a sort of all, and whatever they point at") {
  std::mt19937 random(5);
  Library library;
  for (int i = 0; i < 400; ++i) {
    library.add(i % 7 == 0 ? Vector(6, 0.5f) : random_vector(random, 6));
  }
  std::vector<int64_t> ids;
  for (int64_t id = 2; id < 500; id += 3) ids.push_back(id);
  DocumentFilter listed;
  listed.listed = &ids;
  for (const Metric metric : kMetrics) {
    for (const size_t k : {0, 1, 10, 60, 1000}) {
      const Vector query = random_vector(random, 6);
      CAPTURE(static_cast<int>(metric), k);
      require_same(library.search(metric, query, k), library.plain_search(metric, query, k));
      require_same(library.search(metric, query, k, listed),
                   library.plain_search(metric, query, k, listed));
    }
  }
}

TEST_CASE("near documents that cannot be read are left out") {
  Library library;
  for (int i = 0; i < 9; ++i) library.add({1, static_cast<float>(i)});
  library.vectors.unreadable = {3, 8};
  for (const Metric metric : kMetrics) {
    require_same(library.search(metric, {1, 1}, 9), library.plain_search(metric, {1, 1}, 9));
  }
}

TEST_CASE("the distance to one document is that of the search, and none where it has no vector") {
  Library library;
  library.add({3, 4});
  library.add({1, 0});
  library.vectors.unreadable = {2};
  const Vector query = {2, 0};
  for (const Metric metric : kMetrics) {
    auto first = distance_to(library.vectors, 1, metric, query);
    REQUIRE(first.ok());
    CHECK(first.value() == library.search(metric, query, 2)[0].distance);
    for (const int64_t without : {2, 3}) {
      auto none = distance_to(library.vectors, without, metric, query);
      REQUIRE(none.ok());
      CHECK_FALSE(none.value().has_value());
    }
  }
}
