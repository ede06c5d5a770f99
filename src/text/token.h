#pragma once

/// Tokens: what a text is found by.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci {

/// What a token is. A bigram of a script without spaces, or a character that stands alone in such a
/// script, is a word. Words, identifiers and parts share one space of terms: the part `user` of
/// `getUserById` is found by the word `user`. A form is the beginning that a word shares with other
/// forms of it, a gram some neighbouring characters of it: both say that a text holds not the word
/// that was asked for, but one like it.
enum class TokenKind : uint8_t { kWord, kIdentifier, kPart, kForm, kGram };

/// The published name of a kind, such as "identifier".
std::string_view name_of(TokenKind kind) noexcept;

/// How a token was cut from its run.
enum class TokenShape : uint8_t {
  kWhole,          // between blanks, marks or joiners
  kSpelling,       // the same, as it is written: beside the word without its accents
  kBigram,         // two neighbours in a run of a script without spaces
  kTrigram,        // three of them, as a gram
  kLoneCharacter,  // a run of one character in such a script
  kDictionary,     // a word that a segmenter found in a run of CJK
};

/// Whether it was cut from a script with spaces.
constexpr bool is_spaced(TokenShape shape) {
  return shape == TokenShape::kWhole || shape == TokenShape::kSpelling;
}

struct Token {
  uint32_t term_offset;  // into TokenBuffer::terms
  uint32_t term_length;  // bytes
  uint32_t start;        // where it stands in the text: bytes, half-open
  uint32_t end;
  TokenKind kind;
  TokenShape shape;
};

/// Whether it counts in the length of a text. What says again what other tokens say makes none
/// longer: else the word without its accents, in a shorter text, would be worth more than the word
/// itself.
constexpr bool counts_in_length(const Token& token) {
  return token.kind != TokenKind::kGram && token.shape != TokenShape::kSpelling;
}

/// The tokens of one text. Meant to be used again and again: clear() keeps the memory.
struct TokenBuffer {
  std::string terms;  // the bytes of all terms; some bytes belong to none
  std::vector<Token> tokens;

  std::string_view term(const Token& token) const {
    return {terms.data() + token.term_offset, token.term_length};
  }
  void clear() {
    terms.clear();
    tokens.clear();
  }
};

}  // namespace loci
