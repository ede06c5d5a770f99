#include "index/merged_list.h"

#include <catch_amalgamated.hpp>
#include <deque>
#include <map>
#include <random>

using namespace loci;

namespace {

using Model = std::map<Slot, uint32_t>;

struct RandomList {
  PostingList list;
  Model model;

  // Gaps of up to `spread`, so that lists are dense or reach far.
  RandomList(std::mt19937& random, size_t count, uint32_t spread) {
    Slot slot = random() % spread;
    for (size_t i = 0; i < count; ++i, slot += 1 + random() % spread) {
      model[slot] = random() % 40 == 0 ? 300 : 1 + random() % 3;
      for (uint32_t n = 0; n < model[slot]; ++n) list.add_occurrence(slot);
    }
  }
};

Model contents(const PostingList& list) {
  Model found;
  for (const auto& entry : list.entries()) {
    for (uint32_t i = 0; i < entry.block.size(); ++i) {
      REQUIRE((found.empty() || found.rbegin()->first < entry.block.slot(i)));
      found[entry.block.slot(i)] = entry.block.frequency(i);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("a merged list is the sum of its lists, weighed, as in a map") {
  std::mt19937 random(17);
  const uint32_t spreads[] = {1, 3, 100, 9000};
  const size_t counts[] = {0, 1, 127, 128, 129, 1500};
  for (int round = 0; round < 200; ++round) {
    std::deque<RandomList> lists;
    std::vector<Relative> relatives;
    Model sum;
    const auto add = [&](uint32_t factor) {
      lists.emplace_back(random, counts[random() % 6], spreads[random() % 4]);
      for (const auto& [slot, frequency] : lists.back().model) sum[slot] += factor * frequency;
    };
    const bool known = random() % 4 > 0;
    if (known) add(kSixteenths);
    for (uint32_t i = random() % 6; i > 0; --i) {
      const auto sixteenths = static_cast<uint8_t>(1 + random() % 15);
      add(sixteenths);
      relatives.push_back({&lists.back().list, "", sixteenths, TokenKind::kGram});
    }
    const PostingList merged = merge_family(known ? &lists.front().list : nullptr, relatives);
    REQUIRE(merged.units_per_count() == kSixteenths);
    REQUIRE(merged.document_frequency() == sum.size());
    REQUIRE(contents(merged) == sum);
  }
}

TEST_CASE("a word without relatives merges into its own list, counted in sixteenths") {
  std::mt19937 random(18);
  const RandomList word(random, 300, 50);
  const PostingList merged = merge_family(&word.list, {});
  REQUIRE(merged.document_frequency() == word.list.document_frequency());
  for (const auto& [slot, frequency] : word.model) {
    REQUIRE(merged.count(merged.frequency(slot)) == frequency);
  }
}
