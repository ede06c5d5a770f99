#pragma once

/// A question as the terms that it asks for.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyzer.h"
#include "text/token.h"

namespace loci {

struct QueryTerm {
  std::string term;
  TokenKind kind;  // kPart only where nothing else asks for the term
  TokenShape shape;
  uint32_t occurrences = 0;  // as a word or an identifier
  uint32_t parts = 0;        // as a part of an identifier
  bool is_function = false;  // a function word beside content words: asked for, but hardly meant

  /// Whether it is one of the words that a question is about: no mere part of an identifier or
  /// gram, and no function word where there is anything else.
  bool counts() const { return kind <= TokenKind::kIdentifier && !is_function; }
};

/// The distinct terms of `text`, in the order of their first appearance: the order in which scores
/// are summed.
///
/// In the default profile those that stand nowhere but as function words (text/function_words.h)
/// are marked, unless nothing else is asked for:
///
///   when did she move to the coast   ->   when* did* she* move to* the* coast
///   who is who                       ->   who is
std::vector<QueryTerm> parse_query(std::string_view text, const Analyzer& analyzer);

}  // namespace loci
