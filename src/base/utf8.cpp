// Decoding after table 3-7 of the Unicode standard: the first byte fixes how many follow and, with
// the second, whether the form is overlong, a surrogate or past U+10FFFF. So the second byte has a
// range of its own, the others are 80..BF, and a sequence breaks at the first byte out of range:
// what stands before it is the maximal subpart that one U+FFFD replaces.
//
//   F0 9F 99 8B     U+1F64B
//   F0 9F 41        U+FFFD (F0 9F), then "A"
//   ED A0 80        U+FFFD three times: ED wants 80..9F next
//
// Tested by tests/base/utf8_test.cpp, against a decoder that tries every length by the book.

#include "base/utf8.h"

#include <cstring>

namespace loci::utf8 {
namespace {

/// What a first byte promises: following bytes, and the range of the first of them.
struct Lead {
  uint8_t following;  // 0: no first byte
  uint8_t low = 0x80;
  uint8_t high = 0xBF;
};

Lead read_lead(unsigned char byte) {
  if (byte < 0xC2 || byte > 0xF4) return {0};
  if (byte < 0xE0) return {1};
  if (byte == 0xE0) return {2, 0xA0, 0xBF};
  if (byte == 0xED) return {2, 0x80, 0x9F};
  if (byte < 0xF0) return {2};
  if (byte == 0xF0) return {3, 0x90, 0xBF};
  if (byte == 0xF4) return {3, 0x80, 0x8F};
  return {3};
}

/// The length of the ASCII text at the start of [at, end), eight bytes at a step.
size_t ascii_prefix(const char* at, const char* end) {
  const char* const start = at;
  for (uint64_t word; end - at >= 8; at += 8) {
    std::memcpy(&word, at, 8);
    if (word & 0x8080808080808080u) break;
  }
  while (at < end && static_cast<unsigned char>(*at) < 0x80) ++at;
  return static_cast<size_t>(at - start);
}

/// Whether a decoded step stands for bad bytes: a real U+FFFD takes three bytes, EF BF BD, and no
/// bad subpart starts with EF BF BD.
bool is_bad(CodePoint step, const char* at) {
  return step.value == kReplacement &&
         !(step.length == 3 && std::memcmp(at, "\xEF\xBF\xBD", 3) == 0);
}

/// The length of the valid text at the start of `text`.
size_t valid_prefix(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while ((at += ascii_prefix(at, end)) < end) {
    const CodePoint step = next_beyond_ascii(at, end);
    if (is_bad(step, at)) break;
    at += step.length;
  }
  return static_cast<size_t>(at - text.data());
}

}  // namespace

CodePoint next_beyond_ascii(const char* at, const char* end) {
  const auto first = static_cast<unsigned char>(*at);
  const Lead lead = read_lead(first);
  if (lead.following == 0) return {kReplacement, 1};
  char32_t value = first & (0x3F >> lead.following);
  uint8_t low = lead.low;
  uint8_t high = lead.high;
  for (uint8_t length = 1; length <= lead.following; ++length) {
    if (at + length == end) return {kReplacement, length};
    const auto byte = static_cast<unsigned char>(at[length]);
    if (byte < low || byte > high) return {kReplacement, length};
    value = value << 6 | (byte & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return {value, static_cast<uint8_t>(lead.following + 1)};
}

void append(std::string& out, char32_t code_point) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (surrogate || code_point > 0x10FFFF) code_point = kReplacement;
  if (code_point < 0x80) return put(code_point);
  if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
  } else {
    put(0xF0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
  }
  put(0x80 | (code_point & 0x3F));
}

bool is_valid(std::string_view text) noexcept { return valid_prefix(text) == text.size(); }

Repaired repair(std::string_view text) {
  Repaired result;
  result.text.reserve(text.size());
  for (;;) {
    const size_t good = valid_prefix(text);
    result.text.append(text.substr(0, good));
    text.remove_prefix(good);
    if (text.empty()) return result;
    append(result.text, kReplacement);
    ++result.replaced;
    text.remove_prefix(next(text.data(), text.data() + text.size()).length);
  }
}

size_t count_code_points(std::string_view text) noexcept {
  size_t count = 0;
  for (const char byte : text) count += (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  return count;
}

size_t utf16_length(std::string_view text) noexcept {
  size_t units = 0;
  for (const char signed_byte : text) {
    const auto byte = static_cast<unsigned char>(signed_byte);
    units += ((byte & 0xC0) != 0x80) + (byte >= 0xF0);
  }
  return units;
}

size_t prefix_bytes(std::string_view text, size_t code_points) noexcept {
  size_t at = 0;
  for (; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (begins && code_points-- == 0) break;
  }
  return at;
}

}  // namespace loci::utf8
