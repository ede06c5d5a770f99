#pragma once

/// What a search tells of an embedding that it was given and could not use.

#include <vector>

#include "engine_arguments.h"
#include "retrieve/query_embedding.h"
#include "store/vector_table.h"

namespace loci {

/// Says why the embedding of a query was passed over, where one was given and there are others.
void warn_of_unused(const QueryEmbedding& embedding, EmbeddingReason reason,
                    const VectorStamp& stored, std::vector<Warning>& warnings);

/// Says that vectors were to be searched and cannot be read, or have no room in memory.
void warn_of_vectors(bool damaged, bool too_large, std::vector<Warning>& warnings);

}  // namespace loci
