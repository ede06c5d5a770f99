#pragma once

/// How alike two texts are by the words they share.

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "text/analyzer.h"

namespace loci {

/// The distinct words of a text: what stands for itself in it, no identifiers and no parts of them.
class WordSet {
 public:
  /// Of a text that comes in pieces, each as if a line end followed.
  WordSet(std::initializer_list<std::string_view> pieces, const Analyzer& analyzer);

  size_t size() const { return words_.size(); }
  size_t count_shared(const WordSet& other) const;

 private:
  std::unique_ptr<const std::string> bytes_;  // of the words; they stay where they are
  std::unordered_map<std::string_view, size_t> words_;
};

/// The share of words that both have among those that either has, in [0, 1]; 0 where neither has
/// one. The same whichever comes first.
double jaccard(const WordSet& a, const WordSet& b);

}  // namespace loci
