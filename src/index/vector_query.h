#pragma once

/// A question to the vector index, prepared for reading codes: estimates of its cosine to rows, and
/// how far they may be off.

#include <cstdint>
#include <memory>
#include <span>

#include "index/vector_block.h"

namespace loci {

/// A cosine that was read from codes. The true one lies within `margin` of it, but for one case in
/// several hundred.
struct Estimate {
  float cosine;
  float margin;
};

class VectorQuery {
 public:
  /// What stands for a cosine of 1 among rough estimates, and the range of these.
  static constexpr int32_t kRoughUnit = 1 << 14;
  static constexpr int16_t kLowest = -32768;
  static constexpr int16_t kHighest = 32767;

  /// `vector` is valid and as wide as the blocks that will be read.
  explicit VectorQuery(std::span<const float> vector);

  /// The cosine to a row, by its fine code.
  Estimate fine(const VectorBlock& block, size_t row) const;

  /// The cosines to all rows of a block, by their rough codes, in 1/kRoughUnit; kHighest for
  /// misshapen rows, which their codes say too little of, and anything for those never set.
  void rough(const VectorBlock& block, std::span<int16_t, kBlockRows> cosines) const;

  /// The least rough estimate of rows whose cosine is at least `cosine`, but for one case in
  /// several hundred.
  int16_t rough_floor(float cosine) const;

 private:
  void prepare_fine(std::span<const float> direction);
  void prepare_rough(std::span<const float> direction);

  size_t width_;
  std::unique_ptr<int16_t[]> numbers_;  // for the fine code
  double fine_scale_ = 0;
  std::unique_ptr<uint8_t[]> tables_;  // for the rough code: 16 entries a nibble
  int32_t bias_ = 0;                   // what all entries were lifted by, in the sum
  float rough_scale_ = 0;
  float rough_error_ = 0;  // of the question itself, as a share of its length
};

}  // namespace loci
