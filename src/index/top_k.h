#pragma once

/// The k best documents of a query, exactly: the same documents, scores and order as if every
/// document had been scored and sorted.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "index/inverted_index.h"

namespace loci {

/// One distinct term of a query that some document holds.
struct WeightedList {
  PostingList* list;
  double weight;  // > 0: occurrences in the query x weight of the token's kind x idf
};

/// Which documents may be found.
struct DocumentFilter {
  std::vector<bool> categories;                          // by category number; empty lets all pass
  int64_t since = std::numeric_limits<int64_t>::min();   // microseconds, inclusive
  int64_t before = std::numeric_limits<int64_t>::max();  // exclusive

  bool accepts_all() const {
    return categories.empty() && since == std::numeric_limits<int64_t>::min() &&
           before == std::numeric_limits<int64_t>::max();
  }

  bool accepts(const Document& document) const {
    if (!categories.empty() && !categories[document.category]) return false;
    return document.time >= since && document.time < before;
  }
};

struct ScoredSlot {
  Slot slot;
  double score;
};

/// The `k` documents with the highest score > 0 that `filter` accepts, best first; ties in store
/// order. A score is the sum over `lists`, in their order, of weight x Bm25::term_part.
std::vector<ScoredSlot> top_k(const InvertedIndex& index, std::span<const WeightedList> lists,
                              size_t k, const DocumentFilter& filter);

}  // namespace loci
