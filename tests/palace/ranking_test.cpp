#include "palace/ranking.h"

#include <catch_amalgamated.hpp>
#include <cmath>

using namespace loci;
using Catch::Approx;

namespace {

PalaceCandidate candidate(std::optional<double> distance, double bm25, double boost = 0) {
  PalaceCandidate made;
  made.distance = distance;
  made.bm25 = bm25;
  made.boost = boost;
  return made;
}

}  // namespace

TEST_CASE("the five nearest closets boost by their places, unless they are far") {
  const double expected[] = {0.40, 0.25, 0.15, 0.08, 0.04, 0, 0};
  for (size_t rank = 0; rank < 7; ++rank) CHECK(closet_boost(rank, 0.2) == expected[rank]);
  CHECK(closet_boost(0, 1.5) == 0.40);
  CHECK(closet_boost(0, 1.5000001) == 0);
}

TEST_CASE("an effective distance stays between 0 and 2") {
  CHECK(effective_distance(0.6, 0.25) == 0.35);
  CHECK(effective_distance(0.1, 0.4) == 0);
  CHECK(effective_distance(-7, 0) == 0);
  CHECK(effective_distance(30, 0.4) == 2);
}

TEST_CASE("similarities are in [0, 1] and fall with the distance, by every metric") {
  CHECK(similarity(Metric::kCosine, 0.4) == Approx(0.6));
  CHECK(similarity(Metric::kCosine, 1.7) == 0);
  CHECK(similarity(Metric::kL2, 0) == 1);
  CHECK(similarity(Metric::kL2, 2) == Approx(1.0 / 3));
  CHECK(similarity(Metric::kInnerProduct, 0) == 0.5);
  CHECK(similarity(Metric::kInnerProduct, 2) == Approx(1 / (1 + std::exp(2))));
}

TEST_CASE("a score is six parts of meaning and four of words") {
  std::vector<PalaceCandidate> drawers = {candidate(0.5, 3), candidate(0.1, 1, 0.4),
                                          candidate(1.5, 2)};
  score(Metric::kCosine, drawers);
  CHECK(drawers[0].score == Approx(0.6 * 0.5 + 0.4));
  CHECK(drawers[0].similarity == 0.5);
  CHECK(drawers[1].effective_distance == 0);
  CHECK(drawers[1].score == Approx(0.6));
  CHECK(drawers[2].score == Approx(0.4 * 0.5));
}

TEST_CASE("words alone score a drawer without a vector") {
  std::vector<PalaceCandidate> drawers = {candidate(0.5, 0), candidate(std::nullopt, 2),
                                          candidate(std::nullopt, 1)};
  score(Metric::kCosine, drawers);
  CHECK(drawers[1].score == 1);
  CHECK(drawers[2].score == 0.5);
  CHECK_FALSE(drawers[1].similarity.has_value());
  CHECK_FALSE(drawers[1].effective_distance.has_value());
}

TEST_CASE("one candidate, and candidates that are all alike, have scores that are numbers") {
  for (const double bm25 : {0.0, 2.0}) {
    for (const size_t count : {0, 1, 3}) {
      std::vector<PalaceCandidate> drawers(count, candidate(0.5, bm25));
      score(Metric::kCosine, drawers);
      for (const PalaceCandidate& drawer : drawers) {
        CHECK(drawer.score == Approx(bm25 > 0 ? 0.7 : 0.3));
      }
    }
  }
}

TEST_CASE("a file gives two drawers before others have had their turn") {
  size_t within = 0;
  using Places = std::vector<size_t>;
  CHECK(take_turns({7, 7, 7, 7, 3, 7, 3}, 9, within) == Places{0, 1, 4, 6, 2, 3, 5});
  CHECK(within == 4);
  CHECK(take_turns({7, 7, 7, 7, 3}, 3, within) == Places{0, 1, 4});
  CHECK(within == 3);
  CHECK(take_turns({7, 7, 7, 7}, 3, within) == Places{0, 1, 2});
  CHECK(within == 2);
  CHECK(take_turns({0, 0, 0, 0}, 3, within) == Places{0, 1, 2});
  CHECK(within == 3);
  CHECK(take_turns({}, 3, within).empty());
}
