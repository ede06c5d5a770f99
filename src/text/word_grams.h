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

/// Whether `word` (a folded term) can have other forms, or be one: it has neither too few letters
/// nor too many, and no digit.
bool may_have_forms(std::string_view word);

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
