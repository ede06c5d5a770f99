// Tested by tests/retrieve/query_test.cpp.

#include "retrieve/query.h"

#include <unordered_map>

#include "text/tokenizer.h"

namespace loci {
namespace {

void count(TokenKind kind, QueryTerm& term) {
  if (kind == TokenKind::kPart) {
    ++term.parts;
    return;
  }
  ++term.occurrences;
  if (term.kind == TokenKind::kPart) term.kind = kind;
}

}  // namespace

std::vector<QueryTerm> parse_query(std::string_view text, const Analyzer& analyzer) {
  TokenBuffer buffer;
  tokenize(text, analyzer, buffer);
  std::vector<QueryTerm> terms;
  std::unordered_map<std::string_view, size_t> places;
  for (const Token& token : buffer.tokens) {
    const std::string_view term = buffer.term(token);
    const auto [found, added] = places.try_emplace(term, terms.size());
    if (added) terms.push_back({std::string(term), token.kind, token.shape});
    count(token.kind, terms[found->second]);
  }
  return terms;
}

}  // namespace loci
