// Every candidate is scored and the best are kept: with min-max a score depends on the least BM25
// of all, so nothing can be skipped as in a search by words alone. It takes one pass over an array.
//
// Ranks are cheaper than they look. A candidate that has no cosine and stands behind `limit` others
// by BM25 cannot become a hit, whatever its rank; so only the first `limit` by BM25 and the nearest
// need one. How many stand before each of those is counted in one pass, without sorting the rest.
//
// Tested by tests/retrieve/hybrid_ranking_test.cpp, and from query to hits against a plain oracle
// by tests/wiki/retriever_oracle_test.cpp.

#include "retrieve/hybrid_ranking.h"

#include <algorithm>

#include "base/sort.h"
#include "index/best_slots.h"

namespace loci {
namespace {

constexpr uint32_t kFarBehind = 0;  // too far to become a hit by this signal: a rank of no weight

// One signal of all slots, on the scale that it shares with the other.
class ScaledSignal {
 public:
  /// `values` by slot; 0: the slot has none.
  explicit ScaledSignal(std::span<const double> values) : values_(values) {
    for (const double value : values) {
      if (value > 0) range_.include(value);
    }
  }

  /// From now on ranks decide: one for each slot, or kFarBehind.
  void use_ranks(std::vector<uint32_t> ranks) { ranks_ = std::move(ranks); }

  bool has(Slot slot) const { return values_[slot] > 0; }
  std::optional<double> value(Slot slot) const {
    return has(slot) ? std::optional(values_[slot]) : std::nullopt;
  }

  double scaled(Slot slot) const {
    if (!has(slot)) return 0;
    if (ranks_.empty()) return range_.of(values_[slot]);
    return ranks_[slot] == kFarBehind ? 0 : reciprocal_rank(ranks_[slot]);
  }

 private:
  std::span<const double> values_;
  MinMaxScale range_;
  std::vector<uint32_t> ranks_;  // by slot; empty: by min-max
};

std::vector<ScoredSlot> best_of(const InvertedIndex& index, std::span<const double> values,
                                size_t k) {
  BestSlots best(index, k);
  for (Slot slot = 0; slot < values.size(); ++slot) {
    if (values[slot] > 0) best.offer({slot, values[slot]});
  }
  return best.sorted();
}

// What may become a hit by BM25 or with its help, in the order of ranks: the best `limit`, and the
// nearest.
std::vector<ScoredSlot> contenders_of(const InvertedIndex& index, std::span<const double> bm25,
                                      std::span<const double> cosines, size_t limit) {
  std::vector<ScoredSlot> contenders = best_of(index, bm25, limit);
  for (Slot slot = 0; slot < cosines.size(); ++slot) {
    if (cosines[slot] > 0 && bm25[slot] > 0) contenders.push_back({slot, bm25[slot]});
  }
  heap_sort(contenders.begin(), contenders.end(),
            [&](const ScoredSlot& a, const ScoredSlot& b) { return ranks_before(index, a, b); });
  const auto same = [](const ScoredSlot& a, const ScoredSlot& b) { return a.slot == b.slot; };
  contenders.erase(std::unique(contenders.begin(), contenders.end(), same), contenders.end());
  return contenders;
}

// The ranks of the contenders among all slots that have a value, by slot.
std::vector<uint32_t> ranks_of(const InvertedIndex& index, std::span<const double> values,
                               std::span<const ScoredSlot> contenders) {
  const auto before = [&](const ScoredSlot& a, const ScoredSlot& b) {
    return ranks_before(index, a, b);
  };
  std::vector<uint32_t> between(contenders.size() + 1, 0);  // [i]: behind i - 1, not behind i
  for (Slot slot = 0; slot < values.size(); ++slot) {
    if (contenders.empty() || values[slot] < contenders.back().score) continue;
    const auto next = std::upper_bound(contenders.begin(), contenders.end(),
                                       ScoredSlot{slot, values[slot]}, before);
    ++between[static_cast<size_t>(next - contenders.begin())];
  }
  std::vector<uint32_t> ranks(values.size(), kFarBehind);
  uint32_t ahead = 0;
  for (size_t i = 0; i < contenders.size(); ++i) {
    ahead += between[i];
    ranks[contenders[i].slot] = ahead + 1;
  }
  return ranks;
}

}  // namespace

std::vector<Hit> rank_hybrid(const InvertedIndex& index, std::span<const double> bm25,
                             std::span<const Neighbour> nearest, const RankingOptions& options) {
  if (options.limit == 0) return {};
  std::vector<double> cosines(bm25.size(), 0);
  for (const Neighbour& item : nearest) cosines[index.slot_of(item.document.id)] = item.cosine;

  ScaledSignal words(bm25);
  ScaledSignal meaning(cosines);
  if (options.fusion == Fusion::kReciprocalRank) {
    words.use_ranks(ranks_of(index, bm25, contenders_of(index, bm25, cosines, options.limit)));
    meaning.use_ranks(ranks_of(index, cosines, best_of(index, cosines, nearest.size())));
  }
  const auto shares_of = [&](Slot slot) {
    return Shares{options.weight * words.scaled(slot), (1 - options.weight) * meaning.scaled(slot)};
  };

  BestSlots best(index, options.limit);
  for (Slot slot = 0; slot < bm25.size(); ++slot) {
    if (!words.has(slot) && !meaning.has(slot)) continue;
    const double score = shares_of(slot).sum();
    if (score > 0 || options.keep_unscored) best.offer({slot, score});
  }
  std::vector<Hit> hits;
  for (const auto& [slot, score] : best.sorted()) {
    hits.push_back({slot, score, words.value(slot), meaning.value(slot), shares_of(slot)});
  }
  return hits;
}

}  // namespace loci
