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
};

/// The distinct terms of `text`, in the order of their first appearance: the order in which scores
/// are summed.
std::vector<QueryTerm> parse_query(std::string_view text, const Analyzer& analyzer);

}  // namespace loci
