#pragma once

/// Whether a search can use the embedding that came with a question. It is a help, so where it
/// cannot be used nothing fails: the search runs by words, and says why.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "retrieve/vector_source.h"

namespace loci {

/// As a caller gave it. The references must outlive it.
struct QueryEmbedding {
  const std::optional<std::vector<float>>& vector;  // empty numbers: what was given is no vector
  const std::optional<std::string>& model;          // that made it; none or empty: fits all
};

/// Why a search ran by words alone.
enum class EmbeddingReason {
  kNone,  // nobody gave an embedding
  kInvalidVector,
  kNoVectors,
  kModelMismatch,
  kDimensionMismatch,
};

/// The published name of a reason, such as "invalid_vector".
std::string_view name_of(EmbeddingReason reason);

/// The vectors to search with the embedding, owned by `source` and valid until the next write;
/// nullptr where it cannot be used, and then `reason` says why. No `source`: there are no vectors.
Result<VectorIndex*> usable_vectors(const QueryEmbedding& embedding, VectorSource* source,
                                    EmbeddingReason& reason);

}  // namespace loci
