#pragma once

/// The ideographs that jieba makes words of: U+4E00–9FD5, three bytes each in UTF-8.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"

namespace loci::ideograph {

inline constexpr char32_t kFirst = 0x4E00;
inline constexpr char32_t kLast = 0x9FD5;
inline constexpr size_t kCount = kLast - kFirst + 1;
inline constexpr size_t kBytes = 3;

/// The number, from 0 on, of the ideograph at byte `at`, which must be one.
inline uint16_t number_at(std::string_view text, size_t at) {
  const auto bits = [&](size_t i, uint32_t mask) {
    return static_cast<uint8_t>(text[at + i]) & mask;
  };
  return static_cast<uint16_t>((bits(0, 0x0F) << 12 | bits(1, 0x3F) << 6 | bits(2, 0x3F)) - kFirst);
}

/// Where the ideographs that begin at byte `at` end; `at` where there is none.
inline size_t end_of_run(std::string_view text, size_t at) {
  while (at < text.size()) {
    const char32_t c = utf8::next(text.data() + at, text.data() + text.size()).value;
    if (c < kFirst || c > kLast) break;
    at += kBytes;
  }
  return at;
}

}  // namespace loci::ideograph
