// Tested by tests/engine_retrieve_test.cpp and tests/engine_vector_damage_test.cpp.

#include "engine_query_warnings.h"

#include <string>

#include "engine_embeddings.h"
#include "retrieve/embedding_rules.h"

namespace loci {

void warn_of_unused(const QueryEmbedding& embedding, EmbeddingReason reason,
                    const VectorStamp& stored, std::vector<Warning>& warnings) {
  const auto& [vector, model] = embedding;
  if (!vector || reason == EmbeddingReason::kNoVectors) return;
  const Status fits = check_embedding("the query's embedding",
                                      {*vector, model ? std::string_view(*model) : ""}, stored);
  if (fits.ok()) return;
  warnings.push_back({name_of(fits.error().code), fits.error().message});
}

void warn_of_vectors(bool damaged, bool too_large, std::vector<Warning>& warnings) {
  if (damaged) {
    warnings.push_back(vector_damage_warning());
  } else if (too_large) {
    warnings.push_back({"vectors_too_large",
                        "memory does not suffice for the index of embeddings, so words alone were"
                        " searched; make room and call compact, or open the store again"});
  }
}

}  // namespace loci
