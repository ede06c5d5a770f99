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

#include "index/best_slots.h"

namespace loci {
namespace {

// Signals are arrays by slot, with 0 where a slot has no value, so that nothing is looked up.
using Signal = std::vector<double>;

Signal by_min_max(std::span<const double> values) {
  MinMaxScale scale;
  for (const double value : values) {
    if (value > 0) scale.include(value);
  }
  Signal scaled(values.size(), 0);
  for (Slot slot = 0; slot < values.size(); ++slot) {
    if (values[slot] > 0) scaled[slot] = scale.of(values[slot]);
  }
  return scaled;
}

// Of the contenders alone, which are in the order of ranks. Their ranks are those among all.
Signal by_rank(const InvertedIndex& index, std::span<const double> values,
               std::span<const ScoredSlot> contenders) {
  Signal scaled(values.size(), 0);
  if (contenders.empty()) return scaled;
  const auto before = [&](const ScoredSlot& a, const ScoredSlot& b) {
    return ranks_before(index, a, b);
  };
  std::vector<uint32_t> between(contenders.size() + 1, 0);  // [i]: behind i - 1, not behind i
  for (Slot slot = 0; slot < values.size(); ++slot) {
    if (values[slot] < contenders.back().score) continue;
    const auto next = std::upper_bound(contenders.begin(), contenders.end(),
                                       ScoredSlot{slot, values[slot]}, before);
    ++between[static_cast<size_t>(next - contenders.begin())];
  }
  uint64_t ahead = 0;
  for (size_t i = 0; i < contenders.size(); ++i) {
    ahead += between[i];
    scaled[contenders[i].slot] = reciprocal_rank(ahead + 1);
  }
  return scaled;
}

// What may become a hit with the help of BM25, in the order of ranks: the best `limit`, and those
// of the nearest that stand behind.
std::vector<ScoredSlot> contenders_of(const InvertedIndex& index, std::span<const double> bm25,
                                      std::span<const ScoredSlot> nearest, size_t limit) {
  BestSlots best(index, limit);
  for (Slot slot = 0; slot < bm25.size(); ++slot) {
    if (bm25[slot] > 0) best.offer({slot, bm25[slot]});
  }
  std::vector<ScoredSlot> contenders = best.sorted();
  BestSlots behind(index, nearest.size());
  for (const auto& [slot, cosine] : nearest) {
    const ScoredSlot candidate = {slot, bm25[slot]};
    if (bm25[slot] > 0 && ranks_before(index, contenders.back(), candidate)) {
      behind.offer(candidate);
    }
  }
  for (const ScoredSlot& candidate : behind.sorted()) contenders.push_back(candidate);
  return contenders;
}

Signal by_meaning(const Meaning& meaning, size_t slots) {
  Signal scaled(slots, 0);
  for (const auto& [slot, share] : meaning.shares) scaled[slot] = meaning.weight * share;
  return scaled;
}

std::optional<double> value_at(std::span<const double> values, Slot slot) {
  return values[slot] > 0 ? std::optional(values[slot]) : std::nullopt;
}

}  // namespace

std::vector<Hit> rank_hybrid(const InvertedIndex& index, std::span<const double> bm25,
                             std::span<const ScoredSlot> nearest, const RankingOptions& options) {
  if (options.limit == 0) return {};
  Signal cosines(bm25.size(), 0);
  for (const auto& [slot, cosine] : nearest) cosines[slot] = cosine;

  const bool ranks = options.fusion == Fusion::kReciprocalRank;
  const Signal words =
      ranks ? by_rank(index, bm25, contenders_of(index, bm25, nearest, options.limit))
            : by_min_max(bm25);
  const Signal meaning = options.meaning != nullptr ? by_meaning(*options.meaning, bm25.size())
                         : ranks                    ? by_rank(index, cosines, nearest)
                                                    : by_min_max(cosines);
  const auto shares_of = [&](Slot slot) {
    return Shares{options.weight * words[slot], (1 - options.weight) * meaning[slot]};
  };

  BestSlots best(index, options.limit);
  BestSlots unscored(index, options.limit);
  for (Slot slot = 0; slot < bm25.size(); ++slot) {
    const double score = shares_of(slot).sum();
    if (score > 0) {
      best.offer({slot, score});
    } else if (options.keep_unscored && (bm25[slot] > 0 || cosines[slot] > 0)) {
      unscored.offer({slot, options.meaning != nullptr ? cosines[slot] : 0});
    }
  }
  std::vector<ScoredSlot> ranked = best.sorted();
  for (const ScoredSlot& one : unscored.sorted()) ranked.push_back({one.slot, 0});
  if (ranked.size() > options.limit) ranked.resize(options.limit);
  std::vector<Hit> hits;
  for (const auto& [slot, score] : ranked) {
    hits.push_back({slot, score, value_at(bm25, slot), value_at(cosines, slot), shares_of(slot)});
  }
  return hits;
}

}  // namespace loci
