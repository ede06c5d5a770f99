// Tested by tests/index/top_k_test.cpp and tests/retrieve/hybrid_ranking_test.cpp.

#include "index/best_slots.h"

#include <algorithm>
#include <utility>

namespace loci {
namespace {

// As the order of a heap it puts the worst on top.
auto better(const InvertedIndex& index) {
  return [&index](const ScoredSlot& a, const ScoredSlot& b) { return ranks_before(index, a, b); };
}

}  // namespace

void BestSlots::take(ScoredSlot candidate) {
  if (heap_.size() == k_) {
    std::pop_heap(heap_.begin(), heap_.end(), better(index_));
    heap_.pop_back();
  }
  heap_.push_back(candidate);
  std::push_heap(heap_.begin(), heap_.end(), better(index_));
}

std::vector<ScoredSlot> BestSlots::sorted() {
  std::sort_heap(heap_.begin(), heap_.end(), better(index_));
  return std::move(heap_);
}

}  // namespace loci
