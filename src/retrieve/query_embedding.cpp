// Tested by tests/retrieve/query_embedding_test.cpp.

#include "retrieve/query_embedding.h"

#include "index/vector.h"

namespace loci {

std::string_view name_of(EmbeddingReason reason) {
  switch (reason) {
    case EmbeddingReason::kInvalidVector:
      return "invalid_vector";
    case EmbeddingReason::kNoVectors:
      return "no_vectors";
    case EmbeddingReason::kModelMismatch:
      return "model_mismatch";
    case EmbeddingReason::kDimensionMismatch:
      return "dimension_mismatch";
    case EmbeddingReason::kNone:
      break;
  }
  return "none";
}

Result<VectorIndex*> usable_vectors(const QueryEmbedding& embedding, VectorSource* source,
                                    EmbeddingReason& reason) {
  const auto& [vector, model] = embedding;
  const auto because = [&](EmbeddingReason why) {
    reason = why;
    return nullptr;
  };
  if (!vector) return because(EmbeddingReason::kNone);
  if (!is_valid_vector(*vector)) return because(EmbeddingReason::kInvalidVector);
  if (source == nullptr || source->width() == 0) return because(EmbeddingReason::kNoVectors);
  const bool models_known = model && !model->empty() && !source->model().empty();
  if (models_known && *model != source->model()) return because(EmbeddingReason::kModelMismatch);
  if (vector->size() != source->width()) return because(EmbeddingReason::kDimensionMismatch);
  LOCI_ASSIGN(index, source->index());
  return index != nullptr ? index : because(EmbeddingReason::kNoVectors);
}

}  // namespace loci
