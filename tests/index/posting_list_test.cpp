#include "index/posting_list.h"

#include <catch_amalgamated.hpp>
#include <map>
#include <random>

using namespace loci;

namespace {

std::map<Slot, uint32_t> contents(const PostingList& list) {
  std::map<Slot, uint32_t> found;
  for (const auto& entry : list.entries()) {
    REQUIRE(entry.block.size() > 0);
    REQUIRE(entry.block.slot(entry.block.size() - 1) == entry.last);
    for (uint32_t i = 0; i < entry.block.size(); ++i) {
      REQUIRE((found.empty() || found.rbegin()->first < entry.block.slot(i)));
      found[entry.block.slot(i)] = entry.block.frequency(i);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("a posting list holds what a map holds, through appends and erasures") {
  std::mt19937 random(7);
  PostingList list;
  std::map<Slot, uint32_t> model;
  Slot next = 0;
  for (int step = 0; step < 4000; ++step) {
    if (random() % 3 != 0 || model.empty()) {
      next += 1 + random() % 5;
      const uint32_t frequency = random() % 50 == 0 ? 300 : 1 + random() % 3;
      for (uint32_t i = 0; i < frequency; ++i) list.add_occurrence(next);
      model[next] = frequency;
    } else {
      const Slot slot = random() % (next + 2);
      REQUIRE(list.erase(slot) == (model.erase(slot) == 1));
    }
    REQUIRE(list.document_frequency() == model.size());
    if (step % 100 == 0) REQUIRE(contents(list) == model);
  }
  REQUIRE(contents(list) == model);

  for (Slot slot = 0; slot <= next; ++slot) {
    if (slot % 4 != 0 && model.erase(slot) == 1) list.erase(slot);
  }
  std::vector<Slot> renumber(next + 1);
  std::map<Slot, uint32_t> renumbered;
  for (const auto& [slot, frequency] : model) {
    renumber[slot] = static_cast<Slot>(renumbered.size());
    renumbered[renumber[slot]] = frequency;
  }
  for (Slot slot = 0; slot <= next; ++slot) {  // some of the living go as well
    const auto found = model.find(slot);
    if (found == model.end() || renumber[slot] % 5 != 0) continue;
    renumbered.erase(renumber[slot]);
    renumber[slot] = kNoSlot;
  }
  const size_t before = list.entries().size();
  list.repack(renumber);
  REQUIRE(list.document_frequency() == renumbered.size());
  REQUIRE(contents(list) == renumbered);
  REQUIRE(list.entries().size() < before);
}

TEST_CASE("frequency() finds every posting with a hint that only moves on") {
  PostingList list;
  for (Slot slot = 0; slot < 1000; slot += 3) list.add_occurrence(slot);
  size_t hint = 0;
  for (Slot slot = 0; slot < 1010; ++slot) {
    REQUIRE(list.frequency(slot, hint) == (slot < 1000 && slot % 3 == 0 ? 1u : 0u));
  }
}

TEST_CASE("peaks bound every posting while the average length moves") {
  std::mt19937 random(3);
  PostingList list;
  std::vector<uint32_t> lengths;
  uint64_t total = 0;
  for (int step = 0; step < 3000; ++step) {
    const auto slot = static_cast<Slot>(lengths.size());
    lengths.push_back(1 + random() % (1 + step / 10));
    total += lengths.back();
    for (uint32_t i = 0; i <= random() % 4; ++i) list.add_occurrence(slot);
    if (step % 5 == 0) list.erase(random() % (slot + 1));
    if (step % 97 != 0) continue;
    const Bm25 bm25({}, lengths.size(),
                    static_cast<double>(total) / static_cast<double>(lengths.size()));
    list.refresh_peaks(bm25, lengths.data());
    for (const auto& entry : list.entries()) {
      REQUIRE(entry.peak <= list.peak());
      for (uint32_t i = 0; i < entry.block.size(); ++i) {
        REQUIRE(bm25.term_part(entry.block.frequency(i), lengths[entry.block.slot(i)]) <=
                entry.peak);
      }
    }
  }
}

TEST_CASE("blocks of frequencies in sixteenths count as they say, and their peaks bound them") {
  PostingList list(kSixteenths);
  const std::vector<Slot> slots{3, 5, 900};
  const std::vector<uint32_t> frequencies{16, 40, 255};
  const std::vector<Slot> later{1000, 1001};
  const std::vector<uint32_t> wide{256, 7};
  list.append_block(slots.data(), frequencies.data(), 3);
  list.append_block(later.data(), wide.data(), 2);
  REQUIRE(contents(list) ==
          std::map<Slot, uint32_t>{{3, 16}, {5, 40}, {900, 255}, {1000, 256}, {1001, 7}});
  REQUIRE(list.document_frequency() == 5);
  REQUIRE(list.count(list.frequency(5)) == 2.5);
  const std::vector<uint32_t> lengths(1002, 10);
  const Bm25 bm25({}, 1002, 10);
  list.refresh_peaks(bm25, lengths.data());
  REQUIRE(list.entries()[0].peak >= bm25.term_part(255.0 / 16, 10));
  REQUIRE(list.peak() >= bm25.term_part(16, 10));
  REQUIRE(list.peak() < 1.1 * bm25.term_part(16, 10));
}

TEST_CASE("a frequency past one byte stays exact") {
  PostingList list;
  list.add_occurrence(1);
  for (int i = 0; i < 70000; ++i) list.add_occurrence(2);
  list.add_occurrence(3);
  REQUIRE(contents(list) == std::map<Slot, uint32_t>{{1, 1}, {2, 70000}, {3, 1}});
}
