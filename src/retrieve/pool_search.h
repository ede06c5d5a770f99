#pragma once

/// Finds by words within a pool: as if the documents that a filter accepts were all there are. How
/// rare a term is and how long a document is usually are taken from the pool alone, so that what is
/// outside of it has no say in any score.

#include <cstdint>
#include <vector>

#include "index/inverted_index.h"
#include "index/top_k.h"
#include "retrieve/query.h"
#include "retrieve/query_lists.h"
#include "text/profile.h"

namespace loci {

class PoolSearch {
 public:
  /// Counts the pool. `index`, `query` and `pool` must outlive the search, and must not change.
  /// Scores are those that an index of the pool alone would give, to the last bit. Costs a look at
  /// each document of the index (not at its words), and at the postings of the query's terms: at
  /// those of the pool alone where it is small, at most at all of them.
  PoolSearch(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile,
             const DocumentFilter& pool);

  /// The `k` documents of the pool with the highest score > 0, best first, ties in store order.
  std::vector<ScoredSlot> top_k(size_t k) const { return top_k(k, pool_); }

  /// The same of those that `among` accepts, which are all in the pool. The scores stay those of
  /// the pool.
  std::vector<ScoredSlot> top_k(size_t k, const DocumentFilter& among) const;

  /// The score of a document; 0 where it holds none of the terms. It need not be in the pool.
  double score(Slot slot) const;

  /// Whether the document holds term `i` of the query: exactly, or, in the default profile, a lone
  /// character inside a bigram.
  bool holds(size_t i, Slot slot) const;

  /// Documents in the pool.
  uint32_t document_count() const { return document_count_; }

 private:
  void count_pool();
  Bm25 bm25() const { return index_.bm25_of(document_count_, average_length_); }
  uint32_t count_in_pool(const PostingList& list) const;

  const InvertedIndex& index_;
  const DocumentFilter& pool_;
  QueryLists asked_;
  std::vector<bool> in_pool_;  // by slot
  uint32_t document_count_ = 0;
  double average_length_ = 0;
  std::vector<WeightedList> lists_;  // one for each of asked_
};

}  // namespace loci
