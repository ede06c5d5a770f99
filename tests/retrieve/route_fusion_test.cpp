#include "retrieve/route_fusion.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <map>
#include <random>

using namespace loci;

namespace {

using Routes = std::vector<std::vector<int64_t>>;

// Every sum from the first route to the last, then sorted.
std::vector<FusedKey> plain_fusion(const Routes& routes, CoverageOf coverage) {
  std::map<int64_t, double> scores;
  for (const auto& route : routes) {
    for (size_t i = 0; i < route.size(); ++i) scores[route[i]] += 1 / (60.0 + double(i + 1));
  }
  std::vector<FusedKey> fused;
  for (const auto& [key, score] : scores) fused.push_back({key, score + coverage(key) / 61});
  std::sort(fused.begin(), fused.end(), [](const FusedKey& a, const FusedKey& b) {
    return a.score != b.score ? a.score > b.score : a.key < b.key;
  });
  return fused;
}

}  // namespace

TEST_CASE("what two routes find in the third place stands before what one finds in the first") {
  enum : int64_t { kX = 1, kB, kA, kC, kY };  // in the order of storing
  const Routes routes = {{kX, kA, kY}, {kB, kC, kY}};
  const std::vector<FusedKey> expected = {
      {kY, 1 / 63.0 + 1 / 63.0}, {kX, 1 / 61.0}, {kB, 1 / 61.0}, {kA, 1 / 62.0}, {kC, 1 / 62.0}};
  CHECK(fuse_routes(routes) == expected);
}

TEST_CASE("full coverage is worth one more first place") {
  const Routes routes = {{1, 2}};
  const auto fused = fuse_routes(routes, [](int64_t key) { return key == 2 ? 1.0 : 0.0; });
  CHECK(fused == std::vector<FusedKey>{{2, 1 / 62.0 + 1 / 61.0}, {1, 1 / 61.0}});
}

TEST_CASE("no routes, or empty ones, find nothing") {
  CHECK(fuse_routes(Routes{}).empty());
  CHECK(fuse_routes(Routes{{}, {}}).empty());
}

TEST_CASE("fusion is the plain formula to the last bit, whatever the routes") {
  std::mt19937 random(19);
  for (int round = 0; round < 300; ++round) {
    Routes routes(random() % 4);
    for (auto& route : routes) {
      for (int64_t key = -5; key < 40; ++key) {
        if (random() % 3 == 0) route.push_back(key);
      }
      std::shuffle(route.begin(), route.end(), random);
    }
    const auto coverage = [](int64_t key) { return double((key + 5) % 4) / 3; };
    REQUIRE(fuse_routes(routes, coverage) == plain_fusion(routes, coverage));
  }
}
