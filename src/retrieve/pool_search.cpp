// Tested by tests/retrieve/pool_search_test.cpp: against an index of the pool alone, to the last
// bit.

#include "retrieve/pool_search.h"

#include "index/best_slots.h"

namespace loci {

PoolSearch::PoolSearch(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile,
                       const DocumentFilter& pool)
    : index_(index), pool_(pool), asked_(index, query, profile) {
  count_pool();
  const Bm25 bm25 = this->bm25();
  for (const QueryList& asked : asked_.all()) {
    const double idf = bm25.idf(count_in_pool(*asked.list));
    lists_.push_back({asked.list, asked.weight * idf});
  }
}

void PoolSearch::count_pool() {
  uint64_t total_length = 0;
  in_pool_.resize(index_.slot_count());
  for (Slot slot = 0; slot < index_.slot_count(); ++slot) {
    if (!index_.is_alive(slot) || !pool_.accepts(index_.document(slot))) continue;
    in_pool_[slot] = true;
    ++document_count_;
    total_length += index_.length(slot);
  }
  if (document_count_ == 0) return;
  average_length_ = static_cast<double>(total_length) / static_cast<double>(document_count_);
}

uint32_t PoolSearch::count_in_pool(const PostingList& list) const {
  uint32_t count = 0;
  for (const auto& entry : list.entries()) {
    for (uint32_t i = 0; i < entry.block.size(); ++i) count += in_pool_[entry.block.slot(i)];
  }
  return count;
}

std::vector<ScoredSlot> PoolSearch::top_k(size_t k, const DocumentFilter& among) const {
  if (k == 0) return {};
  BestSlots best(index_, k);
  for (Slot slot = 0; slot < index_.slot_count(); ++slot) {
    if (!in_pool_[slot] || !among.accepts(index_.document(slot))) continue;
    if (const double score = this->score(slot); score > 0) best.offer({slot, score});
  }
  return best.sorted();
}

double PoolSearch::score(Slot slot) const {
  const Bm25 bm25 = this->bm25();
  double score = 0;
  for (const WeightedList& weighted : lists_) {
    const uint32_t frequency = weighted.list->frequency(slot);
    if (frequency > 0) score += weighted.weight * bm25.term_part(frequency, index_.length(slot));
  }
  return score;
}

bool PoolSearch::holds(size_t i, Slot slot) const {
  for (const QueryList& asked : asked_.all()) {
    if (asked.term == i && asked.list->frequency(slot) > 0) return true;
  }
  return false;
}

}  // namespace loci
