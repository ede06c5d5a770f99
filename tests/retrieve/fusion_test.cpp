#include "retrieve/fusion.h"

#include <catch_amalgamated.hpp>
#include <initializer_list>

using namespace loci;

namespace {

MinMaxScale scale_of(std::initializer_list<double> values) {
  MinMaxScale scale;
  for (const double value : values) scale.include(value);
  return scale;
}

}  // namespace

TEST_CASE("min-max places a value between the least and the greatest") {
  const MinMaxScale scale = scale_of({3, 1, 5, 2});
  CHECK(scale.of(1) == 0);
  CHECK(scale.of(2) == 0.25);
  CHECK(scale.of(3) == 0.5);
  CHECK(scale.of(5) == 1);
}

TEST_CASE("min-max of values below 0 is taken between them too") {
  const MinMaxScale scale = scale_of({-1, 1, -3});
  CHECK(scale.of(-3) == 0);
  CHECK(scale.of(-1) == 0.5);
  CHECK(scale.of(1) == 1);
}

TEST_CASE("min-max of equal values is 1 where they are above 0, else 0") {
  CHECK(scale_of({2}).of(2) == 1);
  CHECK(scale_of({1e-300, 1e-300}).of(1e-300) == 1);
  CHECK(scale_of({0, 0}).of(0) == 0);
  CHECK(scale_of({-2, -2}).of(-2) == 0);
}

TEST_CASE("a rank gives the reciprocal of 60 and itself") {
  CHECK(reciprocal_rank(1) == 1.0 / 61);
  CHECK(reciprocal_rank(2) == 1.0 / 62);
  CHECK(reciprocal_rank(1'000'000) == 1.0 / 1'000'060);
}
