#pragma once

/// What a word shares with its other forms: its beginning, and its n-grams. Knows no language.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/function_ref.h"

namespace loci {

/// Letters in a gram; letters and marks here are code points.
inline constexpr size_t kGramLetters = 4;

/// Words of fewer letters have no other forms: too many words are like them. Words of more are
/// none that people wrote, and cost too much to compare.
inline constexpr size_t kFewestFormLetters = 3;
inline constexpr size_t kMostFormLetters = 64;

/// Whether a term can have other forms, or be one: it has neither too few letters nor too many, of
/// a script with spaces, no digit and no mark, and is spelled without accents. What has accents
/// stands in the index in both spellings, and shall count once.
bool may_have_forms(std::string_view term);

/// A form by its beginning: two words of which the longer has `m` letters are forms of each other
/// when they begin with the same `p` letters, and
///
///   p >= kFewestSharedLetters, m - p <= kMostOtherLetters, p >= m x 3 / 5
///
/// The numbers were chosen by how well such pairs agree with those to which the Snowball stemmers
/// of 15 languages give one stem (precision 0.52, recall 0.69).
inline constexpr size_t kFewestSharedLetters = 4;
inline constexpr size_t kMostOtherLetters = 4;
constexpr bool share_a_stem(size_t shared_letters, size_t longer_letters) {
  return shared_letters >= kFewestSharedLetters &&
         longer_letters <= shared_letters + kMostOtherLetters &&
         5 * shared_letters >= 3 * longer_letters;
}

/// The beginning that every form of `word` by its beginning has, at least; empty where there can be
/// none. Views into `word`:
///
///   migrations   ->   migrat   (migrate, migrating, migration)
std::string_view form_beginning(std::string_view word);

/// A gram of a word: its hash, and where it stands in the marked word, `<word>`, in bytes. Equal
/// grams have equal hashes in every build; a few others share one.
struct WordGram {
  uint32_t hash;
  uint32_t start;
  uint32_t end;
};

/// Calls `visit` with each distinct gram of `<word>`, in the order of the word.
///
///   migrate   ->   <mig migr igra grat rate ate>
///
/// Of more than kMostFormLetters letters the word is read as if it ended after these.
void each_gram(std::string_view word, FunctionRef<void(const WordGram&)> visit);

}  // namespace loci
