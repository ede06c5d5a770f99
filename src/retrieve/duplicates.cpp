// Tested by tests/retrieve/duplicates_test.cpp.

#include "retrieve/duplicates.h"

#include "base/sort.h"

namespace loci {
namespace {

// All places, those of equal keys side by side and rising.
std::vector<size_t> places_by_key(std::span<const uint64_t> keys) {
  std::vector<size_t> places(keys.size());
  for (size_t i = 0; i < places.size(); ++i) places[i] = i;
  heap_sort(places.begin(), places.end(),
            [&](size_t a, size_t b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
  return places;
}

}  // namespace

std::vector<Distinct> collapse_duplicates(std::span<const uint64_t> keys,
                                          FunctionRef<bool(size_t, size_t)> same) {
  std::vector<Distinct> distinct;
  size_t run = 0;  // the first in `distinct` with the key at hand
  for (const size_t place : places_by_key(keys)) {
    if (!distinct.empty() && keys[distinct.back().best] != keys[place]) run = distinct.size();
    size_t at = run;
    while (at < distinct.size() && !same(distinct[at].best, place)) ++at;
    if (at == distinct.size()) {
      distinct.push_back({place, {}});
    } else {
      distinct[at].others.push_back(place);
    }
  }
  heap_sort(distinct.begin(), distinct.end(),
            [](const Distinct& a, const Distinct& b) { return a.best < b.best; });
  return distinct;
}

}  // namespace loci
