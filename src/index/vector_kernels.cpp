// A table of 16 bytes lies in one SIMD register, and one swizzle looks 16 rows up in it at once
// (after the fast scan of Andre, Kermarrec and Le Scouarnec 2015).
//
// Tested by tests/index/vector_kernels_test.cpp: against sums written out.

#include "index/vector_kernels.h"

#include <algorithm>
#include <bit>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace loci {
namespace {

constexpr size_t kEntries = 16;

NumberSums sum_up_one_by_one(std::span<const int16_t, kBlockRows> numbers, uint32_t rows) {
  NumberSums sums;
  for (; rows != 0; rows &= rows - 1) {
    const int32_t number = numbers[static_cast<size_t>(std::countr_zero(rows))];
    sums.numbers += number;
    sums.squares += static_cast<uint64_t>(int64_t{number} * number);
  }
  return sums;
}

}  // namespace

#ifdef __wasm_simd128__

namespace {

// Sums of pairs of entries are bytes of at most 254; so many of them fit into 16 bits.
constexpr size_t kNibblesAtOnce = 2 * 256;

// 16 sums of bytes: each 16-bit lane of `all` adds up both of its bytes, the upper one times 256,
// and `upper` the upper ones alone.
struct ByteSums {
  v128_t all = wasm_i16x8_const_splat(0);
  v128_t upper = wasm_i16x8_const_splat(0);

  void add(v128_t bytes) {
    all = wasm_i16x8_add(all, bytes);
    upper = wasm_i16x8_add(upper, wasm_u16x8_shr(bytes, 8));
  }

  void add_to(uint32_t* sums) const {
    uint16_t even[8];
    uint16_t odd[8];
    wasm_v128_store(even, wasm_i16x8_sub(all, wasm_i16x8_shl(upper, 8)));
    wasm_v128_store(odd, upper);
    for (size_t i = 0; i < 8; ++i) {
      sums[2 * i] += even[i];
      sums[2 * i + 1] += odd[i];
    }
  }
};

void add_nibbles(const uint8_t* codes, const uint8_t* tables, size_t nibbles, uint32_t* sums) {
  const v128_t low_half = wasm_u8x16_const_splat(15);
  ByteSums first_rows;
  ByteSums last_rows;
  for (size_t i = 0; i < nibbles; i += 2) {
    const v128_t code_a = wasm_v128_load(codes + i * kEntries);
    const v128_t code_b = wasm_v128_load(codes + (i + 1) * kEntries);
    const v128_t table_a = wasm_v128_load(tables + i * kEntries);
    const v128_t table_b = wasm_v128_load(tables + (i + 1) * kEntries);
    const auto both = [&](v128_t a, v128_t b) {
      return wasm_i8x16_add(wasm_i8x16_swizzle(table_a, wasm_v128_and(a, low_half)),
                            wasm_i8x16_swizzle(table_b, wasm_v128_and(b, low_half)));
    };
    first_rows.add(both(code_a, code_b));
    last_rows.add(both(wasm_u16x8_shr(code_a, 4), wasm_u16x8_shr(code_b, 4)));
  }
  first_rows.add_to(sums);
  last_rows.add_to(sums + kEntries);
}

}  // namespace

int32_t byte_product(const int8_t* codes, const int16_t* question, size_t width) {
  v128_t sums = wasm_i32x4_const_splat(0);
  for (size_t i = 0; i < width; i += 8) {
    const v128_t bytes = wasm_i16x8_load8x8(codes + i);
    sums = wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(bytes, wasm_v128_load(question + i)));
  }
  return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) +
         wasm_i32x4_extract_lane(sums, 2) + wasm_i32x4_extract_lane(sums, 3);
}

void nibble_sums(const uint8_t* codes, std::span<const uint8_t> tables,
                 std::span<uint32_t, kBlockRows> sums) {
  std::fill(sums.begin(), sums.end(), 0);
  const size_t nibbles = tables.size() / kEntries;
  for (size_t i = 0; i < nibbles; i += kNibblesAtOnce) {
    add_nibbles(codes + i * kEntries, tables.data() + i * kEntries,
                std::min(kNibblesAtOnce, nibbles - i), sums.data());
  }
}

void scale_sums(std::span<const uint32_t, kBlockRows> sums, int32_t bias, float scale,
                std::span<const float, kBlockRows> gains, std::span<int16_t, kBlockRows> out) {
  const auto scaled = [&](size_t i) {
    const v128_t sum = wasm_i32x4_sub(wasm_v128_load(&sums[i]), wasm_i32x4_splat(bias));
    const v128_t product = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sum), wasm_f32x4_splat(scale));
    return wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_mul(product, wasm_v128_load(&gains[i])));
  };
  for (size_t i = 0; i < kBlockRows; i += 8) {
    wasm_v128_store(&out[i], wasm_i16x8_narrow_i32x4(scaled(i), scaled(i + 4)));
  }
}

// Nearly always all rows count.
NumberSums sum_up(std::span<const int16_t, kBlockRows> numbers, uint32_t rows) {
  if (rows != kAllRows) return sum_up_one_by_one(numbers, rows);
  v128_t sums = wasm_i32x4_const_splat(0);
  v128_t squares = wasm_i64x2_const_splat(0);
  for (size_t i = 0; i < kBlockRows; i += 8) {
    const v128_t eight = wasm_v128_load(&numbers[i]);
    const v128_t pairs = wasm_i32x4_dot_i16x8(eight, eight);  // up to 2^31: without a sign
    sums = wasm_i32x4_add(sums, wasm_i32x4_extadd_pairwise_i16x8(eight));
    squares = wasm_i64x2_add(squares, wasm_u64x2_extend_low_u32x4(pairs));
    squares = wasm_i64x2_add(squares, wasm_u64x2_extend_high_u32x4(pairs));
  }
  return {wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) +
              wasm_i32x4_extract_lane(sums, 2) + wasm_i32x4_extract_lane(sums, 3),
          static_cast<uint64_t>(wasm_i64x2_extract_lane(squares, 0)) +
              static_cast<uint64_t>(wasm_i64x2_extract_lane(squares, 1))};
}

uint32_t rows_at_least(std::span<const int16_t, kBlockRows> numbers, int16_t bar) {
  const v128_t bars = wasm_i16x8_splat(bar);
  const auto reach = [&](size_t i) { return wasm_i16x8_ge(wasm_v128_load(&numbers[i]), bars); };
  const uint32_t first = wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(reach(0), reach(8)));
  const uint32_t last = wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(reach(16), reach(24)));
  return first | last << 16;
}

#else

int32_t byte_product(const int8_t* codes, const int16_t* question, size_t width) {
  int32_t sum = 0;
  for (size_t i = 0; i < width; ++i) sum += codes[i] * question[i];
  return sum;
}

void nibble_sums(const uint8_t* codes, std::span<const uint8_t> tables,
                 std::span<uint32_t, kBlockRows> sums) {
  std::fill(sums.begin(), sums.end(), 0);
  for (size_t i = 0; i < tables.size(); i += kEntries) {
    for (size_t row = 0; row < kEntries; ++row) {
      const uint8_t code = codes[i + row];
      sums[row] += tables[i + (code & 15)];
      sums[row + kEntries] += tables[i + (code >> 4)];
    }
  }
}

void scale_sums(std::span<const uint32_t, kBlockRows> sums, int32_t bias, float scale,
                std::span<const float, kBlockRows> gains, std::span<int16_t, kBlockRows> out) {
  for (size_t row = 0; row < kBlockRows; ++row) {
    const auto sum = static_cast<float>(static_cast<int32_t>(sums[row]) - bias);
    const float product = sum * scale * gains[row];
    out[row] = static_cast<int16_t>(std::clamp(product, -32768.0F, 32767.0F));
  }
}

NumberSums sum_up(std::span<const int16_t, kBlockRows> numbers, uint32_t rows) {
  return sum_up_one_by_one(numbers, rows);
}

uint32_t rows_at_least(std::span<const int16_t, kBlockRows> numbers, int16_t bar) {
  uint32_t rows = 0;
  for (size_t row = 0; row < kBlockRows; ++row) {
    rows |= static_cast<uint32_t>(numbers[row] >= bar) << row;
  }
  return rows;
}

#endif

}  // namespace loci
