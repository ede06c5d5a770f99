// The statistics come from the documents of the pool (retrieve/pool_documents.h), the lists from
// the whole index. The best are found by looking up all of a small pool, or by the pruned search of
// index/top_k.cpp, which takes any weights and reads no more than the postings.
//
// Tested by tests/retrieve/pool_search_test.cpp: against an index of the pool alone, to the last
// bit.

#include "retrieve/pool_search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "index/best_slots.h"

namespace loci {

PoolSearch::PoolSearch(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile,
                       DocumentFilter pool)
    : index_(index),
      pool_(std::move(pool)),
      documents_(index, pool_),
      asked_(index, query, profile, documents_.are_few() ? &documents_.slots() : nullptr),
      lists_(index, index.bm25_of(documents_.count(), documents_.average_length()), query, asked_,
             [this](const PostingList& list) { return documents_.count_in(list); }) {
  for (const QueryList& asked : asked_.all()) postings_ += asked.list->document_frequency();
}

std::vector<ScoredSlot> PoolSearch::top_k(size_t k) const {
  if (documents_.are_few()) return best_of(documents_.slots(), k, pool_);
  return loci::top_k(index_, lists_.bm25(), lists_.all(), k, pool_);
}

std::vector<ScoredSlot> PoolSearch::top_k(size_t k, const DocumentFilter& among) const {
  return best_of(slots_accepted(index_, among), k, among);
}

// The best of `slots`, which are those that `filter` accepts.
std::vector<ScoredSlot> PoolSearch::best_of(const std::vector<Slot>& slots, size_t k,
                                            const DocumentFilter& filter) const {
  if (slots.empty() || k == 0) return {};
  if (filter.listed == nullptr &&
      !is_worth_looking_up(slots.size(), lists_.all().size(), postings_)) {
    return loci::top_k(index_, lists_.bm25(), lists_.all(), k, filter);
  }
  BestSlots best(index_, k);
  for (const Slot slot : slots) {
    if (const double score = this->score(slot); score > 0) best.offer({slot, score});
  }
  return best.sorted();
}

double PoolSearch::least_score() const {
  if (documents_.count() == 0 || postings_ < documents_.count()) return 0;
  const auto lists = lists_.all();
  std::vector<size_t> hints(lists.size());
  double least = std::numeric_limits<double>::max();
  for (const Slot slot :
       documents_.are_few() ? documents_.slots() : slots_accepted(index_, pool_)) {
    double score = 0;
    for (size_t i = 0; i < lists.size(); ++i) {
      const uint32_t units = lists[i].list->frequency(slot, hints[i]);
      if (units > 0) score += lists_.part(i, lists[i].list->count(units), slot);
    }
    least = std::min(least, score);
    if (least == 0) break;
  }
  return least;
}

// The lists stand in the order of their terms.
bool PoolSearch::holds(size_t i, Slot slot) const {
  const auto end = asked_.all().end();
  auto asked = std::lower_bound(asked_.all().begin(), end, i,
                                [](const QueryList& a, size_t term) { return a.term < term; });
  for (; asked != end && asked->term == i; ++asked) {
    if (asked->list->frequency(slot) > 0) return true;
  }
  return false;
}

}  // namespace loci
