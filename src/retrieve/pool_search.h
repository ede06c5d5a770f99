#pragma once

/// Finds by words within a pool: as if the documents that a filter accepts were all there are. How
/// rare a term is and how long a document is usually are taken from the pool alone, so that what is
/// outside of it has no say in any score.

#include <cstdint>
#include <vector>

#include "index/inverted_index.h"
#include "index/top_k.h"
#include "retrieve/pool_documents.h"
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

  /// The score of a document of the pool; 0 where it holds none of the terms.
  double score(Slot slot) const { return lists_.score(slot); }

  /// The share of the query's idf within the pool that a document of it holds, see WeightedLists.
  double coverage(Slot slot) const { return lists_.coverage(slot); }

  const WeightedLists& lists() const { return lists_; }

  /// Whether a document of the pool holds term `i` of the query: exactly, or, in the default
  /// profile, by a form of it, or a lone character inside a bigram.
  bool holds(size_t i, Slot slot) const;

  /// Documents in the pool.
  uint32_t document_count() const { return documents_.count(); }

 private:
  std::vector<ScoredSlot> best_of(const std::vector<Slot>& slots, size_t k,
                                  const DocumentFilter& filter) const;

  const InvertedIndex& index_;
  DocumentFilter pool_;
  PoolDocuments documents_;
  QueryLists asked_;
  WeightedLists lists_;
  size_t postings_ = 0;  // of all lists
};

}  // namespace loci
