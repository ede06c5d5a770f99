#include "index/vector_kernels.h"

#include <array>
#include <catch_amalgamated.hpp>
#include <vector>

#include "support/generated_vectors.h"

using namespace loci;
using loci::test::VectorGenerator;

TEST_CASE("byte_product is the scalar product") {
  VectorGenerator generator(1);
  for (size_t width = 8; width < 200; width += 8) {
    std::vector<int8_t> codes(width);
    std::vector<int16_t> question(width);
    int64_t expected = 0;
    for (size_t i = 0; i < width; ++i) {
      codes[i] = static_cast<int8_t>(generator.below(255) - 127);
      question[i] = static_cast<int16_t>(generator.below(65535) - 32767);
      expected += codes[i] * question[i];
    }
    REQUIRE(byte_product(codes.data(), question.data(), width) == expected);
  }
}

TEST_CASE("byte_product holds the greatest sums it may be given") {
  const std::vector<int8_t> codes(512, 127);
  const std::vector<int16_t> question(512, 32767);
  REQUIRE(byte_product(codes.data(), question.data(), 512) == 127 * 32767 * 512);
  const std::vector<int8_t> negative(512, -127);
  REQUIRE(byte_product(negative.data(), question.data(), 512) == -127 * 32767 * 512);
}

namespace {

void require_nibble_sums(size_t nibbles, VectorGenerator& generator, uint32_t least_entry) {
  std::vector<uint8_t> codes(nibbles * 16);
  std::vector<uint8_t> tables(nibbles * 16);
  for (uint8_t& code : codes) code = static_cast<uint8_t>(generator.below(256));
  for (uint8_t& entry : tables) {
    entry = static_cast<uint8_t>(least_entry + generator.below(128 - least_entry));
  }
  std::array<uint32_t, kBlockRows> expected{};
  for (size_t i = 0; i < nibbles; ++i) {
    for (size_t row = 0; row < kBlockRows; ++row) {
      const uint8_t byte = codes[i * 16 + row % 16];
      expected[row] += tables[i * 16 + (row < 16 ? byte & 15 : byte >> 4)];
    }
  }
  std::array<uint32_t, kBlockRows> sums;
  sums.fill(77);
  nibble_sums(codes.data(), tables, sums);
  REQUIRE(sums == expected);
}

}  // namespace

TEST_CASE("nibble_sums adds up what the nibbles choose") {
  VectorGenerator generator(2);
  for (const size_t nibbles : {2, 4, 32, 192, 510, 512, 514, 1024, 4096}) {
    require_nibble_sums(nibbles, generator, 0);
  }
}

TEST_CASE("nibble_sums holds the greatest entries in any number") {
  VectorGenerator generator(3);
  for (const size_t nibbles : {512, 514, 4096}) require_nibble_sums(nibbles, generator, 127);
}

TEST_CASE("scale_sums cuts to an integer of 16 bits") {
  std::array<uint32_t, kBlockRows> sums;
  std::array<float, kBlockRows> gains;
  for (uint32_t row = 0; row < kBlockRows; ++row) {
    sums[row] = 1000 + row;
    gains[row] = row % 2 == 0 ? 1 : 0.25F;
  }
  sums[30] = 900'000;
  sums[31] = 0;
  gains[31] = 4000;
  std::array<int16_t, kBlockRows> out;
  scale_sums(sums, 1010, 1.5F, gains, out);
  REQUIRE(out[0] == -15);
  REQUIRE(out[1] == -3);  // -3.375
  REQUIRE(out[10] == 0);
  REQUIRE(out[13] == 1);  // 1.125
  REQUIRE(out[20] == 15);
  REQUIRE(out[30] == 32767);
  REQUIRE(out[31] == -32768);
}

TEST_CASE("sum_up adds numbers and squares of the rows that are named") {
  VectorGenerator generator(6);
  std::array<int16_t, kBlockRows> numbers;
  for (int round = 0; round < 20; ++round) {
    for (int16_t& number : numbers) {
      number = static_cast<int16_t>(round == 0   ? -32768
                                    : round == 1 ? 32767
                                                 : generator.below(65536) - 32768);
    }
    for (const uint32_t rows : {kAllRows, 0u, 1u, generator.below(~0u), generator.below(~0u)}) {
      int64_t sum = 0;
      uint64_t squares = 0;
      for (size_t row = 0; row < kBlockRows; ++row) {
        if ((rows >> row & 1) == 0) continue;
        sum += numbers[row];
        squares += static_cast<uint64_t>(int64_t{numbers[row]} * numbers[row]);
      }
      const NumberSums sums = sum_up(numbers, rows);
      REQUIRE(sums.numbers == sum);
      REQUIRE(sums.squares == squares);
    }
  }
}

TEST_CASE("rows_at_least names each row that reaches the bar") {
  VectorGenerator generator(4);
  std::array<int16_t, kBlockRows> numbers;
  for (int16_t& number : numbers) number = static_cast<int16_t>(generator.below(65536) - 32768);
  numbers[3] = -32768;
  numbers[29] = 32767;
  for (const int16_t bar : {numbers[0], numbers[17], numbers[3], numbers[29], int16_t{0}}) {
    const uint32_t rows = rows_at_least(numbers, bar);
    for (size_t row = 0; row < kBlockRows; ++row) {
      REQUIRE((rows >> row & 1) == (numbers[row] >= bar ? 1 : 0));
    }
  }
}
