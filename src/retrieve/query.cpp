// Tested by tests/retrieve/query_test.cpp.

#include "retrieve/query.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
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

// Finds terms by open addressing. A slot has a place in the terms and one, or 0.
class TermPlaces {
 public:
  // For `most` terms at most.
  TermPlaces(std::vector<QueryTerm>& terms, size_t most)
      : terms_(terms), slots_(std::bit_ceil(2 * most + 1)) {}

  // The term of a token, which is added if it is new.
  QueryTerm& find_or_add(std::string_view term, const Token& token) {
    const size_t mask = slots_.size() - 1;
    size_t at = hash_bytes(term) & mask;
    while (slots_[at] != 0 && terms_[slots_[at] - 1].term != term) at = (at + 1) & mask;
    if (slots_[at] == 0) {
      terms_.push_back({std::string(term), token.kind, token.shape});
      slots_[at] = static_cast<uint32_t>(terms_.size());
    }
    return terms_[slots_[at] - 1];
  }

 private:
  std::vector<QueryTerm>& terms_;
  std::vector<uint32_t> slots_;
};

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
  TermPlaces places(terms, buffer.tokens.size());
  for (size_t i = 0; i < buffer.tokens.size(); ++i) {
    const Token& token = buffer.tokens[i];
    count(token.kind, functions[i], places.find_or_add(buffer.term(token), token));
  }
  unmark_lonely_functions(terms);
  return terms;
}

}  // namespace loci
