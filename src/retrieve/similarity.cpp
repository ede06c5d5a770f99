// Tested by tests/retrieve/similarity_test.cpp.

#include "retrieve/similarity.h"

#include <algorithm>

#include "base/hash.h"
#include "base/sort.h"
#include "text/tokenizer.h"

namespace loci {

WordSet::WordSet(std::initializer_list<std::string_view> pieces, const Analyzer& analyzer) {
  TokenBuffer buffer;
  for (const std::string_view piece : pieces) tokenize(piece, analyzer, buffer);
  for (const Token& token : buffer.tokens) {
    if (token.kind == TokenKind::kWord) hashes_.push_back(hash_bytes(buffer.term(token)));
  }
  heap_sort(hashes_.data(), hashes_.data() + hashes_.size());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
}

size_t WordSet::count_shared(const WordSet& other) const {
  size_t shared = 0;
  auto a = hashes_.begin();
  auto b = other.hashes_.begin();
  while (a != hashes_.end() && b != other.hashes_.end()) {
    if (*a < *b) {
      ++a;
    } else if (*b < *a) {
      ++b;
    } else {
      ++shared, ++a, ++b;
    }
  }
  return shared;
}

double jaccard(const WordSet& a, const WordSet& b) {
  const size_t shared = a.count_shared(b);
  const size_t all = a.size() + b.size() - shared;
  return all == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(all);
}

}  // namespace loci
