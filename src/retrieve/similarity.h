#pragma once

/// How alike two texts are by the words they share.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "text/analyzer.h"

namespace loci {

/// The distinct words of a text: what stands for itself in it, no identifiers and no parts of them.
/// Words are told apart by hashes: two that share one, about one pair in 2^32, count as the same.
class WordSet {
 public:
  /// Of a text that comes in pieces, each as if a line end followed.
  WordSet(std::initializer_list<std::string_view> pieces, const Analyzer& analyzer);

  size_t size() const { return hashes_.size(); }
  size_t count_shared(const WordSet& other) const;

 private:
  std::vector<uint32_t> hashes_;  // of the words, rising
};

/// The share of words that both have among those that either has, in [0, 1]; 0 where neither has
/// one. The same whichever comes first.
double jaccard(const WordSet& a, const WordSet& b);

}  // namespace loci
