#include "base/math.h"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>

using loci::natural_exp;
using loci::natural_log;

TEST_CASE("natural_log agrees with the library to a few units in the last place") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-300, 300);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::pow(10.0, exponent(random));
    const double expected = std::log(x);
    REQUIRE(std::abs(natural_log(x) - expected) <= 4e-16 * std::abs(expected));
  }
}

TEST_CASE("natural_log keeps its precision next to one") {
  for (double step : {1e-3, 1e-6, 1e-9, 1e-12, 0.3, 0.41, -0.29}) {
    const double expected = std::log(1 + step);
    REQUIRE(std::abs(natural_log(1 + step) - expected) <= 4e-16 * std::abs(expected));
  }
}

TEST_CASE("natural_log has exact and extreme values") {
  REQUIRE(natural_log(1) == 0);
  REQUIRE(natural_log(2) == std::log(2.0));
  REQUIRE(std::abs(natural_log(5e-324) - std::log(5e-324)) < 1e-12);
  REQUIRE(std::abs(natural_log(1.7e308) - std::log(1.7e308)) < 1e-12);
}

TEST_CASE("natural_exp agrees with the library to some units in the last place") {
  for (int i = 0; i <= 20000; ++i) {
    const double x = i / 10000.0;
    REQUIRE(std::abs(natural_exp(x) - std::exp(x)) <= 4e-15 * std::exp(x));
  }
  REQUIRE(natural_exp(0) == 1);
}
