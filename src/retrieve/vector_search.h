#pragma once

/// Finds by meaning: the items whose vectors point the way that the query's does.

#include <span>
#include <vector>

#include "base/result.h"
#include "index/document.h"
#include "index/vector_index.h"
#include "retrieve/vector_source.h"

namespace loci {

struct Neighbour {
  Document document;
  double cosine;  // in (0, 1], of the vectors as they were stored, in double precision
};

/// The `k` items with the highest cosine > 0 that `filter` accepts, nearest first, ties in the
/// order of `order`. `query` is valid and as wide as the vectors of `index`, which is that of
/// `source`. What cannot be read is left out.
Result<std::vector<Neighbour>> find_nearest(VectorSource& source, const VectorIndex& index,
                                            std::span<const float> query, size_t k,
                                            const DocumentFilter& filter, VectorIndex::Order order);

}  // namespace loci
