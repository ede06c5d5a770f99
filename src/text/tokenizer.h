#pragma once

/// From a text to the tokens it is found by.
///
/// Both profiles: ASCII words `[a-z0-9]+` in lower case; a run of CJK as its bigrams, or as the one
/// character it consists of. The default profile also reads every other script, folds case, width
/// and accents, and keeps identifiers whole beside their parts (SPEC 1):
///
///   Café für getUserById, C++ v2.4   ->   cafe café fur für getuserbyid get user by id c c++
///                                         v2 4 v2.4
///   重跑gen-itgc后                    ->   gen itgc gen-itgc 重跑 后
///
/// With a segmenter the words of a run of CJK are found too: in the default profile beside the
/// bigrams, so that no dictionary loses a hit, in the reference instead of them.

#include <cstdint>
#include <string_view>

#include "text/analyzer.h"
#include "text/profile.h"
#include "text/token.h"

namespace loci {

/// Appends the tokens of `text` to `out`: those of scripts without spaces behind the others, each
/// group in the order of the text. A term is given once for the same place. `text` is valid UTF-8
/// of less than 2^31 bytes (bad bytes do no harm: they are gaps). Time is linear in the text.
void tokenize(std::string_view text, const Analyzer& analyzer, TokenBuffer& out);

/// What the text will cost a model, about: one for each ASCII word, and one for each character of
/// CJK (reference) or each letter, mark and number outside ASCII (default).
uint64_t estimate_tokens(std::string_view text, Profile profile);

}  // namespace loci
