// Tested by tests/text/name_key_test.cpp.

#include "text/name_key.h"

#include "base/utf8.h"
#include "text/unicode/fold_word.h"
#include "text/unicode/unicode.h"
#include "text/whitespace.h"

namespace loci {
namespace {

bool is_separator(char32_t c) {
  return c == '_' || c == '-' || c == 0x2010 || c == 0x2011 || is_whitespace(c);
}

/// What fold_word() folds, composes, or leaves out. It would make `m2` of `m²`.
bool is_folded(char32_t c) {
  const unicode::Category category = unicode::category(c);
  return category == unicode::Category::kLetter || category == unicode::Category::kMark ||
         unicode::is_ignorable(c);
}

/// Signs that have a case and are no letters: Roman numerals, letters in circles.
char32_t lower_sign(char32_t c) {
  if (c >= 0x2160 && c <= 0x216F) return c + 16;
  return c >= 0x24B6 && c <= 0x24CF ? c + 26 : c;
}

}  // namespace

std::string name_key(std::string_view name) {
  name = trim(name);
  std::string key;
  std::string without_accents;
  size_t word = 0;  // how much of the name before the current character waits to be folded
  bool gap = false;
  const auto fold = [&](size_t end) {
    unicode::fold_word(name.substr(word, end - word), without_accents, key);
  };
  for (size_t at = 0; at < name.size();) {
    const utf8::CodePoint c = utf8::next(name.data() + at, name.data() + name.size());
    const bool is_gap = is_separator(c.value);
    if (is_gap || !is_folded(c.value)) {
      fold(at);
      word = at + c.length;
      if (!is_gap) utf8::append(key, lower_sign(c.value));
      if (is_gap && !gap) key += '_';
    }
    if (!unicode::is_ignorable(c.value)) gap = is_gap;
    at += c.length;
  }
  fold(name.size());
  return key;
}

}  // namespace loci
