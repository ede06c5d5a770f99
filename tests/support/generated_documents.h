#pragma once

/// Documents made of words with Zipf's distribution, as texts have: few words everywhere, most
/// words almost nowhere.

#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "text/token.h"

namespace loci::test {

class DocumentGenerator {
 public:
  DocumentGenerator(uint64_t seed, int vocabulary) : random_(seed), vocabulary_(vocabulary) {}

  std::string word() {
    const double u = std::uniform_real_distribution<double>(0, 1)(random_);
    return "w" + std::to_string(static_cast<int>(std::pow(vocabulary_, u)));
  }

  std::vector<std::string> words(int most) {
    std::vector<std::string> words(static_cast<size_t>(below(most + 1)));
    for (std::string& word : words) word = this->word();
    return words;
  }

  int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }

 private:
  std::mt19937_64 random_;
  int vocabulary_;
};

/// The words as the tokens of a text.
inline TokenBuffer tokens_of(const std::vector<std::string>& words) {
  TokenBuffer buffer;
  for (const std::string& word : words) {
    buffer.tokens.push_back({static_cast<uint32_t>(buffer.terms.size()),
                             static_cast<uint32_t>(word.size()), 0, 0, TokenKind::kWord,
                             TokenShape::kWhole});
    buffer.terms += word;
  }
  return buffer;
}

}  // namespace loci::test
