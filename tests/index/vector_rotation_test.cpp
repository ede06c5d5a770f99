#include "index/vector_rotation.h"

#include <catch_amalgamated.hpp>

#include "support/exhaustive_neighbours.h"

using namespace loci;
using namespace loci::test;

TEST_CASE("a rotation keeps lengths and angles, at widths of any kind") {
  VectorGenerator generator(1);
  for (const size_t width : {1, 2, 3, 5, 8, 63, 64, 65, 100, 384, 1000, 8191}) {
    Vector a = generator.random(width);
    Vector b = generator.near(a, 1);
    const double cosine = plain_cosine(a, b);
    const Vector before = a;
    rotate(a);
    rotate(b);
    REQUIRE(std::abs(plain_cosine(a, b) - cosine) < 1e-6);
    double square_before = 0;
    double square_after = 0;
    for (size_t i = 0; i < width; ++i) {
      square_before += static_cast<double>(before[i]) * before[i];
      square_after += static_cast<double>(a[i]) * a[i];
    }
    REQUIRE(square_after == Catch::Approx(square_before).epsilon(1e-5));
  }
}

TEST_CASE("a rotation spreads a single component over all") {
  for (const size_t width : {64, 96, 100, 384, 512, 768}) {
    for (size_t axis = 0; axis < width; axis += 31) {
      Vector vector(width);
      vector[axis] = 1;
      rotate(vector);
      const float even = 1 / std::sqrt(static_cast<float>(width));
      size_t small = 0;
      for (const float x : vector) {
        REQUIRE(std::abs(x) < 8 * even);
        small += std::abs(x) < even;
      }
      // A normal distribution has 68 of 100 within its deviation.
      REQUIRE(small > width / 2);
      REQUIRE(small < width * 9 / 10);
    }
  }
}
