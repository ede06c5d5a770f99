#pragma once

/// Bm25::term_part in single precision, by table where frequency and length are small, as nearly
/// all are: a look-up instead of a division for every posting that a search reads.

#include <array>
#include <cstdint>

#include "index/bm25.h"

namespace loci {

class PartTable {
 public:
  /// Makes the table for `bm25`, unless it is for the same average length already.
  void fit(const Bm25& bm25);

  /// Bm25::term_part, rounded.
  float part(uint32_t frequency, uint32_t length) const {
    const uint32_t row = frequency - 1;
    if (row < kFrequencies && length < kLengths) return parts_[row * kLengths + length];
    return static_cast<float>(bm25_.term_part(frequency, length));
  }

 private:
  static constexpr uint32_t kFrequencies = 4;
  static constexpr uint32_t kLengths = 256;

  Bm25 bm25_{{}, 0, -1};
  double fitted_average_ = 0;  // 0: none yet
  std::array<float, kFrequencies * kLengths> parts_{};
};

}  // namespace loci
