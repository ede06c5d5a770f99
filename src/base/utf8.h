#pragma once

/// UTF-8, one step at a time, and the way from byte offsets to the UTF-16 offsets of JavaScript.
///
/// Text becomes valid at the boundary, by repair(); what runs behind it may rely on that, but
/// nothing here reads outside its argument or loops on bytes that are not UTF-8.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loci::utf8 {

/// What stands in for bytes that are no character.
inline constexpr char32_t kReplacement = 0xFFFD;

/// A decoded character and the bytes it took, 1 to 4.
struct CodePoint {
  char32_t value;
  uint8_t length;
};

/// Decodes what starts at `at` when that byte is no ASCII. Callers want next().
CodePoint next_beyond_ascii(const char* at, const char* end);

/// Decodes the character at `at`. Needs at < end; reads nothing from `end` on. Bad bytes give
/// kReplacement and the length of the maximal subpart, the longest start of some valid sequence, at
/// least 1: as many replacements as a browser's TextDecoder makes. Surrogates, overlong forms and
/// values past U+10FFFF are bad.
inline CodePoint next(const char* at, const char* end) {
  const auto lead = static_cast<unsigned char>(*at);
  if (lead < 0x80) return {lead, 1};
  return next_beyond_ascii(at, end);
}

/// Appends one character. A surrogate or a value past U+10FFFF is appended as kReplacement.
void append(std::string& out, char32_t code_point);

/// Whether the whole of `text` is UTF-8.
bool is_valid(std::string_view text) noexcept;

/// A text made valid, and how many replacements that took (0: the text as it came).
struct Repaired {
  std::string text;
  uint32_t replaced = 0;
};

/// Copies `text` with each maximal bad subpart turned into one U+FFFD. A U+FFFD that the text
/// itself holds is not counted.
Repaired repair(std::string_view text);

/// The number of characters of a valid text.
size_t count_code_points(std::string_view text) noexcept;

/// The number of UTF-16 units of a valid text: two for a character past U+FFFF, else one.
size_t utf16_length(std::string_view text) noexcept;

/// The bytes of the first `code_points` characters of a valid text; all of it where it holds fewer.
/// Reads no further than that.
size_t prefix_bytes(std::string_view text, size_t code_points) noexcept;

/// Turns rising byte offsets of one valid text into UTF-16 offsets. All calls together read the
/// text once.
class Utf16Cursor {
 public:
  /// `text` must outlive the cursor.
  explicit Utf16Cursor(std::string_view text) : text_(text) {}

  /// The UTF-16 offset of `byte`: the start of a character or the end of the text, not before the
  /// offset of an earlier call.
  size_t at(size_t byte) {
    units_ += utf16_length(text_.substr(byte_, byte - byte_));
    byte_ = byte;
    return units_;
  }

 private:
  std::string_view text_;
  size_t byte_ = 0;
  size_t units_ = 0;
};

}  // namespace loci::utf8
