#pragma once

/// Words that have other forms: made-up stems with endings, of a few alphabets.

#include <random>
#include <string>
#include <vector>

namespace loci::test {

class InflectedWords {
 public:
  /// So many stems; the fewer, the more words are alike.
  InflectedWords(uint64_t seed, int stems) : random_(seed), stems_(stems) {}

  std::string word() {
    static const std::vector<std::string> endings = {
        "", "s", "ed", "ing", "ation", "er", "ung", "ов", "ами", "ται", "ler", "lerin", "a"};
    static const std::vector<std::string> syllables = {"mi", "gra", "no", "ta", "бу", "ка",
                                                       "lo", "sen", "ρι", "a",  "e",  "str"};
    std::mt19937_64 stem(static_cast<uint64_t>(below(stems_)));
    std::string word;
    for (uint64_t i = 1 + stem() % 4; i > 0; --i) word += syllables[stem() % syllables.size()];
    return word + endings[static_cast<size_t>(below(static_cast<int>(endings.size())))];
  }

  int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }

 private:
  std::mt19937_64 random_;
  int stems_;
};

}  // namespace loci::test
