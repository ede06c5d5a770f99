#pragma once

/// Finds by meaning: the documents whose vectors point the way that the query's does.

#include <span>
#include <vector>

#include "base/result.h"
#include "index/best_slots.h"
#include "index/document.h"
#include "index/inverted_index.h"
#include "index/vector_index.h"
#include "retrieve/vector_source.h"

namespace loci {

/// The `k` documents with the highest cosine > 0 that `filter` accepts, nearest first, ties in
/// store order. The score is the cosine, in (0, 1], of the vectors as they were stored, in double
/// precision. `query` is valid and of source.width(); `vectors` is the index of `source`, and every
/// document in it stands in `documents`. What cannot be read is left out.
Result<std::vector<ScoredSlot>> find_nearest(const InvertedIndex& documents, VectorSource& source,
                                             const VectorIndex& vectors,
                                             std::span<const float> query, size_t k,
                                             const DocumentFilter& filter);

}  // namespace loci
