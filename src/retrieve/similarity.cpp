// Tested by tests/retrieve/similarity_test.cpp.

#include "retrieve/similarity.h"

#include "text/tokenizer.h"

namespace loci {

WordSet::WordSet(std::initializer_list<std::string_view> pieces, const Analyzer& analyzer) {
  TokenBuffer buffer;
  for (const std::string_view piece : pieces) tokenize(piece, analyzer, buffer);
  bytes_ = std::make_unique<const std::string>(std::move(buffer.terms));
  for (const Token& token : buffer.tokens) {
    if (token.kind != TokenKind::kWord) continue;
    const std::string_view word = {bytes_->data() + token.term_offset, token.term_length};
    words_.try_emplace(word, words_.size());
  }
}

size_t WordSet::count_shared(const WordSet& other) const {
  size_t shared = 0;
  for (const auto& [word, place] : words_) shared += other.words_.contains(word);
  return shared;
}

double jaccard(const WordSet& a, const WordSet& b) {
  const size_t shared = a.size() < b.size() ? a.count_shared(b) : b.count_shared(a);
  const size_t all = a.size() + b.size() - shared;
  return all == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(all);
}

}  // namespace loci
