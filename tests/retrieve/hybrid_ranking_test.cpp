#include "retrieve/hybrid_ranking.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <numeric>

#include "support/generated_documents.h"

using namespace loci;
using namespace loci::test;

namespace {

// Documents without words: their signals are given. Slot i has id i + 1, and categories alternate
// so that store order is not the order of slots.
InvertedIndex index_of(size_t size) {
  InvertedIndex index{Bm25Parameters{}};
  for (size_t i = 0; i < size; ++i) {
    index.append({static_cast<int64_t>(i + 1), 0, index.intern_category(i % 2 == 0 ? "b" : "a")},
                 {});
  }
  return index;
}

// The cosines of slots as a search gives them: those above 0, the nearest first.
std::vector<ScoredSlot> nearest_of(const InvertedIndex& index, const std::vector<double>& cosines) {
  std::vector<ScoredSlot> nearest;
  for (Slot slot = 0; slot < cosines.size(); ++slot) {
    if (cosines[slot] > 0) nearest.push_back({slot, cosines[slot]});
  }
  std::sort(nearest.begin(), nearest.end(), [&](const ScoredSlot& a, const ScoredSlot& b) {
    return a.score != b.score ? a.score > b.score : index.stands_before(a.slot, b.slot);
  });
  return nearest;
}

std::vector<Hit> rank(const std::vector<double>& bm25, const std::vector<double>& cosines,
                      const RankingOptions& options) {
  const InvertedIndex index = index_of(bm25.size());
  return rank_hybrid(index, bm25, nearest_of(index, cosines), options);
}

std::vector<Slot> slots_of(const std::vector<Hit>& hits) {
  std::vector<Slot> slots;
  for (const Hit& hit : hits) slots.push_back(hit.slot);
  return slots;
}

using Slots = std::vector<Slot>;

// The rank of each slot among those with a value, by sorting all; 0 where it has none.
std::vector<uint64_t> plain_ranks(const InvertedIndex& index, const std::vector<double>& values) {
  std::vector<Slot> slots(values.size());
  std::iota(slots.begin(), slots.end(), Slot{0});
  std::sort(slots.begin(), slots.end(), [&](Slot a, Slot b) {
    return values[a] != values[b] ? values[a] > values[b] : index.stands_before(a, b);
  });
  std::vector<uint64_t> ranks(values.size(), 0);
  for (size_t i = 0; i < slots.size() && values[slots[i]] > 0; ++i) ranks[slots[i]] = i + 1;
  return ranks;
}

}  // namespace

TEST_CASE("each signal is scaled over those that have it, and a missing one gives 0") {
  const auto hits = rank({4, 2, 3, 0}, {0, 0.9, 0.5, 0.7}, {.limit = 9, .weight = 0.25});
  REQUIRE(slots_of(hits) == Slots{1, 3, 0, 2});
  CHECK(hits[0].score == 0.75);  // the least BM25, the greatest cosine
  CHECK(hits[0].bm25 == 2.0);
  CHECK(hits[0].cosine == 0.9);
  CHECK_FALSE(hits[1].bm25);
  CHECK(hits[1].shares.bm25 == 0);
  CHECK(hits[1].score == 0.75 * ((0.7 - 0.5) / (0.9 - 0.5)));
  CHECK(hits[2].score == 0.25);
  CHECK_FALSE(hits[2].cosine);
  CHECK(hits[3].score == 0.125);  // half of BM25, the least cosine
}

TEST_CASE("ranks give their reciprocals, ties in store order") {
  const auto hits = rank({5, 5, 7, 0}, {0, 0, 0.2, 0.4},
                         {.limit = 9, .fusion = Fusion::kReciprocalRank, .weight = 0.5});
  REQUIRE(slots_of(hits) == Slots{2, 3, 1, 0});  // slot 1 stands before slot 0
  CHECK(hits[0].score == 0.5 * (1.0 / 61) + 0.5 * (1.0 / 62));
  CHECK(hits[1].score == 0.5 * (1.0 / 61));
  CHECK(hits[2].score == 0.5 * (1.0 / 62));
  CHECK(hits[3].score == 0.5 * (1.0 / 63));
}

TEST_CASE("with all the weight on one side the other's candidates keep a place behind") {
  const std::vector<double> bm25 = {1, 2, 0, 0};
  const std::vector<double> cosines = {0, 0, 0.3, 0.6};
  for (const Fusion fusion : {Fusion::kMinMax, Fusion::kReciprocalRank}) {
    const auto by_words = rank(bm25, cosines, {.limit = 9, .fusion = fusion, .weight = 1});
    const auto by_meaning = rank(bm25, cosines, {.limit = 9, .fusion = fusion, .weight = 0});
    REQUIRE(by_words.size() == 4);
    REQUIRE(by_meaning.size() == 4);
    CHECK(by_words[0].slot == 1);
    CHECK(by_words[3].score == 0);
    CHECK(by_meaning[0].slot == 3);
    CHECK(by_meaning[3].score == 0);
  }
  const auto scored = rank(bm25, cosines, {.limit = 9, .weight = 1, .keep_unscored = false});
  CHECK(slots_of(scored) == Slots{1});  // the other word's candidate is the least: 0 as well
}

TEST_CASE("a single candidate gets all that its signals can give") {
  CHECK(rank({3}, {0}, {.limit = 1, .weight = 0.25})[0].score == 0.25);
  CHECK(rank({0}, {0.01}, {.limit = 1, .weight = 0.25})[0].score == 0.75);
  CHECK(rank({3}, {0.01}, {.limit = 1, .weight = 0.25})[0].score == 1);
}

TEST_CASE("nothing gives nothing") {
  for (const Fusion fusion : {Fusion::kMinMax, Fusion::kReciprocalRank}) {
    CHECK(rank({}, {}, {.limit = 5, .fusion = fusion}).empty());
    CHECK(rank({0, 0}, {0, 0}, {.limit = 5, .fusion = fusion}).empty());
    CHECK(rank({1, 2}, {0.5, 0}, {.limit = 0, .fusion = fusion}).empty());
  }
}

TEST_CASE("ranks are those among all candidates, though few are worked out") {
  DocumentGenerator generator(5, 10);
  for (int round = 0; round < 200; ++round) {
    const auto size = static_cast<size_t>(1 + generator.below(120));
    const InvertedIndex index = index_of(size);
    std::vector<double> bm25(size);
    std::vector<double> cosines(size);
    for (double& value : bm25) value = generator.below(12);  // many ties
    for (double& value : cosines) value = generator.below(4) == 0 ? generator.below(9) / 8.0 : 0;
    const double weight = generator.below(5) / 4.0;
    const auto limit = static_cast<size_t>(generator.below(20));
    const auto bm25_ranks = plain_ranks(index, bm25);
    const auto cosine_ranks = plain_ranks(index, cosines);
    const auto share = [](uint64_t rank) { return rank == 0 ? 0 : reciprocal_rank(rank); };
    const auto score = [&](Slot slot) {
      return weight * share(bm25_ranks[slot]) + (1 - weight) * share(cosine_ranks[slot]);
    };
    std::vector<Slot> expected;
    for (Slot slot = 0; slot < size; ++slot) {
      if (bm25[slot] > 0 || cosines[slot] > 0) expected.push_back(slot);
    }
    std::sort(expected.begin(), expected.end(), [&](Slot a, Slot b) {
      return score(a) != score(b) ? score(a) > score(b) : index.stands_before(a, b);
    });
    expected.resize(std::min(expected.size(), limit));

    const auto hits =
        rank_hybrid(index, bm25, nearest_of(index, cosines),
                    {.limit = limit, .fusion = Fusion::kReciprocalRank, .weight = weight});
    REQUIRE(slots_of(hits) == expected);
    for (const Hit& hit : hits) REQUIRE(hit.score == score(hit.slot));
  }
}

TEST_CASE("meaning counts by its shares and its weight, in place of the cosines") {
  const InvertedIndex index = index_of(4);
  const Meaning meaning = {{{1, 1.5}, {2, 0.25}, {3, 1}}, 0.5};
  const auto hits =
      rank_hybrid(index, std::vector<double>{4, 2, 3, 0}, nearest_of(index, {0, 0.9, 0, 0.7}),
                  {.limit = 9, .weight = 0.75, .meaning = &meaning});
  REQUIRE(slots_of(hits) == Slots{0, 2, 1, 3});
  CHECK(hits[1].score == 0.75 * 0.5 + 0.25 * (0.5 * 0.25));
  CHECK(hits[1].shares.cosine == 0.25 * (0.5 * 0.25));  // lent: it has no cosine of its own
  CHECK_FALSE(hits[1].cosine);
  CHECK(hits[2].score == 0.25 * (0.5 * 1.5));
  CHECK(hits[3].score == 0.25 * 0.5);
  CHECK_FALSE(hits[3].bm25);
}

TEST_CASE("where meaning weighs nothing the nearest come first behind the words") {
  const InvertedIndex index = index_of(6);
  const Meaning meaning = {{{2, 1}, {3, 0.5}, {4, 0}, {5, 0.2}}, 0};
  const std::vector<double> bm25 = {5, 1, 0, 0, 0, 0};
  const auto nearest = nearest_of(index, {0, 0, 0.3, 0.6, 0.2, 0});
  const auto ranked = [&](size_t limit) {
    return slots_of(
        rank_hybrid(index, bm25, nearest, {.limit = limit, .weight = 0.5, .meaning = &meaning}));
  };
  CHECK(ranked(9) == Slots{0, 3, 2, 4, 1});  // slot 5 is only lent a share
  CHECK(ranked(2) == Slots{0, 3});
}
