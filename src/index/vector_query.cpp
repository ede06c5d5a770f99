// The estimates are those of RaBitQ (Gao and Long 2024) with two bits and eight in the place of
// one. A code times its gain is the direction x and an error e at right angles to it. For a
// question q
//
//   <q, gain x code> = <q, x> + <q, e>,   where only the part of q at right angles to x meets e
//
// so the estimate is off by about sqrt(1 - cosine^2) x |e| / sqrt(width): the turned directions are
// as good as random. It is exact for q = x, and near duplicates are told apart well.
//
// Tested by tests/index/vector_query_test.cpp.

#include "index/vector_query.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace loci {
namespace {

constexpr int kEntryLimit = 63;   // a table entry lies in [-63, 63], lifted to [0, 126]
constexpr int kHighestLevel = 3;  // of two bits: -3, -1, 1, 3

// Partial sums of products with the fine code stay below this; numbers fit into 16 bits.
constexpr double kProductLimit = 1 << 30;
constexpr float kNumberLimit = 32767;

// Deviations of a normal distribution. The rough error is taken at its worst, so that for most rows
// 2.25 of it are 2.8 of their own.
constexpr float kFineDeviations = 3;
constexpr float kRoughDeviations = 2.25F;

// The errors of a code that rounds to steps are as of a uniform distribution: deviation step /
// sqrt(12).
constexpr float kStepDeviation = 0.2887F;

constexpr size_t kEntries = 16;  // of a table

// What rounding to single precision may add.
constexpr float kRounding = 1e-6F;

float sine_of(float cosine) { return std::sqrt(std::max(0.0F, 1 - cosine * cosine)); }

int level(uint32_t nibble, size_t place) {
  return static_cast<int>(nibble >> (2 * place) & 3) * 2 - kHighestLevel;
}

}  // namespace

VectorQuery::VectorQuery(std::span<const float> vector) : width_(vector.size()) {
  const auto direction = turned_direction(vector);
  prepare_fine({direction.get(), padded_width(width_)});
  prepare_rough({direction.get(), padded_width(width_)});
}

void VectorQuery::prepare_fine(std::span<const float> direction) {
  float largest = 0;
  for (const float x : direction) largest = std::max(largest, std::abs(x));
  const double longest_code = 127 * std::sqrt(static_cast<double>(width_));
  const auto scale =
      static_cast<float>(std::min(kProductLimit / longest_code, double{kNumberLimit} / largest));
  numbers_ = std::make_unique_for_overwrite<int16_t[]>(direction.size());
  for (size_t i = 0; i < direction.size(); ++i) {
    numbers_[i] = static_cast<int16_t>(direction[i] * scale);
    fine_scale_ += static_cast<double>(direction[i]) * numbers_[i];
  }
  fine_scale_ = 1 / fine_scale_;
}

void VectorQuery::prepare_rough(std::span<const float> direction) {
  float largest = 0;  // what two neighbours come to, at most
  for (size_t i = 0; i + 1 < direction.size(); i += kNibbleWidth) {
    largest = std::max(largest, std::abs(direction[i]) + std::abs(direction[i + 1]));
  }
  const float scale = static_cast<float>(kEntryLimit / kHighestLevel - 1) / largest;
  tables_ = std::make_unique_for_overwrite<uint8_t[]>(direction.size() / kNibbleWidth * kEntries);
  uint8_t* entry = tables_.get();
  double product = 0;
  double square = 0;
  for (size_t i = 0; i < direction.size(); i += kNibbleWidth) {
    int numbers[kNibbleWidth];
    for (size_t j = 0; j < kNibbleWidth; ++j) {
      numbers[j] = static_cast<int>(std::floor(direction[i + j] * scale + 0.5F));
      product += static_cast<double>(direction[i + j]) * numbers[j];
      square += numbers[j] * numbers[j];
    }
    for (uint32_t nibble = 0; nibble < kEntries; ++nibble) {
      const int sum = numbers[0] * level(nibble, 0) + numbers[1] * level(nibble, 1);
      *entry++ = static_cast<uint8_t>(sum + kEntryLimit);
    }
    bias_ += kEntryLimit;
  }
  rough_scale_ = static_cast<float>(kRoughUnit / product);
  rough_error_ = static_cast<float>(std::sqrt(std::max(0.0, square / (product * product) - 1)));
}

Estimate VectorQuery::fine(const VectorBlock& block, size_t row) const {
  const int32_t product = byte_product(block.fine_code(row), numbers_.get(), padded_width(width_));
  const float gain = block.fine_gain(row);
  const auto cosine = static_cast<float>(product * fine_scale_ * gain);
  return {cosine, kFineDeviations * kStepDeviation * gain * sine_of(cosine) + kRounding};
}

void VectorQuery::rough(const VectorBlock& block, std::span<int16_t, kBlockRows> cosines) const {
  std::array<uint32_t, kBlockRows> sums;
  nibble_sums(block.rough_codes(), {tables_.get(), padded_width(width_) / kNibbleWidth * kEntries},
              sums);
  scale_sums(sums, bias_, rough_scale_, block.rough_gains(), cosines);
  for (uint32_t rows = block.misshapen(); rows != 0; rows &= rows - 1) {
    cosines[static_cast<size_t>(std::countr_zero(rows))] = kHighest;
  }
}

int16_t VectorQuery::rough_floor(float cosine) const {
  const float error = VectorBlock::kRoughError;
  const float both = std::sqrt(error * error + rough_error_ * rough_error_);
  const float sine = sine_of(std::max(0.0F, cosine));
  const float deviation =
      (sine * both + error * rough_error_) / std::sqrt(static_cast<float>(width_));
  const float least = (cosine - kRoughDeviations * deviation) * kRoughUnit - 1;
  return static_cast<int16_t>(std::clamp<float>(least, kLowest, kHighest));
}

}  // namespace loci
