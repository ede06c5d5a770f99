// Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
//
//   [X, a, Y] and [b, c, Y]   ->   Y 1/63 + 1/63, then X and b 1/61, then a and c 1/62
//
// Tested by tests/retrieve/route_fusion_test.cpp.

#include "retrieve/route_fusion.h"

#include "base/sort.h"

namespace loci {
namespace {

// The keys of all routes with their reciprocal ranks, those of one key side by side and in the
// order of the routes, so that every sum is taken in one order.
std::vector<FusedKey> ranks_by_key(std::span<const std::vector<int64_t>> routes) {
  struct Place {
    int64_t key;
    size_t route;
    uint64_t rank;
  };
  std::vector<Place> places;
  for (size_t route = 0; route < routes.size(); ++route) {
    uint64_t rank = 0;
    for (const int64_t key : routes[route]) places.push_back({key, route, ++rank});
  }
  heap_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.key != b.key ? a.key < b.key : a.route < b.route;
  });
  std::vector<FusedKey> ranks;
  for (const Place& place : places) ranks.push_back({place.key, reciprocal_rank(place.rank)});
  return ranks;
}

}  // namespace

std::vector<FusedKey> fuse_routes(std::span<const std::vector<int64_t>> routes,
                                  CoverageOf coverage) {
  std::vector<FusedKey> fused;
  for (const FusedKey& rank : ranks_by_key(routes)) {
    if (fused.empty() || fused.back().key != rank.key) {
      fused.push_back(rank);
    } else {
      fused.back().score += rank.score;
    }
  }
  if (coverage) {
    for (auto& [key, score] : fused) score += coverage(key) / (kReciprocalRankConstant + 1);
  }
  heap_sort(fused.begin(), fused.end(), [](const FusedKey& a, const FusedKey& b) {
    return a.score != b.score ? a.score > b.score : a.key < b.key;
  });
  return fused;
}

}  // namespace loci
