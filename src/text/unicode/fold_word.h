#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loci::unicode {

/// Appends two spellings of a word, both case-folded, compatibility-folded and in NFC, so that each
/// way to write the same characters gives the same bytes:
///
/// - to `folded` the one without accents, under which a word is found whatever its accents: marks
///   gone where the script does not need them (`café`, Greek tonos, Hebrew points, Arabic vowel
///   marks), Latin letters with a stroke and ligatures spelled out (ø o, ł l, đ d, ı i, æ ae), alef
///   in one form, ё as е;
/// - to `accented` the one with them: equal to `folded` where the word has nothing of the kind.
///
/// Kept in both are marks that make another letter: й ї ў ѓ ќ, the voicing of kana, vowel signs and
/// viramas of Indic scripts, Thai tones. Dropped from both are characters of is_ignorable().
///
/// `run` is valid UTF-8; mixed scripts do no harm. Takes time linear in the run whatever it holds,
/// and no heap but that of the strings. May append nothing, when the run is only marks and
/// ignorable characters. Of more than kMaxMarks marks on one letter, which no language writes, the
/// order is normalised for each stretch of kMaxMarks by itself.
void fold_word(std::string_view run, std::string& folded, std::string& accented);

inline constexpr size_t kMaxMarks = 32;

}  // namespace loci::unicode
