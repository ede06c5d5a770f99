// The nearest have the cosines 0.9, 0.3 and 0.3, and half of the question's words were found:
//
//   100 vectors, mean 0.5, deviation 0.15: q = (0.9 - 0.5) / 0.15 / sqrt(2 ln 100) = 0.879
//   weight = (0.879 - 0.4) / 0.6 x (1 - 0.6 x 0.5) = 0.559, shares 1, 0, 0
//
// Tested by tests/retrieve/meaning_test.cpp, and from query to hits against a plain oracle by
// tests/wiki/retriever_oracle_test.cpp.

#include "retrieve/meaning.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace loci {
namespace {

// Whether the nearest stands out among all, in [0, 1].
double standing_out(double nearest, const CosineSpread& spread) {
  if (spread.count < kFewestForSpread) return 1;
  if (spread.deviation == 0) return 0;
  const double expected = std::sqrt(2 * natural_log(static_cast<double>(spread.count)));
  const double q = (nearest - spread.mean) / spread.deviation / expected;
  return std::clamp((q - kLeastStandingOut) / (kFullStandingOut - kLeastStandingOut), 0.0, 1.0);
}

}  // namespace

std::vector<ScoredSlot> shares_of_nearness(std::span<const ScoredSlot> nearest) {
  nearest = nearest.first(std::min(nearest.size(), kNearestWithShare));
  std::vector<ScoredSlot> shares(nearest.begin(), nearest.end());
  for (ScoredSlot& one : shares) {
    const double floor = nearest.back().score;
    const double reach = nearest.front().score - floor;
    one.score = reach > 0 ? (one.score - floor) / reach : 1;
  }
  return shares;
}

double weight_of_meaning(double nearest, const CosineSpread& spread, double covered) {
  const double hardly = std::max(0.0, 1 - covered / kHardlyCovered);
  return standing_out(nearest, spread) * (1 - kCoveredDiscount * covered) *
         (1 + kHardlyCoveredBonus * hardly);
}

}  // namespace loci
