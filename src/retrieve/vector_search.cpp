// Coarse, then exact: the index proposes by its codes, and the vectors of those few are read from
// the store and measured in double precision. So a cosine does not depend on what else is stored.
//
// Tested by tests/retrieve/vector_search_test.cpp.

#include "retrieve/vector_search.h"

#include "base/sort.h"
#include "index/vector.h"

namespace loci {

Result<std::vector<Neighbour>> find_nearest(VectorSource& source, const VectorIndex& index,
                                            std::span<const float> query, size_t k,
                                            const DocumentFilter& filter,
                                            VectorIndex::Order order) {
  const double query_norm = norm_of(query);
  std::vector<Neighbour> neighbours;
  std::vector<float> vector;
  for (const Document& document : index.candidates(query, k, filter, order)) {
    LOCI_ASSIGN(readable, source.read(document.id, vector));
    if (!readable) continue;
    const double cosine = loci::cosine(query, query_norm, vector, norm_of(vector));
    if (cosine > 0) neighbours.push_back({document, cosine});
  }
  heap_sort(neighbours.begin(), neighbours.end(), [&](const Neighbour& a, const Neighbour& b) {
    if (a.cosine != b.cosine) return a.cosine > b.cosine;
    return order(a.document, b.document);
  });
  if (neighbours.size() > k) neighbours.resize(k);
  return neighbours;
}

}  // namespace loci
