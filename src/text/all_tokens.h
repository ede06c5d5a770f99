#pragma once

/// The tokens of a text together with what its words are compared by.

#include <string_view>

#include "text/analyzer.h"
#include "text/token.h"

namespace loci {

/// Appends what tokenize() appends, and behind each word, part or identifier that can have other
/// forms, at its place, what they are told by: with forms by stems the beginning that they share
/// with it, as a form, where that is shorter than the word; with forms by grams its grams, the
/// ends of the word marked in them.
///
///   migrate   ->   word migrate, form migra, grams <mig migr igra grat rate ate>
///
/// A term is given once for the same place.
void tokenize_all(std::string_view text, const Analyzer& analyzer, TokenBuffer& out);

}  // namespace loci
