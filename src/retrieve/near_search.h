#pragma once

/// Finds by distance, as vector stores measure it: near documents, also such as point another way.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "index/document.h"
#include "index/vector_index.h"
#include "retrieve/vector_source.h"

namespace loci {

/// How far apart two vectors are said to be.
enum class Metric {
  kCosine,        // 1 - cosine, in [0, 2]
  kL2,            // the length of their difference
  kInnerProduct,  // 1 - dot product, of any sign
};

/// In double precision, the same to the last bit in every build. The vectors are valid and of one
/// width.
double distance(Metric metric, std::span<const float> a, std::span<const float> b);

/// A document, and how far its vector is from the query's.
struct NearDocument {
  int64_t id;
  uint32_t group;
  double distance;
};

/// The `k` documents with the least distances that `filter` accepts, nearest first, ties by id. By
/// cosine they are found through the index, by another metric by reading every vector there is.
/// As to `query`, `vectors` and what cannot be read, see find_nearest().
Result<std::vector<NearDocument>> find_near(VectorSource& source, const VectorIndex& vectors,
                                            Metric metric, std::span<const float> query, size_t k,
                                            const DocumentFilter& filter);

/// How far the vector of a document is, as find_near() measures it; none where it has none that can
/// be read.
Result<std::optional<double>> distance_to(VectorSource& source, int64_t id, Metric metric,
                                          std::span<const float> query);

}  // namespace loci
