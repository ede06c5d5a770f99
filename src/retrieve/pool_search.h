#pragma once

/// Finds by words within a pool: as if the documents that a filter accepts were all there are. How
/// rare a term is and how long a document is usually are taken from the pool alone, so that what is
/// outside of it has no say in any score.

#include <cstdint>
#include <optional>
#include <vector>

#include "index/inverted_index.h"
#include "index/top_k.h"
#include "retrieve/query.h"
#include "retrieve/query_lists.h"
#include "retrieve/weighted_lists.h"
#include "text/profile.h"

namespace loci {

class PoolSearch {
 public:
  /// Counts the pool. `index` must outlive the search, and must not change meanwhile.
  /// Scores are those that an index of the pool alone would give, to the last bit. Costs a look at
  /// each document of the index (not at its words), and at the postings of the query's terms: at
  /// those of the pool alone where it is small, at most at all of them. Of a pool that is listed
  /// (which must outlive the search) a look at its documents alone.
  PoolSearch(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile,
             DocumentFilter pool);

  /// The `k` documents of the pool with the highest score > 0, best first, ties in store order.
  std::vector<ScoredSlot> top_k(size_t k) const;

  /// The same of those that `among` accepts, which are all in the pool. The scores stay those of
  /// the pool. Costs a look at each document of the index, unless they are listed, and no more than
  /// top_k().
  std::vector<ScoredSlot> top_k(size_t k, const DocumentFilter& among) const;

  /// The least score in the pool, mostly 0; 0 of an empty one. Costs a look at documents in the
  /// order of slots, until one holds none of the terms.
  double least_score() const;

  /// The score of a document; 0 where it holds none of the terms. It need not be in the pool.
  double score(Slot slot) const { return lists_->score(slot); }

  /// The share of the query's idf within the pool that a document holds, see WeightedLists. It need
  /// not be in the pool.
  double coverage(Slot slot) const { return lists_->coverage(slot); }

  const WeightedLists& lists() const { return *lists_; }

  /// Whether the document holds term `i` of the query: exactly, or, in the default profile, a lone
  /// character inside a bigram.
  bool holds(size_t i, Slot slot) const;

  /// Documents in the pool.
  uint32_t document_count() const { return document_count_; }

 private:
  void count_pool();
  uint32_t document_frequency(const PostingList& list);
  uint32_t count_fewer(const PostingList& list);
  std::vector<ScoredSlot> best_of(const std::vector<Slot>& slots, size_t k,
                                  const DocumentFilter& filter) const;

  const InvertedIndex& index_;
  DocumentFilter pool_;
  QueryLists asked_;
  uint32_t document_count_ = 0;
  double average_length_ = 0;
  std::vector<Slot> fewer_;             // the documents in the pool or those outside, rising
  bool fewer_are_in_ = false;           // in the pool
  std::vector<uint8_t> marks_;          // fewer_ by slot, once it is needed
  std::optional<WeightedLists> lists_;  // one for each of asked_, once the pool is counted
  size_t postings_ = 0;                 // of all lists
};

}  // namespace loci
