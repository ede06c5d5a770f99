#pragma once

/// Which embeddings may stand beside each other in a store, whatever they are of.

#include <span>
#include <string_view>

#include "base/result.h"
#include "store/vector_table.h"

namespace loci {

/// An embedding that was handed in. Its numbers are the caller's, and may be anything.
struct Embedding {
  std::span<const float> vector;
  std::string_view model;  // that made it; empty: not said, and fits all
};

/// Whether an embedding may stand beside those stored. Errors, which begin with `what` and name
/// both sides: `invalid_vector`; `model_mismatch` where they are of another model;
/// `dimension_mismatch` where they are of another width.
Status check_embedding(std::string_view what, const Embedding& embedding,
                       const VectorStamp& stored);

}  // namespace loci
