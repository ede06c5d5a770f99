#pragma once

/// What the tokenizer must know of Unicode 15.0: what a character is, which script it belongs to,
/// and what it folds to. Every function is total: it takes any 32-bit value, treats surrogates and
/// values past U+10FFFF as unassigned, allocates nothing and cannot fail.

#include <cstddef>
#include <cstdint>

namespace loci::unicode {

/// The part a character can play in a word; unassigned characters are kOther.
enum class Category : uint8_t {
  kOther,   // punctuation, symbols, blanks, controls
  kLetter,  // L*
  kMark,    // M*
  kDigit,   // Nd: has a decimal value
  kNumber,  // Nl, No: Roman numerals, superscripts, fractions
};

/// Scripts that some rule names. The others have values from kFirstOther on, one each, so that two
/// characters of two scripts always compare different. The numbers are not stable between
/// versions: never store one.
enum class Script : uint8_t {
  kCommon,
  kInherited,
  kLatin,
  kGreek,
  kCyrillic,
  kArabic,
  kHebrew,
  kSyriac,
  kCoptic,
  kArmenian,
  kGeorgian,
  kGlagolitic,
  kHan,
  kHiragana,
  kKatakana,
  kHangul,
  kThai,
  kLao,
  kKhmer,
  kMyanmar,
  kFirstOther,
};

/// Both at the cost of one lookup. A character of category kOther is always kCommon.
struct Properties {
  Category category;
  Script script;
};

Properties properties(char32_t c);
inline Category category(char32_t c) { return properties(c).category; }
inline Script script(char32_t c) { return properties(c).script; }

/// SPEC's CJK: U+3040–30FF, U+3400–4DBF, U+4E00–9FFF, assigned or not; with `supplementary` also
/// the planes of ideographs, U+20000–3FFFF.
inline bool is_cjk(char32_t c, bool supplementary) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3040 && c <= 0x30FF) ||
         (c >= 0x3400 && c <= 0x4DBF) || (supplementary && c >= 0x20000 && c <= 0x3FFFF);
}

/// Scripts whose words stand without spaces between them, CJK aside.
inline bool is_spaceless(Script script) {
  return script >= Script::kThai && script <= Script::kMyanmar;
}

/// Whether a combining mark of this script is part of the letter (vowel signs of Indic scripts and
/// Thai, the voicing of kana). The others write accents, points and vowel marks that people leave
/// out when they type a query: those go from the folded word.
inline bool keeps_marks(Script script) { return script > Script::kGlagolitic; }

/// Characters inside a word that change its looks alone: soft hyphen, joiners, variation selectors,
/// the Arabic tatweel. They end no word, and folded words hold none.
bool is_ignorable(char32_t c) noexcept;

/// Canonical combining class, 0 to 254; other than 0 for marks alone.
uint8_t combining_class(char32_t c) noexcept;

/// The character that two compose to in NFC (`e` + U+0301 gives `é`, Hangul jamo give syllables), 0
/// when they do not.
char32_t compose(char32_t first, char32_t second) noexcept;

/// The most characters that fold() gives.
inline constexpr size_t kMaxFold = 8;

/// Writes to `out`, which has room for kMaxFold, what a letter, mark or number folds to, and
/// returns how many characters that is (at least 1): compatibility decomposition and full case
/// folding, repeated until nothing changes, so that folding the result again gives the same. Beyond
/// that:
/// - decimal digits of any script become 0–9;
/// - Hangul syllables stay whole;
/// - U+0345, the Greek iota subscript, stays a mark instead of becoming a letter;
/// - fractions, numbers in parentheses and the phrases U+FDFA and U+FDFB stay as they are, since
///   they would fall apart into several words;
/// - mathematical Arabic letters and the compatibility ideographs of plane 2 stay as they are.
/// Characters of category kOther stay as they are. Marks are kept: fold_word() drops them.
size_t fold(char32_t c, char32_t* out) noexcept;

}  // namespace loci::unicode
