#pragma once

/// The tokens of the reference profile in the slow, obvious way: the text as a list of characters,
/// read twice. What the tokenizer is compared with.

#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"

namespace loci::test {

inline std::u32string characters_of(std::string_view text) {
  std::u32string characters;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = utf8::next(text.data() + at, text.data() + text.size());
    characters += value;
    at += length;
  }
  return characters;
}

inline bool is_ascii_word_character(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9');
}

inline bool is_reference_cjk(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x4E00 && c <= 0x9FFF);
}

/// The maximal runs of characters that `belongs` accepts.
inline std::vector<std::u32string> runs_of(const std::u32string& text, bool (*belongs)(char32_t)) {
  std::vector<std::u32string> runs;
  bool inside = false;
  for (const char32_t c : text) {
    if (belongs(c) && !inside) runs.emplace_back();
    inside = belongs(c);
    if (inside) runs.back() += c;
  }
  return runs;
}

inline std::vector<std::string> slow_reference_tokens(std::string_view text) {
  const std::u32string characters = characters_of(text);
  std::vector<std::string> tokens;
  for (const std::u32string& word : runs_of(characters, is_ascii_word_character)) {
    tokens.emplace_back();
    for (const char32_t c : word)
      tokens.back() += static_cast<char>(c >= U'A' && c <= U'Z' ? c + 32 : c);
  }
  for (const std::u32string& run : runs_of(characters, is_reference_cjk)) {
    const size_t width = run.size() == 1 ? 1 : 2;
    for (size_t i = 0; i + width <= run.size(); ++i) {
      tokens.emplace_back();
      for (size_t k = 0; k < width; ++k) utf8::append(tokens.back(), run[i + k]);
    }
  }
  return tokens;
}

}  // namespace loci::test
