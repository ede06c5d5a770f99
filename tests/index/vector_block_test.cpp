#include "index/vector_block.h"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/own_block.h"

using namespace loci;
using namespace loci::test;

namespace {

double fine_error(const VectorBlock& block, size_t row, const Vector& vector) {
  const auto direction = turned_direction(vector);
  double square = 0;
  for (size_t i = 0; i < padded_width(vector.size()); ++i) {
    const double off =
        direction[i] - static_cast<double>(block.fine_gain(row)) * block.fine_code(row)[i];
    square += off * off;
  }
  return std::sqrt(square);
}

int level_of(const VectorBlock& block, size_t row, size_t component) {
  const uint8_t byte = block.rough_codes()[component / 2 * 16 + row % 16];
  const int nibble = row < 16 ? byte & 15 : byte >> 4;
  return (nibble >> (component % 2 * 2) & 3) * 2 - 3;
}

double rough_error(const VectorBlock& block, size_t row, const Vector& vector) {
  const auto direction = turned_direction(vector);
  double square = 0;
  for (size_t i = 0; i < vector.size(); ++i) {
    const double off =
        direction[i] - static_cast<double>(block.rough_gains()[row]) * level_of(block, row, i);
    square += off * off;
  }
  return std::sqrt(square);
}

}  // namespace

TEST_CASE("codes times gains are the direction, but for the error that is promised") {
  VectorGenerator generator(1);
  for (const size_t width : {64, 65, 100, 384, 1001}) {
    OwnBlock block(width);
    for (size_t row = 0; row < kBlockRows; ++row) {
      const Vector vector = row % 2 == 0 ? generator.random(width) : generator.sparse(width, 3);
      block.set(row, {static_cast<int64_t>(row), 0, 0}, vector);
      REQUIRE(fine_error(block, row, vector) < 0.02);
      const bool misshapen = (block.misshapen() >> row & 1) != 0;
      REQUIRE(misshapen == (rough_error(block, row, vector) > VectorBlock::kRoughError));
    }
  }
}

TEST_CASE("few random vectors are misshapen") {
  VectorGenerator generator(2);
  int misshapen = 0;
  for (int i = 0; i < 30; ++i) {
    OwnBlock block(128);
    for (size_t row = 0; row < kBlockRows; ++row) block.set(row, {}, generator.random(128));
    misshapen += std::popcount(block.misshapen());
  }
  REQUIRE(misshapen < 10);
}

TEST_CASE("the codes of a direction do not depend on its length") {
  VectorGenerator generator(3);
  const Vector vector = generator.random(40);
  OwnBlock block(40);
  block.set(0, {}, vector);
  for (const float factor : {0x1p-140F, 0x1p+120F}) {
    Vector scaled = vector;
    for (float& x : scaled) x *= factor;
    block.set(1, {}, scaled);
    // At 2^-140 few digits are left of each number.
    for (size_t i = 0; i < 40; ++i) {
      REQUIRE(std::abs(block.fine_code(0)[i] - block.fine_code(1)[i]) <= 1);
    }
    REQUIRE(block.fine_gain(1) == Catch::Approx(block.fine_gain(0)).epsilon(0.01));
  }
}

TEST_CASE("a copied row is the same in all its parts, and leaves its neighbours alone") {
  VectorGenerator generator(4);
  const size_t width = 70;
  OwnBlock from(width);
  OwnBlock to(width);
  std::vector<Vector> vectors;
  for (size_t row = 0; row < kBlockRows; ++row) {
    vectors.push_back(generator.random(width));
    to.set(row, {static_cast<int64_t>(row), 0, 0}, vectors[row]);
  }
  const Vector copied = generator.random(width);
  from.set(20, {77, 78, 79}, copied);
  for (const size_t row : {3, 29}) {
    to.copy(row, from, 20);
    vectors[row] = copied;
    REQUIRE(to.document(row).id == 77);
    REQUIRE(to.document(row).time == 78);
    REQUIRE(to.document(row).group == 79);
    REQUIRE(to.fingerprint(row) == from.fingerprint(20));
    REQUIRE(to.rough_gains()[row] == from.rough_gains()[20]);
  }
  for (size_t row = 0; row < kBlockRows; ++row) {
    REQUIRE(fine_error(to, row, vectors[row]) < 0.02);
    REQUIRE(rough_error(to, row, vectors[row]) < 0.5);
  }
}

TEST_CASE("different vectors have different fingerprints") {
  OwnBlock block(3);
  block.set(0, {}, Vector{1, 2, 3});
  block.set(1, {}, Vector{1, 2, 3});
  block.set(2, {}, Vector{1, 2, std::nextafter(3.0F, 4.0F)});
  REQUIRE(block.fingerprint(0) == block.fingerprint(1));
  REQUIRE(block.fingerprint(0) != block.fingerprint(2));
}
