#include "retrieve/meaning.h"

#include <catch_amalgamated.hpp>

#include "support/generated_documents.h"
#include "support/slow_meaning.h"

using namespace loci;
using namespace loci::test;

namespace {

// Slot i has the cosine of place i; they are in the order of ranks.
std::vector<ScoredSlot> nearest_of(const std::vector<double>& cosines) {
  std::vector<ScoredSlot> nearest;
  for (const double cosine : cosines) {
    nearest.push_back({static_cast<Slot>(nearest.size()), cosine});
  }
  return nearest;
}

std::vector<double> shares_of(const std::vector<double>& cosines) {
  std::vector<double> shares;
  for (const auto& [slot, share] : shares_of_nearness(nearest_of(cosines))) {
    CHECK(slot == shares.size());
    shares.push_back(share);
  }
  return shares;
}

}  // namespace

TEST_CASE("the nearest has a share of 1 and the farthest of those that count none") {
  CHECK(shares_of({0.75, 0.5, 0.25}) == std::vector<double>{1, 0.5, 0});
  CHECK(shares_of({0.3}) == std::vector<double>{1});
  CHECK(shares_of({0.3, 0.3}) == std::vector<double>{1, 1});
  CHECK(shares_of({}).empty());
}

TEST_CASE("shares do not depend on how many more were looked for") {
  std::vector<double> cosines;
  for (int i = 0; i < 100; ++i) cosines.push_back(1 / (1.0 + i));
  const auto shares = shares_of(cosines);
  REQUIRE(shares.size() == kNearestWithShare);
  CHECK(shares.back() == 0);
  cosines.resize(kNearestWithShare);
  CHECK(shares_of(cosines) == shares);
}

TEST_CASE("meaning weighs more the more the nearest stands out") {
  const CosineSpread spread = {1000, 0.2, 0.1};  // the best of 1000: 3.717 deviations above
  const auto weight = [&](double nearest) {      // of what words cover by a quarter
    return weight_of_meaning(nearest, spread, {0.25, {}}) / (1 - 0.25 * kCoveredDiscount);
  };
  CHECK(weight(0.2 + 0.3717) == Catch::Approx(1).epsilon(1e-4));
  CHECK(weight(0.2 + 0.7 * 0.3717) == Catch::Approx(0.5).epsilon(1e-3));
  CHECK(weight(0.2 + 0.39 * 0.3717) == 0);
  CHECK(weight(1) == 1);
}

TEST_CASE("the scale of a model's cosines makes no difference") {
  const CosineSpread wide = {500, 0.1, 0.12};
  const CosineSpread narrow = {500, 0.8, 0.012};
  for (const double deviations : {1.0, 2.0, 2.5, 3.0}) {
    const FoundByWords in_wide = {0.3, 0.1 + deviations * 0.06};
    const FoundByWords in_narrow = {0.3, 0.8 + deviations * 0.006};
    CHECK(weight_of_meaning(0.1 + deviations * 0.12, wide, in_wide) ==
          Catch::Approx(weight_of_meaning(0.8 + deviations * 0.012, narrow, in_narrow)));
  }
}

TEST_CASE("what words cover leaves less to meaning") {
  CHECK(weight_of_meaning(0.9, {2000, 0, 0.1}, {0, {}}) == 1);
  CHECK(weight_of_meaning(0.9, {2000, 0, 0.1}, {0.5, {}}) == 1 - kCoveredDiscount / 2);
  CHECK(weight_of_meaning(0.9, {2000, 0, 0.1}, {1, {}}) == 1 - kCoveredDiscount);
}

TEST_CASE("meaning that finds what words are sure of no nearer than the rest is not believed") {
  const CosineSpread spread = {2000, 0.1, 0.1};
  const auto weight = [&](double covered, double cosine) {
    return weight_of_meaning(0.9, spread, {covered, cosine}) / (1 - kCoveredDiscount * covered);
  };
  CHECK(weight(0.5, 0.1) == 0);
  CHECK(weight(0.5, -0.5) == 0);
  CHECK(weight(0.5, 0.5) == Catch::Approx(0.5));  // halfway between 0.4 and 0.6 of the distance
  CHECK(weight(0.5, 0.6) == 1);
  CHECK(weight(0.5, 0.9) == 1);
  CHECK(weight(kWitness / 2, 0.1) == Catch::Approx(0.5));
  CHECK(weight(0, 0.1) == 1);
}

TEST_CASE("of a handful the nearest stands out, and of many equal ones none") {
  CHECK(weight_of_meaning(0.4, {1, 0.4, 0}, {1, 0.4}) == 1 - kCoveredDiscount);
  CHECK(weight_of_meaning(0.4, {15, 0.3, 0.1}, {1, -1}) == 1 - kCoveredDiscount);
  CHECK(weight_of_meaning(0.4, {16, 0.4, 0}, {0, {}}) == 0);
  CHECK(weight_of_meaning(0.4, {5000, 0.4, 0}, {0, 0.4}) == 0);
}

TEST_CASE("the weight of meaning is what the formula says") {
  DocumentGenerator generator(8, 10);
  for (int round = 0; round < 500; ++round) {
    const CosineSpread spread = {static_cast<size_t>(1 + generator.below(50)),
                                 generator.below(100) / 100.0, generator.below(40) / 100.0};
    const double nearest = spread.mean + generator.below(100) / 100.0;
    FoundByWords words = {generator.below(11) / 10.0, {}};
    if (generator.below(4) > 0) words.cosine = nearest - generator.below(100) / 100.0;
    const double weight = weight_of_meaning(nearest, spread, words);
    REQUIRE(weight == slow_weight(nearest, spread, words.covered, words.cosine));
    REQUIRE(weight >= 0);
    REQUIRE(weight <= 1);
  }
}
