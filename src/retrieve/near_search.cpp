// By cosine the index proposes and few vectors are read. A length or a dot product depends on how
// long a vector is, which its codes do not say, so for these every vector is read and the nearest
// are kept in a heap.
//
// Tested by tests/retrieve/near_search_test.cpp.

#include "retrieve/near_search.h"

#include <algorithm>

#include "index/vector.h"
#include "retrieve/vector_search.h"

namespace loci {
namespace {

bool is_nearer(const NearDocument& a, const NearDocument& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.id < b.id;
}

// Of what was offered the `k` nearest; the farthest on top of the heap.
void offer(const NearDocument& document, size_t k, std::vector<NearDocument>& heap) {
  if (heap.size() == k) {
    if (!is_nearer(document, heap.front())) return;
    std::pop_heap(heap.begin(), heap.end(), is_nearer);
    heap.pop_back();
  }
  heap.push_back(document);
  std::push_heap(heap.begin(), heap.end(), is_nearer);
}

}  // namespace

double distance(Metric metric, std::span<const float> a, std::span<const float> b) {
  if (metric == Metric::kL2) return euclidean_distance(a, b);
  if (metric == Metric::kInnerProduct) return 1 - dot_product(a, b);
  return 1 - cosine(a, norm_of(a), b, norm_of(b));
}

Result<std::vector<NearDocument>> find_near(VectorSource& source, const VectorIndex& vectors,
                                            Metric metric, std::span<const float> query, size_t k,
                                            const DocumentFilter& filter) {
  std::vector<NearDocument> near;
  if (metric == Metric::kCosine) {
    LOCI_ASSIGN(found, find_nearest_documents(source, vectors, query, k, filter));
    for (const NearestGroup& nearest : found) {
      near.push_back({nearest.id, nearest.group, 1 - nearest.cosine});
    }
    return near;
  }
  if (k == 0) return near;
  LOCI_TRY(source.scan([&](const Document& document, std::span<const float> vector) {
    if (!filter.accepts(document)) return;
    offer({document.id, document.group, distance(metric, query, vector)}, k, near);
  }));
  std::sort_heap(near.begin(), near.end(), is_nearer);
  return near;
}

Result<std::optional<double>> distance_to(VectorSource& source, int64_t id, Metric metric,
                                          std::span<const float> query) {
  std::vector<float> vector;
  LOCI_ASSIGN(found, source.read(id, vector));
  return found ? std::optional(distance(metric, query, vector)) : std::nullopt;
}

}  // namespace loci
