#pragma once

/// The k best documents of a query, exactly: the same documents, scores and order as if every
/// document had been scored and sorted.

#include <cstdint>
#include <span>
#include <vector>

#include "index/best_slots.h"
#include "index/document.h"
#include "index/inverted_index.h"

namespace loci {

/// One distinct term of a query that some document holds.
struct WeightedList {
  PostingList* list;
  double weight;  // > 0: occurrences in the query x weight of the token's kind x idf
};

/// The `k` documents with the highest score > 0 that `filter` accepts, best first; ties in store
/// order. A score is the sum over `lists`, in their order, of weight x bm25.term_part(). `bm25` is
/// that of the index, or of some of its documents.
std::vector<ScoredSlot> top_k(const InvertedIndex& index, const Bm25& bm25,
                              std::span<const WeightedList> lists, size_t k,
                              const DocumentFilter& filter);

}  // namespace loci
