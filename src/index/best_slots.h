#pragma once

/// The k best of the slots that are offered, with ties in store order.

#include <algorithm>
#include <utility>
#include <vector>

#include "index/inverted_index.h"

namespace loci {

struct ScoredSlot {
  Slot slot;
  double score;
};

/// The order of ranks: by falling score, then store order. No two slots are equal in it.
inline bool ranks_before(const InvertedIndex& index, const ScoredSlot& a, const ScoredSlot& b) {
  if (a.score != b.score) return a.score > b.score;
  return index.stands_before(a.slot, b.slot);
}

class BestSlots {
  // As the order of a heap it puts the worst on top.
  auto better() const {
    return [this](const ScoredSlot& a, const ScoredSlot& b) { return ranks_before(index_, a, b); };
  }

 public:
  /// `index` must outlive it and must not change meanwhile.
  BestSlots(const InvertedIndex& index, size_t k) : index_(index), k_(k) {}

  /// Each slot at most once. k > 0.
  void offer(ScoredSlot candidate) {
    if (heap_.size() == k_) {
      if (!ranks_before(index_, candidate, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), better());
      heap_.pop_back();
    }
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end(), better());
  }

  /// Best first. Ends the offering.
  std::vector<ScoredSlot> sorted() {
    std::sort_heap(heap_.begin(), heap_.end(), better());
    return std::move(heap_);
  }

 private:
  const InvertedIndex& index_;
  size_t k_;
  std::vector<ScoredSlot> heap_;  // the worst on top
};

}  // namespace loci
