#include "index/vector_query.h"

#include <catch_amalgamated.hpp>

#include "index/vector.h"
#include "support/exhaustive_neighbours.h"
#include "support/own_block.h"

using namespace loci;
using namespace loci::test;

namespace {

// How many of `rounds` x 32 estimates were off by more than they may be.
struct Misses {
  int fine = 0;
  int rough = 0;

  Misses(size_t width, float nearness, int rounds) {
    VectorGenerator generator(width);
    for (int round = 0; round < rounds; ++round) {
      const Vector question = generator.random(width);
      const VectorQuery query(question);
      OwnBlock block(width);
      std::vector<double> cosines;
      for (size_t row = 0; row < kBlockRows; ++row) {
        Vector vector = generator.random(width);
        for (size_t i = 0; i < width; ++i) vector[i] += nearness * question[i];
        block.set(row, {}, vector);
        cosines.push_back(plain_cosine(question, vector));
      }
      std::array<int16_t, kBlockRows> roughly;
      query.rough(block, roughly);
      for (size_t row = 0; row < kBlockRows; ++row) {
        const auto [cosine, margin] = query.fine(block, row);
        fine += std::abs(cosine - cosines[row]) > margin;
        rough += roughly[row] < query.rough_floor(static_cast<float>(cosines[row]));
      }
    }
  }
};

}  // namespace

TEST_CASE("estimates are off by more than their margin in one case of several hundred") {
  for (const size_t width : {64, 100, 384}) {
    for (const float nearness : {0.0F, 0.3F, 1.0F, 10.0F}) {
      const Misses misses(width, nearness, 40);  // of 1280 estimates
      CAPTURE(width, nearness, misses.fine, misses.rough);
      REQUIRE(misses.fine <= 12);
      REQUIRE(misses.rough <= 12);
    }
  }
}

TEST_CASE("the estimate of a vector to itself is exact, and its margin next to nothing") {
  VectorGenerator generator(1);
  for (const size_t width : {1, 7, 64, 385, 8192}) {
    const Vector vector = generator.random(width);
    OwnBlock block(width);
    block.set(5, {}, vector);
    const auto [cosine, margin] = VectorQuery(vector).fine(block, 5);
    REQUIRE(std::abs(cosine - 1) < 1e-4);
    REQUIRE(margin < 1e-3);
  }
}

TEST_CASE("a row that its rough code says too little of has the highest rough estimate") {
  VectorGenerator generator(2);
  OwnBlock block(64);
  for (size_t row = 0; row < kBlockRows; ++row) block.set(row, {}, generator.random(64));
  block.set(9, {}, turned_back(generator.sparse(64, 1)));
  REQUIRE(block.misshapen() == 1 << 9);
  std::array<int16_t, kBlockRows> roughly;
  VectorQuery(generator.random(64)).rough(block, roughly);
  for (size_t row = 0; row < kBlockRows; ++row) REQUIRE((roughly[row] == 32767) == (row == 9));
}

TEST_CASE("the widest and flattest vectors do not overflow") {
  const Vector flat(kMaxVectorWidth, 1);
  OwnBlock block(flat.size());
  block.set(0, {}, flat);
  const VectorQuery query(flat);
  REQUIRE(query.fine(block, 0).cosine == Catch::Approx(1).epsilon(1e-3));
  std::array<int16_t, kBlockRows> roughly;
  query.rough(block, roughly);
  REQUIRE(std::abs(roughly[0] - VectorQuery::kRoughUnit) < VectorQuery::kRoughUnit / 10);
}
