#pragma once

/// The loops that read the codes of vectors. The SIMD of WebAssembly and the plain form give the
/// same: they add integers, and round each product of floats alike.

#include <cstddef>
#include <cstdint>
#include <span>

namespace loci {

/// Vectors that are read together by the rough scan.
inline constexpr size_t kBlockRows = 32;
inline constexpr uint32_t kAllRows = ~uint32_t{0};  // of a block, as bits

/// A nibble of the rough code: two components of two bits each.
inline constexpr size_t kNibbleWidth = 2;

/// The scalar product of `width` bytes with a question; a multiple of 8. No partial sum may leave
/// 32 bits, nor any of the question be -32768.
int32_t byte_product(const int8_t* codes, const int16_t* question, size_t width);

/// For each row of a block the sum of table entries that its nibbles choose. `tables` holds 16
/// entries of at most 127 for each nibble, and an even number of nibbles. `codes` holds 16 bytes a
/// nibble: that of row r is the low half of byte r for r < 16, and the high half of byte r - 16.
void nibble_sums(const uint8_t* codes, std::span<const uint8_t> tables,
                 std::span<uint32_t, kBlockRows> sums);

/// out[r] = (sums[r] - bias) x scale x gains[r], cut to an integer and to its 16 bits. `bias` is
/// below 2^24, as is each difference.
void scale_sums(std::span<const uint32_t, kBlockRows> sums, int32_t bias, float scale,
                std::span<const float, kBlockRows> gains, std::span<int16_t, kBlockRows> out);

/// The numbers of some rows summed up, and their squares.
struct NumberSums {
  int32_t numbers = 0;
  uint64_t squares = 0;
};

/// Those of the rows that `rows` names, as bits.
NumberSums sum_up(std::span<const int16_t, kBlockRows> numbers, uint32_t rows);

/// The rows, as bits, whose number is at least `bar`.
uint32_t rows_at_least(std::span<const int16_t, kBlockRows> numbers, int16_t bar);

}  // namespace loci
