#include "index/vector.h"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support/exhaustive_neighbours.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kSmallest = std::numeric_limits<float>::denorm_min();
constexpr float kLargest = std::numeric_limits<float>::max();

double cosine_of(const Vector& a, const Vector& b) { return cosine(a, norm_of(a), b, norm_of(b)); }

}  // namespace

TEST_CASE("a valid vector is finite, not zero, and has 1 to 8192 numbers") {
  REQUIRE(is_valid_vector(Vector{1}));
  REQUIRE(is_valid_vector(Vector{0, 0, -kSmallest}));
  REQUIRE(is_valid_vector(Vector(8192, kLargest)));
  REQUIRE_FALSE(is_valid_vector(Vector{}));
  REQUIRE_FALSE(is_valid_vector(Vector{0, -0.0F}));
  REQUIRE_FALSE(is_valid_vector(Vector{1, std::nanf("")}));
  REQUIRE_FALSE(is_valid_vector(Vector{kInfinity, 1}));
  REQUIRE_FALSE(is_valid_vector(Vector{-kInfinity}));
  REQUIRE_FALSE(is_valid_vector(Vector(8193, 1)));
}

TEST_CASE("norms neither overflow nor vanish") {
  REQUIRE(norm_of(Vector{3, 4}) == 5);
  REQUIRE(norm_of(Vector{kLargest, 0}) == kLargest);
  REQUIRE(norm_of(Vector{0, 0, kSmallest}) == kSmallest);
  REQUIRE(norm_of(Vector(8192, kLargest)) > kLargest);
}

TEST_CASE("cosines of extreme vectors are those of their directions") {
  REQUIRE(cosine_of({1, 0}, {0, 5}) == 0);
  REQUIRE(cosine_of({kSmallest, 0}, {kLargest, 0}) == 1);
  REQUIRE(cosine_of({kLargest, kLargest}, {-kSmallest, -kSmallest}) == Catch::Approx(-1));
  REQUIRE(cosine_of({1, 1}, {1, 0}) == Catch::Approx(std::sqrt(0.5)));
}

TEST_CASE("cosines agree with the plain formula at every width, both ways round") {
  VectorGenerator generator(1);
  for (size_t width = 1; width < 40; ++width) {
    const Vector a = generator.random(width);
    const Vector b = generator.random(width);
    REQUIRE(std::abs(cosine_of(a, b) - plain_cosine(a, b)) < 1e-15);
    REQUIRE(cosine_of(a, b) == cosine_of(b, a));
  }
}

TEST_CASE("cosines stay within [-1, 1]") {
  VectorGenerator generator(2);
  for (int i = 0; i < 2000; ++i) {
    const Vector a = generator.random(1 + generator.below(50));
    Vector b = a;
    for (float& x : b) x *= 0.3F;
    REQUIRE(cosine_of(a, b) <= 1);
  }
}

// Both builds run this test: they must agree to the last bit.
TEST_CASE("norm and cosine come in one order of summation") {
  VectorGenerator generator(3);
  const Vector a = generator.random(387);
  const Vector b = generator.random(387);
  REQUIRE(norm_of(a) == 0x1.4314e29b06391p+4);
  REQUIRE(cosine_of(a, b) == 0x1.b955d7eed9cf1p-6);
}

TEST_CASE("dot products and distances are those of the plain formulas, at every width") {
  CHECK(dot_product(Vector{3, 4}, Vector{2, 0}) == 6);
  CHECK(euclidean_distance(Vector{3, 4}, Vector{0, 0}) == 5);
  CHECK(euclidean_distance(Vector{kLargest}, Vector{-kLargest}) == 2 * double{kLargest});
  VectorGenerator generator(3);
  for (size_t width = 1; width < 40; ++width) {
    const Vector a = generator.random(width);
    const Vector b = generator.random(width);
    double dot = 0;
    double square = 0;
    for (size_t i = 0; i < width; ++i) {
      dot += double{a[i]} * b[i];
      square += (double{a[i]} - b[i]) * (double{a[i]} - b[i]);
    }
    REQUIRE(std::abs(dot_product(a, b) - dot) < 1e-13);
    REQUIRE(std::abs(euclidean_distance(a, b) - std::sqrt(square)) < 1e-13);
  }
}
