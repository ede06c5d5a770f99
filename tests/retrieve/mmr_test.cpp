#include "retrieve/mmr.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <random>
#include <set>
#include <utility>

using namespace loci;

namespace {

using Places = std::vector<size_t>;

constexpr auto none = [](size_t, size_t) { return 0.0; };

// Every similarity taken at every step.
Places plain_pick(const std::vector<double>& scores, size_t k, SimilarityOf similarity) {
  Places picked;
  while (picked.size() < std::min(k, scores.size())) {
    size_t best = scores.size();
    double highest = 0;
    for (size_t i = 0; i < scores.size(); ++i) {
      if (std::find(picked.begin(), picked.end(), i) != picked.end()) continue;
      double greatest = 0;
      for (const size_t other : picked) greatest = std::max(greatest, similarity(i, other));
      const double relevance = scores[0] > 0 ? scores[i] / scores[0] : 0;
      const double value = 0.85 * relevance - 0.15 * greatest;
      if (best != scores.size() && value <= highest) continue;
      best = i;
      highest = value;
    }
    picked.push_back(best);
  }
  return picked;
}

}  // namespace

TEST_CASE("a near second that is half alike is picked before a far third that is not") {
  const std::vector<double> scores = {0.032787, 0.032266, 0.01};
  const auto similarity = [](size_t a, size_t b) { return a + b == 1 ? 0.5 : 0.0; };
  CHECK(pick_diverse(scores, 2, similarity) == Places{0, 1});
}

TEST_CASE("what says the same as one already picked waits") {
  const std::vector<double> scores = {1, 0.99, 0.95};
  const auto twins = [](size_t a, size_t b) { return a + b == 1 ? 1.0 : 0.0; };
  CHECK(pick_diverse(scores, 3, twins) == Places{0, 2, 1});
}

TEST_CASE("ties go to the earlier, and scores of 0 are all alike") {
  const std::vector<double> zeros(5, 0.0);
  CHECK(pick_diverse(zeros, 3, none) == Places{0, 1, 2});
  CHECK(pick_diverse(std::vector<double>(4, 0.5), 9, none) == Places{0, 1, 2, 3});
  const auto to_first = [](size_t, size_t b) { return b == 0 ? 1.0 : 0.0; };
  CHECK(pick_diverse(zeros, 2, to_first) == Places{0, 1});
}

TEST_CASE("none of nothing is picked, and none where none is wanted") {
  CHECK(pick_diverse({}, 4, none).empty());
  CHECK(pick_diverse(std::vector<double>{1, 0.5}, 0, none).empty());
  CHECK(pick_diverse(std::vector<double>{1}, 4, none) == Places{0});
}

TEST_CASE("picks are those of the plain formula, and no pair is asked for twice") {
  std::mt19937 random(20);
  const auto unit = [&] { return double(random() % 5) / 4; };  // with many ties
  for (int round = 0; round < 500; ++round) {
    std::vector<double> scores(random() % 12);
    for (double& score : scores) score = unit() / 30;
    std::sort(scores.rbegin(), scores.rend());
    std::vector<double> alike(144);
    for (double& value : alike) value = unit();
    const auto similarity = [&](size_t a, size_t b) {
      return alike[std::min(a, b) * 12 + std::max(a, b)];
    };
    const size_t k = random() % 6;
    std::set<std::pair<size_t, size_t>> asked;
    const auto counted = [&](size_t a, size_t b) {
      REQUIRE(a != b);
      REQUIRE(asked.insert({std::min(a, b), std::max(a, b)}).second);
      return similarity(a, b);
    };
    REQUIRE(pick_diverse(scores, k, counted) == plain_pick(scores, k, similarity));
  }
}

TEST_CASE("similarities that cannot matter are not asked for") {
  std::vector<double> scores(40, 0.1);
  scores[0] = 1;
  scores[1] = 0.9;
  int asked = 0;
  const auto counted = [&](size_t, size_t) {
    ++asked;
    return 0.2;
  };
  CHECK(pick_diverse(scores, 2, counted) == Places{0, 1});
  CHECK(asked == 1);
}
