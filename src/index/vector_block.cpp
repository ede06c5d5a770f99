// Tested by tests/index/vector_block_test.cpp.

#include "index/vector_block.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "base/hash.h"
#include "index/vector.h"
#include "index/vector_rotation.h"

namespace loci {
namespace {

constexpr float kLargestByte = 127;

// Two bits hold a normal distribution best when a step is as wide as its deviation.
uint8_t two_bits(float x, float deviation) {
  if (x >= 0) return x >= deviation ? 3 : 2;
  return x > -deviation ? 1 : 0;
}

float largest_of(std::span<const float> vector) {
  float largest = 0;
  for (const float x : vector) largest = std::max(largest, std::abs(x));
  return largest;
}

int8_t rounded(float x) { return static_cast<int8_t>(std::floor(x + 0.5F)); }

}  // namespace

std::unique_ptr<float[]> turned_direction(std::span<const float> vector) {
  auto direction = std::make_unique<float[]>(padded_width(vector.size()));
  const double norm = norm_of(vector);
  for (size_t i = 0; i < vector.size(); ++i) direction[i] = static_cast<float>(vector[i] / norm);
  rotate({direction.get(), vector.size()});
  return direction;
}

VectorBlock::VectorBlock(size_t width, uint8_t* rough_codes)
    : padded_width_(padded_width(width)),
      rough_codes_(rough_codes),
      fine_codes_(std::make_unique_for_overwrite<int8_t[]>(padded_width_ * kBlockRows)) {
  std::fill_n(rough_codes_, rough_size(width), 0);
}

void VectorBlock::set(size_t row, const Document& document, std::span<const float> vector) {
  documents_[row] = document;
  fingerprints_[row] =
      hash_bytes({reinterpret_cast<const char*>(vector.data()), vector.size() * sizeof(float)});
  const auto direction = turned_direction(vector);
  set_fine(row, {direction.get(), padded_width_});
  set_rough(row, {direction.get(), padded_width_}, vector.size());
}

void VectorBlock::set_fine(size_t row, std::span<const float> direction) {
  const float steps = kLargestByte / largest_of(direction);
  int8_t* code = &fine_codes_[row * padded_width_];
  double product = 0;
  for (size_t i = 0; i < direction.size(); ++i) {
    code[i] = rounded(direction[i] * steps);
    product += static_cast<double>(direction[i]) * code[i];
  }
  fine_gains_[row] = static_cast<float>(1 / product);
}

void VectorBlock::set_rough(size_t row, std::span<const float> direction, size_t width) {
  const float deviation = 1 / std::sqrt(static_cast<float>(width));
  double product = 0;
  double square = 0;
  for (size_t i = 0; i < direction.size(); i += kNibbleWidth) {
    uint8_t nibble = 0;
    for (size_t j = 0; j < kNibbleWidth; ++j) {
      const uint8_t bits = two_bits(direction[i + j], deviation);
      nibble |= static_cast<uint8_t>(bits << (2 * j));
      const int level = 2 * bits - 3;
      product += static_cast<double>(direction[i + j]) * level;
      square += level * level;
    }
    set_nibble(row, i / kNibbleWidth, nibble);
  }
  square -= static_cast<double>(direction.size() - width);  // the padding, at level 1
  rough_gains_[row] = static_cast<float>(1 / product);
  const bool bad = square > product * product * (1 + kRoughError * kRoughError);
  misshapen_ = (misshapen_ & ~(1U << row)) | static_cast<uint32_t>(bad) << row;
}

uint8_t VectorBlock::nibble(size_t row, size_t place) const {
  const uint8_t byte = rough_codes_[place * (kBlockRows / 2) + row % (kBlockRows / 2)];
  return row < kBlockRows / 2 ? byte & 15 : byte >> 4;
}

void VectorBlock::set_nibble(size_t row, size_t place, uint8_t nibble) {
  uint8_t& byte = rough_codes_[place * (kBlockRows / 2) + row % (kBlockRows / 2)];
  const bool low = row < kBlockRows / 2;
  byte = static_cast<uint8_t>(low ? (byte & 0xf0) | nibble : (byte & 0x0f) | nibble << 4);
}

void VectorBlock::copy(size_t row, const VectorBlock& other, size_t from) {
  documents_[row] = other.documents_[from];
  fingerprints_[row] = other.fingerprints_[from];
  fine_gains_[row] = other.fine_gains_[from];
  rough_gains_[row] = other.rough_gains_[from];
  misshapen_ = (misshapen_ & ~(1U << row)) | (other.misshapen_ >> from & 1) << row;
  std::memmove(&fine_codes_[row * padded_width_], other.fine_code(from), padded_width_);
  for (size_t place = 0; place < padded_width_ / kNibbleWidth; ++place) {
    set_nibble(row, place, other.nibble(from, place));
  }
}

}  // namespace loci
