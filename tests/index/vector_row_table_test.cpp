#include "index/vector_row_table.h"

#include <catch_amalgamated.hpp>
#include <map>
#include <vector>

#include "support/generated_vectors.h"

using namespace loci;
using loci::test::VectorGenerator;

namespace {

// The table beside a std::map. Rows are places of `ids`, as in the index.
struct Twins {
  VectorRowTable table;
  std::map<int64_t, uint32_t> plain;
  std::vector<int64_t> ids;

  auto id_of() const {
    return [this](uint32_t row) { return ids[row]; };
  }

  void insert(int64_t id) {
    ids.push_back(id);
    plain[id] = static_cast<uint32_t>(ids.size() - 1);
    table.insert(plain[id], id_of());
  }

  // The last row moves to the hole, as in the index.
  void erase(int64_t id) {
    const uint32_t row = plain.at(id);
    table.erase(id, id_of());
    plain.erase(id);
    if (row + 1 != ids.size()) {
      table.move(ids.back(), row, id_of());
      plain[ids.back()] = row;
      ids[row] = ids.back();
    }
    ids.pop_back();
  }

  void require_equal(int64_t id) const {
    const auto found = plain.find(id);
    REQUIRE(table.find(id, id_of()) ==
            (found == plain.end() ? VectorRowTable::kNone : found->second));
  }
};

}  // namespace

TEST_CASE("the table finds what a map finds while rows come and go") {
  VectorGenerator generator(1);
  Twins twins;
  for (int step = 0; step < 20000; ++step) {
    const int64_t id = generator.below(step < 10000 ? 3000 : 300) * int64_t{0x100000001};
    twins.require_equal(id);
    if (twins.plain.contains(id)) {
      twins.erase(id);
    } else if (step < 10000 || step % 3 == 0) {
      twins.insert(id);
    }
    if (step % 1000 == 0) twins.table.compact(twins.id_of());
  }
  for (const auto& [id, row] : twins.plain) twins.require_equal(id);
}

TEST_CASE("compact takes no more room than is needed") {
  Twins twins;
  REQUIRE(twins.table.byte_size() == 0);
  for (int64_t id = 0; id < 5000; ++id) twins.insert(id);
  REQUIRE(twins.table.byte_size() <= 5000 * 2 * sizeof(uint32_t) * 2);
  for (int64_t id = 0; id < 4990; ++id) twins.erase(id);
  twins.table.compact(twins.id_of());
  REQUIRE(twins.table.byte_size() <= 16 * sizeof(uint32_t));
  for (int64_t id = 4980; id < 5000; ++id) twins.require_equal(id);
}
