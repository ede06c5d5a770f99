#pragma once

/// Bm25::term_part in single precision, by table where frequency and length are small, as nearly
/// all are: a look-up instead of a division for every posting that a search reads. Where
/// frequencies are broken numbers, the norm of the length is what is looked up.

#include <array>
#include <cstdint>

#include "index/bm25.h"

namespace loci {

class PartTable {
 public:
  /// Makes the table for `bm25`, unless it is for the same average length already.
  void fit(const Bm25& bm25);

  /// Bm25::term_part, rounded, of a list that counts occurrences.
  float part(uint32_t frequency, uint32_t length) const {
    const uint32_t row = frequency - 1;
    if (row < kFrequencies && length < kLengths) return parts_[row * kLengths + length];
    return static_cast<float>(bm25_.term_part(frequency, length));
  }

  /// Bm25::term_part for any `tf` below 2^24 that single precision holds: too many for a table. Off
  /// by less than six roundings.
  float part_of(float tf, uint32_t length) const {
    const float norm =
        length < kLengths ? norms_[length] : static_cast<float>(bm25_.length_norm(length));
    return tf * limit_ / (tf + norm);
  }

 private:
  static constexpr uint32_t kFrequencies = 4;
  static constexpr uint32_t kLengths = 256;

  Bm25 bm25_{{}, 0, -1};
  double fitted_average_ = 0;  // 0: none yet
  float limit_ = 0;            // k1 + 1
  std::array<float, kFrequencies * kLengths> parts_{};
  std::array<float, kLengths> norms_{};
};

}  // namespace loci
