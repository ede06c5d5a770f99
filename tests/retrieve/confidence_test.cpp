#include "retrieve/confidence.h"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <vector>

using namespace loci;

namespace {

/// What was found, best first: scores, and how much of the query each holds.
struct Found {
  std::vector<double> scores;
  std::vector<double> coverages;

  double confidence(uint32_t documents = 100) const {
    std::vector<ScoredSlot> best;
    for (Slot slot = 0; slot < scores.size(); ++slot) best.push_back({slot, scores[slot]});
    return loci::confidence(best, [&](Slot slot) { return coverages[slot]; }, documents);
  }
};

Found of(std::vector<double> scores, double first, double others) {
  std::vector<double> coverages(scores.size(), others);
  coverages[0] = first;
  return {std::move(scores), std::move(coverages)};
}

}  // namespace

TEST_CASE("nothing found gives no confidence") { CHECK(Found().confidence() == 0); }

TEST_CASE("confidence is what its formula says") {
  const auto plain = [](double x, double documents) {
    return 1 / (1 + std::exp(-8.5 * (x + 0.01 * std::log(documents) - 0.32)));
  };
  const auto near = [](double value) { return Catch::Approx(value).epsilon(1e-12); };
  CHECK(of({4}, 1, 0).confidence(1) == near(plain(1, 1)));
  CHECK(of({4, 2, 1}, 0.5, 0.25).confidence(50) == near(plain(0.5 * (1 - 3.0 / 36), 50)));
  const std::vector<double> even(12, 3);
  CHECK(of(even, 0.4, 0.2).confidence() == near(plain(0.4 * 0.5 * std::pow(0.4, 4), 100)));
  CHECK(of(even, 1, 0.2).confidence() == near(plain(0.5, 100)));
  std::vector<double> copied(30, 2);  // 1, twelve copies of it, and others
  for (size_t i = 0; i < 13; ++i) copied[i] = 4 - 0.01 * static_cast<double>(i);
  Found found = of(copied, 0.8, 0.5);
  for (size_t i = 0; i < 13; ++i) found.coverages[i] = 0.8;
  CHECK(found.confidence() == near(plain(0.8 * (1 - 7 * 2 / (9 * 4.0)), 100)));  // 7 of the 20
}

TEST_CASE("confidence grows with coverage, with the lead and with the memory") {
  double before = 0;
  for (int i = 1; i <= 10; ++i) {
    const double now = of({4, 3, 3, 2, 2, 1}, i / 10.0, 0.05).confidence();
    CHECK(now > before);
    CHECK(now < 1);
    before = now;
  }
  before = 1;
  for (int i = 1; i <= 10; ++i) {
    std::vector<double> scores(10, 0.4 * i);
    scores[0] = 4;
    const double now = of(scores, 0.6, 0.1).confidence();
    CHECK(now <= before);
    before = now;
  }
  CHECK(of({4, 2}, 0.5, 0.1).confidence(1000) > of({4, 2}, 0.5, 0.1).confidence(10));
}

TEST_CASE("what ranks behind the twentieth does not count") {
  std::vector<double> scores(20, 3.9);
  scores[0] = 4;
  Found found = of(scores, 0.5, 0.5);  // copies all
  const double before = found.confidence();
  found.scores.resize(40, 3);
  found.coverages.resize(40, 0.1);
  CHECK(found.confidence() == before);
}
