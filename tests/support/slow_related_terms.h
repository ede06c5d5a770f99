#pragma once

/// The terms that are like a word, found the slow way: its grams as a set of texts, compared with
/// those of every term.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.h"

namespace loci::test {

struct SlowRelative {
  std::string term;
  int sixteenths;
  bool operator==(const SlowRelative&) const = default;
};

/// The runs of four letters in `<word>`, or all of it.
inline std::set<std::u32string> slow_grams(const std::string& word) {
  std::u32string marked = U"<";
  for (const char* at = word.data(); at < word.data() + word.size();) {
    const auto [c, length] = utf8::next(at, word.data() + word.size());
    marked += c;
    at += length;
  }
  marked += U">";
  std::set<std::u32string> grams;
  for (size_t at = 0; at == 0 || at + 4 <= marked.size(); ++at) grams.insert(marked.substr(at, 4));
  return grams;
}

/// 0 where they are not alike.
inline int slow_sixteenths(const std::string& a, const std::string& b) {
  const auto grams_a = slow_grams(a);
  const auto grams_b = slow_grams(b);
  size_t shared = 0;
  for (const auto& gram : grams_a) shared += grams_b.count(gram);
  const double dice =
      2 * static_cast<double>(shared) / static_cast<double>(grams_a.size() + grams_b.size());
  return dice < 0.5 ? 0 : static_cast<int>(std::floor(dice * 12.8 + 0.5 + 1e-9));
}

/// `terms`: all that may be like `word`.
inline std::vector<SlowRelative> slow_relatives(const std::string& word,
                                                const std::set<std::string>& terms) {
  std::vector<SlowRelative> found;
  for (const std::string& term : terms) {
    const int sixteenths = term == word ? 0 : slow_sixteenths(word, term);
    if (sixteenths > 0) found.push_back({term, sixteenths});
  }
  std::sort(found.begin(), found.end(), [](const SlowRelative& a, const SlowRelative& b) {
    return a.sixteenths != b.sixteenths ? a.sixteenths > b.sixteenths : a.term < b.term;
  });
  if (found.size() > 16) found.resize(16);
  return found;
}

}  // namespace loci::test
