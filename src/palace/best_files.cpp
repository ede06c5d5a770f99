// The chunks of one file may crowd out all others, so what is met is left out of the next look.
// Mostly the head of the ranking has files enough, and there is no look at all.
//
// Two drawers count as of one text where their hashes are equal. If that is ever a mistake, a
// drawer is not put forward here which may still be found for its own sake.
//
// Tested by tests/palace/search_test.cpp and tests/palace/search_model_test.cpp.

#include "palace/best_files.h"

#include <algorithm>

namespace loci {
namespace {

bool holds(const std::vector<uint64_t>& set, uint64_t hash) {
  return std::binary_search(set.begin(), set.end(), hash);
}

void insert(std::vector<uint64_t>& set, uint64_t hash) {
  set.insert(std::lower_bound(set.begin(), set.end(), hash), hash);
}

}  // namespace

bool BestFiles::is_known(uint32_t number) const {
  const DrawerFacts& facts = index_.facts(number);
  return holds(texts_, facts.text_hash) ||
         holds(files_, index_.file_in_wing(facts.place, facts.source_hash));
}

// Whether the drawer is the first of its file, and of its text.
bool BestFiles::count(uint32_t number) {
  if (is_known(number)) return false;
  const DrawerFacts& facts = index_.facts(number);
  const uint64_t file = index_.file_in_wing(facts.place, facts.source_hash);
  if (file != 0) insert(files_, file);
  insert(texts_, facts.text_hash);
  return true;
}

Status BestFiles::find(const std::vector<uint32_t>& first,
                       FunctionRef<std::vector<uint32_t>()> eligible, Look look,
                       std::vector<uint32_t>& more) {
  // A few chunks of each file may stand side by side.
  constexpr size_t kDrawersPerFile = 4;
  size_t found = 0;
  for (size_t i = 0; i < first.size() && found < wanted_; ++i) found += count(first[i]);
  if (found >= wanted_) return Ok{};
  std::vector<uint32_t> left = eligible();
  while (found < wanted_) {
    std::erase_if(left, [this](uint32_t number) { return is_known(number); });
    if (left.empty()) break;
    std::vector<uint32_t> next;
    LOCI_TRY(look(left, kDrawersPerFile * (wanted_ - found), next));
    if (next.empty()) break;
    for (size_t i = 0; i < next.size() && found < wanted_; ++i) {
      if (!count(next[i])) continue;
      ++found;
      more.push_back(next[i]);
    }
  }
  return Ok{};
}

}  // namespace loci
