#pragma once

/// The order of ranks, and the k best in it.

#include <vector>

#include "index/inverted_index.h"

namespace loci {

struct ScoredSlot {
  Slot slot;
  double score;
};

/// By falling score, then store order. No two slots are equal in it.
inline bool ranks_before(const InvertedIndex& index, const ScoredSlot& a, const ScoredSlot& b) {
  if (a.score != b.score) return a.score > b.score;
  return index.stands_before(a.slot, b.slot);
}

/// The k best of the slots that are offered. Its methods are no templates, nor inline but for what
/// turns most slots away: heaps are long code, and several searches use them.
class BestSlots {
 public:
  /// `index` must outlive it and must not change meanwhile.
  BestSlots(const InvertedIndex& index, size_t k) : index_(index), k_(k) {}

  /// Each slot at most once. k > 0.
  void offer(ScoredSlot candidate) {
    if (heap_.size() == k_ && !ranks_before(index_, candidate, heap_.front())) return;
    take(candidate);
  }

  /// Best first. Ends the offering.
  std::vector<ScoredSlot> sorted();

 private:
  void take(ScoredSlot candidate);

  const InvertedIndex& index_;
  size_t k_;
  std::vector<ScoredSlot> heap_;  // the worst on top
};

}  // namespace loci
