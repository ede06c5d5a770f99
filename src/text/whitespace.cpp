// Tested by tests/text/links_test.cpp and tests/wiki/item_rules_test.cpp.

#include "text/whitespace.h"

#include "base/utf8.h"

namespace loci {
namespace {

/// Where the last character of a text that is not empty starts.
size_t last_start(std::string_view text) {
  size_t at = text.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

utf8::CodePoint first_of(std::string_view text) {
  return utf8::next(text.data(), text.data() + text.size());
}

}  // namespace

bool is_whitespace(char32_t c) noexcept {
  if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

std::string_view trim(std::string_view text) noexcept {
  while (!text.empty()) {
    const utf8::CodePoint first = first_of(text);
    if (!is_whitespace(first.value)) break;
    text.remove_prefix(first.length);
  }
  while (!text.empty()) {
    const size_t at = last_start(text);
    if (!is_whitespace(first_of(text.substr(at)).value)) break;
    text = text.substr(0, at);
  }
  return text;
}

std::string collapse_whitespace(std::string_view text) {
  std::string out;
  bool gap = false;
  while (!text.empty()) {
    const utf8::CodePoint character = first_of(text);
    const bool is_blank = is_whitespace(character.value);
    if (!is_blank && gap && !out.empty()) out += ' ';
    if (!is_blank) out += text.substr(0, character.length);
    gap = is_blank;
    text.remove_prefix(character.length);
  }
  return out;
}

bool is_control(char32_t c) noexcept { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

}  // namespace loci
