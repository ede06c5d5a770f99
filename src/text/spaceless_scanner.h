#pragma once

/// Reads one run of a script without spaces (CJK, Thai, Lao, Khmer, Myanmar) or of Hangul, and cuts
/// it into bigrams, CJK into the words of a dictionary and Thai into trigrams as well.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/analyzer.h"
#include "text/token.h"

namespace loci {

/// Which runs a character can be in.
enum class RunKind : uint8_t {
  kNone,
  kWord,  // a script with spaces: text/word_scanner.h
  kCjk,
  kHangul,
  kThai,
  kLao,
  kKhmer,
  kMyanmar,
};

/// The kind of run that the character `c` begins. Marks begin none.
RunKind run_kind(char32_t c);

/// Whether a run of this kind has letters that say little alone, Thai and its kin: several make a
/// syllable, so a bigram is found in many words, and a trigram tells more.
bool has_spelled_syllables(RunKind kind);

/// Reads the run of `kind` that begins at `at`, and appends its bigrams to `out`, or the one
/// character it consists of; a run of Hangul also as a whole. With a segmenter a run of CJK gives
/// the words of three characters and more beside the bigrams: shorter ones are bigrams. With forms
/// by grams a run that has_spelled_syllables() gives its trigrams, too, as grams. A combining mark
/// belongs to the character before it. Returns where to read on.
size_t scan_spaceless_run(std::string_view text, size_t at, RunKind kind, const Analyzer& analyzer,
                          TokenBuffer& out);

}  // namespace loci
