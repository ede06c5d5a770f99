// Tested by tests/retrieve/query_test.cpp.

#include "retrieve/query.h"

#include <algorithm>
#include <unordered_map>

#include "text/function_words.h"
#include "text/tokenizer.h"

namespace loci {
namespace {

// One more token of the term. What it is as a word of its own outweighs what it is as a part.
void count(TokenKind kind, bool is_function, QueryTerm& term) {
  const bool is_part = kind == TokenKind::kPart;
  const bool is_first = term.occurrences == 0 && (!is_part || term.parts == 0);
  if (is_first) term.is_function = is_function;
  if (!is_part || term.occurrences == 0) term.is_function = term.is_function && is_function;
  if (is_part) {
    ++term.parts;
    return;
  }
  ++term.occurrences;
  if (term.kind == TokenKind::kPart) term.kind = kind;
}

// Where nothing else is asked for, function words are words like others.
void unmark_lonely_functions(std::vector<QueryTerm>& terms) {
  if (std::any_of(terms.begin(), terms.end(), [](const QueryTerm& t) { return t.counts(); }))
    return;
  for (QueryTerm& term : terms) term.is_function = false;
}

}  // namespace

std::vector<QueryTerm> parse_query(std::string_view text, const Analyzer& analyzer) {
  TokenBuffer buffer;
  tokenize(text, analyzer, buffer);
  std::vector<bool> functions(buffer.tokens.size());
  if (analyzer.profile == Profile::kDefault) functions = function_words(buffer);
  std::vector<QueryTerm> terms;
  std::unordered_map<std::string_view, size_t> places;
  for (size_t i = 0; i < buffer.tokens.size(); ++i) {
    const Token& token = buffer.tokens[i];
    const std::string_view term = buffer.term(token);
    const auto [found, added] = places.try_emplace(term, terms.size());
    if (added) terms.push_back({std::string(term), token.kind, token.shape});
    count(token.kind, functions[i], terms[found->second]);
  }
  unmark_lonely_functions(terms);
  return terms;
}

}  // namespace loci
