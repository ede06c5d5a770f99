// Coarse, then exact: the index proposes by its codes, and the vectors of those few are read from
// the store and measured in double precision. So a cosine does not depend on what else is stored.
//
// Tested by tests/retrieve/vector_search_test.cpp.

#include "retrieve/vector_search.h"

#include "index/vector.h"

namespace loci {

Result<std::vector<ScoredSlot>> find_nearest(const InvertedIndex& documents, VectorSource& source,
                                             const VectorIndex& vectors,
                                             std::span<const float> query, size_t k,
                                             const DocumentFilter& filter, CosineSpread* spread) {
  if (spread != nullptr) *spread = {};
  if (k == 0) return std::vector<ScoredSlot>();
  const auto store_order = [&](const Document& a, const Document& b) {
    return documents.stands_before(a, b);
  };
  const double query_norm = norm_of(query);
  BestSlots nearest(documents, k);
  std::vector<float> vector;
  for (const Document& candidate : vectors.candidates(query, k, filter, store_order, spread)) {
    LOCI_ASSIGN(readable, source.read(candidate.id, vector));
    if (!readable) continue;
    const double similarity = cosine(query, query_norm, vector, norm_of(vector));
    if (similarity > 0) nearest.offer({documents.slot_of(candidate.id), similarity});
  }
  return nearest.sorted();
}

Result<std::optional<double>> cosine_of(int64_t id, VectorSource& source,
                                        std::span<const float> query) {
  std::vector<float> vector;
  LOCI_ASSIGN(readable, source.read(id, vector));
  if (!readable) return std::optional<double>();
  return std::optional(cosine(query, norm_of(query), vector, norm_of(vector)));
}

}  // namespace loci
