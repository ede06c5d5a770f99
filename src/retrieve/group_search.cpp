// The nearest groups, by the nearest documents: those of one group may crowd out all others, so
// what has been found is left out of the next look. Mostly one look is enough; a group of 24 000
// documents that are all near costs a second one.
//
// What it gives up: many such groups, each nearer as a whole than the next, cost a look each. A
// search that keeps its bar by groups, inside index/vector_index.cpp, would need one look at the
// rough codes; it would be worth its code where stores are made of few, very long texts.
//
// Tested by tests/retrieve/group_search_test.cpp.

#include <algorithm>

#include "base/sort.h"
#include "index/vector.h"
#include "retrieve/vector_search.h"

namespace loci {
namespace {

// So many documents are looked for where so many groups are wanted: a few chunks of each event may
// be near.
constexpr size_t kDocumentsPerGroup = 4;

bool is_nearer(const NearestGroup& a, const NearestGroup& b) {
  return a.cosine != b.cosine ? a.cosine > b.cosine : a.id < b.id;
}

}  // namespace

Result<std::vector<NearestGroup>> find_nearest_documents(VectorSource& source,
                                                         const VectorIndex& vectors,
                                                         std::span<const float> query, size_t k,
                                                         const DocumentFilter& filter) {
  const auto by_id = [](const Document& a, const Document& b) { return a.id < b.id; };
  const double query_norm = norm_of(query);
  std::vector<NearestGroup> found;
  std::vector<float> vector;
  for (const Document& candidate : vectors.candidates(query, k, filter, by_id)) {
    LOCI_ASSIGN(readable, source.read(candidate.id, vector));
    if (!readable) continue;
    const double similarity = cosine(query, query_norm, vector, norm_of(vector));
    found.push_back({candidate.group, candidate.id, similarity});
  }
  heap_sort(found.begin(), found.end(), is_nearer);
  if (found.size() > k) found.resize(k);
  return found;
}

Result<std::vector<NearestGroup>> find_nearest_groups(VectorSource& source,
                                                      const VectorIndex& vectors,
                                                      std::span<const float> query, size_t k,
                                                      DocumentFilter filter, size_t group_count) {
  std::vector<NearestGroup> groups;
  const auto is_known = [&groups](uint32_t group) {
    return std::any_of(groups.begin(), groups.end(),
                       [group](const NearestGroup& known) { return known.group == group; });
  };
  while (groups.size() < k) {
    const size_t before = groups.size();
    LOCI_ASSIGN(found, find_nearest_documents(source, vectors, query,
                                              kDocumentsPerGroup * (k - before), filter));
    for (const NearestGroup& nearest : found) {
      if (!is_known(nearest.group)) groups.push_back(nearest);
    }
    if (groups.size() == before) break;
    // A filter slows every look down, and the first is nearly always enough.
    if (filter.groups.empty()) filter.groups.assign(group_count, true);
    for (const NearestGroup& known : groups) filter.groups[known.group] = false;
  }
  heap_sort(groups.begin(), groups.end(), is_nearer);
  if (groups.size() > k) groups.resize(k);
  return groups;
}

}  // namespace loci
