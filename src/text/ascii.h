#pragma once

/// What the characters of ASCII are to the tokenizer, by table: most text is made of them.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace loci::ascii {

inline constexpr uint8_t kAlnum = 1;
inline constexpr uint8_t kUpper = 2;
inline constexpr uint8_t kLower = 4;
inline constexpr uint8_t kJoiner = 8;  // may stand inside an identifier

inline constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> classes{};
  for (char c = '0'; c <= '9'; ++c) classes[static_cast<uint8_t>(c)] = kAlnum;
  for (char c = 'a'; c <= 'z'; ++c) classes[static_cast<uint8_t>(c)] = kAlnum | kLower;
  for (char c = 'A'; c <= 'Z'; ++c) classes[static_cast<uint8_t>(c)] = kAlnum | kUpper;
  for (char c : {'_', '.', '-', '\'', '/', '@'}) classes[static_cast<uint8_t>(c)] = kJoiner;
  return classes;
}();

inline uint8_t classes(char c) { return kClasses[static_cast<uint8_t>(c)]; }
inline bool is_ascii(char c) { return static_cast<uint8_t>(c) < 0x80; }
inline bool is_alnum(char c) { return (classes(c) & kAlnum) != 0; }
inline bool is_upper(char c) { return (classes(c) & kUpper) != 0; }
inline bool is_lower(char c) { return (classes(c) & kLower) != 0; }
inline bool is_joiner(char c) { return (classes(c) & kJoiner) != 0; }
inline char to_lower(char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; }

/// is_alnum() as 0 or 1 by arithmetic, for loops that are to run in vectors.
inline uint8_t is_alnum_by_range(char c) {
  const auto byte = static_cast<uint8_t>(c);
  const auto digit = static_cast<uint8_t>(byte - '0');
  const auto letter = static_cast<uint8_t>((byte | 0x20) - 'a');
  return static_cast<uint8_t>(digit < 10) | static_cast<uint8_t>(letter < 26);
}

/// Appends `text` with its ASCII letters in lower case.
inline void append_lower(std::string_view text, std::string& out) {
  const size_t base = out.size();
  out.append(text);
  char* at = out.data() + base;
  for (size_t i = 0; i < text.size(); ++i) {  // without a table, so that it is done in vectors
    const auto c = static_cast<uint8_t>(at[i]);
    at[i] = static_cast<char>(c + (static_cast<uint8_t>(c - 'A') < 26 ? 'a' - 'A' : 0));
  }
}

}  // namespace loci::ascii
