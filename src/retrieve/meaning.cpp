// The nearest have the cosines 0.9, 0.3 and 0.3, and half of the question's words were found, in a
// text whose cosine is 0.7:
//
//   100 vectors, mean 0.5, deviation 0.15: q = (0.9 - 0.5) / 0.15 / sqrt(2 ln 100) = 0.879
//   r = (0.7 - 0.5) / (0.9 - 0.5) = 0.5: half an agreement, of a full witness
//   weight = (0.879 - 0.4) / 0.6 x (1 - 0.8 x 0.5) x (1 - 1 x 0.5) = 0.239, shares 1, 0, 0
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

// Whether what words found is near as well, as far as that can be said, in [0, 1].
double agreement(double nearest, const CosineSpread& spread, const FoundByWords& words) {
  if (spread.count < kFewestForSpread || !words.cosine || nearest <= spread.mean) return 1;
  const double r = (*words.cosine - spread.mean) / (nearest - spread.mean);
  return std::clamp((r - kLeastAgreement) / (kFullAgreement - kLeastAgreement), 0.0, 1.0);
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

double weight_of_meaning(double nearest, const CosineSpread& spread, const FoundByWords& words) {
  const double witness = std::min(1.0, words.covered / kWitness);
  return standing_out(nearest, spread) * (1 - kCoveredDiscount * words.covered) *
         (1 - witness * (1 - agreement(nearest, spread, words)));
}

}  // namespace loci
