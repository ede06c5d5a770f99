#pragma once

/// The codes of up to kBlockRows vectors of one width.
///
/// A vector is kept as its direction, turned by rotate(), in two codes. The fine one has a signed
/// byte a component; the rough one two bits, which stand for -3, -1, 1 and 3. Either comes with a
/// gain, so that gain x code is the direction but for an error at right angles to it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "index/document.h"
#include "index/vector_kernels.h"

namespace loci {

/// How many components a code holds, the last of them zero: a multiple of 8.
constexpr size_t padded_width(size_t width) { return (width + 7) / 8 * 8; }

/// The direction of a valid vector, turned: padded_width() numbers, of length 1 but for rounding.
std::unique_ptr<float[]> turned_direction(std::span<const float> vector);

class VectorBlock {
 public:
  /// The greatest error that a rough code may have, as a share of the vector's length. Half of this
  /// is the least that two bits can do.
  static constexpr float kRoughError = 0.45F;

  /// How many bytes the rough codes of a block take.
  static constexpr size_t rough_size(size_t width) {
    return padded_width(width) / kNibbleWidth * (kBlockRows / 2);
  }

  /// `rough_codes`: rough_size(width) bytes that the block fills and that outlive it. They are kept
  /// elsewhere so that those of many blocks can lie side by side: a search reads them all.
  VectorBlock(size_t width, uint8_t* rough_codes);

  /// Fills row `row`. `vector` is valid and of the block's width.
  void set(size_t row, const Document& document, std::span<const float> vector);

  /// Fills row `row` with row `from` of another block or this one.
  void copy(size_t row, const VectorBlock& other, size_t from);

  const Document& document(size_t row) const { return documents_[row]; }
  /// Differs between different vectors, but for one pair in 2^32.
  uint32_t fingerprint(size_t row) const { return fingerprints_[row]; }

  const int8_t* fine_code(size_t row) const { return fine_codes_.get() + row * padded_width_; }
  float fine_gain(size_t row) const { return fine_gains_[row]; }

  /// The rough codes of all rows, laid out for nibble_sums().
  const uint8_t* rough_codes() const { return rough_codes_; }
  const std::array<float, kBlockRows>& rough_gains() const { return rough_gains_; }
  /// The rows, as bits, whose rough code is off by more than kRoughError.
  uint32_t misshapen() const { return misshapen_; }

  /// Without the rough codes.
  size_t byte_size() const { return sizeof(*this) + padded_width_ * kBlockRows; }

 private:
  uint8_t nibble(size_t row, size_t place) const;
  void set_nibble(size_t row, size_t place, uint8_t nibble);
  void set_fine(size_t row, std::span<const float> direction);
  void set_rough(size_t row, std::span<const float> direction, size_t width);

  size_t padded_width_;
  uint8_t* rough_codes_;
  std::unique_ptr<int8_t[]> fine_codes_;  // padded_width_ each
  std::array<Document, kBlockRows> documents_{};
  std::array<uint32_t, kBlockRows> fingerprints_{};
  std::array<float, kBlockRows> fine_gains_{};
  std::array<float, kBlockRows> rough_gains_{};
  uint32_t misshapen_ = 0;
};

}  // namespace loci
