// The tables of UAX #29 would cost more bytes than all that uses them, and the properties that the
// tokenizer needs anyway say nearly the same: what extends a character is a mark, or looks like
// nothing by itself. Given up: letters that join what follows them (Arabic number signs), and
// several leading consonants of old Hangul.
//
// Tested by tests/text/code_points_test.cpp.

#include "text/code_points.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/unicode/unicode.h"

namespace loci {
namespace {

using unicode::Category;

constexpr char32_t kJoiner = 0x200D;
constexpr uint8_t kVirama = 9;  // the combining class of what makes a conjunct of two consonants

bool is_between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

bool is_regional_indicator(char32_t c) { return is_between(c, 0x1F1E6, 0x1F1FF); }

bool extends(char32_t c) {
  if (c < 0x80) return false;
  if (unicode::category(c) == Category::kMark || unicode::is_ignorable(c)) return true;
  return is_between(c, 0x1F3FB, 0x1F3FF) ||  // skin tones
         is_between(c, 0xE0020, 0xE007F) ||  // tags, in the flags of regions
         is_between(c, 0x1160, 0x11FF) ||    // vowels and finals of Hangul
         is_between(c, 0xD7B0, 0xD7FB) ||    // and their extension
         c == 0xE33 || c == 0xEB3 ||         // am of Thai and Lao, letters that stand like marks
         is_between(c, 0xFF9E, 0xFF9F);      // voicing of half-width kana
}

bool makes_conjunct(char32_t before, char32_t c) {
  return unicode::combining_class(before) == kVirama && unicode::category(c) == Category::kLetter;
}

}  // namespace

CodePoints::CodePoints(std::string_view text, uint32_t most) : text_(text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  bytes_.reserve(std::min<size_t>(text.size(), most) + 1);
  bytes_.push_back(0);
  for (const char* at = begin; at < end && size() < most;) {
    at += utf8::next(at, end).length;
    bytes_.push_back(static_cast<uint32_t>(at - begin));
  }
}

char32_t CodePoints::operator[](uint32_t at) const {
  return utf8::next(text_.data() + bytes_[at], text_.data() + text_.size()).value;
}

uint32_t CodePoints::index_of(uint32_t byte) const {
  return static_cast<uint32_t>(std::lower_bound(bytes_.begin(), bytes_.end(), byte) -
                               bytes_.begin());
}

bool CodePoints::starts_cluster(uint32_t at) const {
  if (at == 0 || at == size()) return true;
  const char32_t before = (*this)[at - 1];
  const char32_t c = (*this)[at];
  if (before == '\r' && c == '\n') return false;
  if (extends(c) || before == kJoiner || makes_conjunct(before, c)) return false;
  if (!is_regional_indicator(c)) return true;
  uint32_t indicators = 0;  // before this one: a flag is two of them
  while (indicators < at && is_regional_indicator((*this)[at - 1 - indicators])) ++indicators;
  return indicators % 2 == 0;
}

}  // namespace loci
