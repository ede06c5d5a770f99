#pragma once

/// Finds by meaning: the documents whose vectors point the way that the query's does.

#include <optional>
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
/// document in it stands in `documents`. What cannot be read is left out. As to `spread`, see
/// VectorIndex::candidates().
Result<std::vector<ScoredSlot>> find_nearest(const InvertedIndex& documents, VectorSource& source,
                                             const VectorIndex& vectors,
                                             std::span<const float> query, size_t k,
                                             const DocumentFilter& filter,
                                             CosineSpread* spread = nullptr);

/// The cosine of one document, in [-1, 1], as in find_nearest(); empty where it has no vector that
/// can be read.
Result<std::optional<double>> cosine_of(int64_t id, VectorSource& source,
                                        std::span<const float> query);

/// One group of documents, such as the chunks of an event, and how near it comes.
struct NearestGroup {
  uint32_t group;
  int64_t id;     // of the document that is the nearest of the group
  double cosine;  // its, in [-1, 1]
  bool operator==(const NearestGroup&) const = default;
};

/// The `k` documents with the highest cosines, of any sign, nearest first, ties by id, each as a
/// group of its own. Otherwise as find_nearest().
Result<std::vector<NearestGroup>> find_nearest_documents(VectorSource& source,
                                                         const VectorIndex& vectors,
                                                         std::span<const float> query, size_t k,
                                                         const DocumentFilter& filter);

/// The `k` groups whose nearest documents have the highest cosines, of any sign, nearest first,
/// ties by the id of that document. Of a group's documents with equal cosines the lowest id counts.
/// Only documents that `filter` accepts; where its `groups` are empty there are `group_count` of
/// them. As to `query`, `vectors` and what cannot be read, see find_nearest().
Result<std::vector<NearestGroup>> find_nearest_groups(VectorSource& source,
                                                      const VectorIndex& vectors,
                                                      std::span<const float> query, size_t k,
                                                      DocumentFilter filter,
                                                      size_t group_count = 0);

}  // namespace loci
