#pragma once

/// The terms that are like a word, found the slow way: its grams as a set of texts, and its
/// letters, compared with those of every term.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/forms.h"

namespace loci::test {

struct SlowRelative {
  std::string term;
  int sixteenths;
  bool operator==(const SlowRelative&) const = default;
};

inline int slow_rounded(double x) { return static_cast<int>(std::floor(x + 0.5 + 1e-9)); }

inline std::u32string slow_letters(const std::string& word) {
  std::u32string letters;
  for (const char* at = word.data(); at < word.data() + word.size();) {
    const auto [c, length] = utf8::next(at, word.data() + word.size());
    letters += c;
    at += length;
  }
  return letters;
}

/// The runs of four letters in `<word>`, or all of it.
inline std::set<std::u32string> slow_grams(const std::string& word) {
  const std::u32string marked = U"<" + slow_letters(word) + U">";
  std::set<std::u32string> grams;
  for (size_t at = 0; at == 0 || at + 4 <= marked.size(); ++at) grams.insert(marked.substr(at, 4));
  return grams;
}

inline int slow_by_beginning(const std::string& a, const std::string& b) {
  const std::u32string x = slow_letters(a);
  const std::u32string y = slow_letters(b);
  size_t common = 0;
  while (common < std::min(x.size(), y.size()) && x[common] == y[common]) ++common;
  const size_t longer = std::max(x.size(), y.size());
  const double share = static_cast<double>(common) / static_cast<double>(longer);
  if (common < 4 || longer - common > 4 || share < 0.6 - 1e-9) return 0;
  return slow_rounded(share * 12.8);
}

/// `terms`: all that may be like `word`.
inline std::vector<SlowRelative> slow_relatives(const std::string& word, Forms forms,
                                                const std::set<std::string>& terms) {
  const auto grams = slow_grams(word);
  std::map<std::string, std::set<std::u32string>> grams_of;
  for (const std::string& term : terms) grams_of[term] = slow_grams(term);
  std::map<std::u32string, double> weights;
  double total = 0;
  for (const auto& gram : grams) {
    size_t holders = 0;
    for (const auto& [term, others] : grams_of) holders += others.count(gram);
    const size_t count = std::max<size_t>(terms.size(), 64);
    const double share = std::floor(static_cast<double>(count / (1 + holders)));
    weights[gram] = share < 1 ? 1 : std::floor(std::log2(share)) + 1;
    total += weights[gram];
  }
  std::vector<SlowRelative> found;
  for (const auto& [term, others] : grams_of) {
    double shared = 0;
    for (const auto& gram : others) shared += grams.count(gram) > 0 ? weights[gram] : 0;
    const double longer =
        1 + static_cast<double>(others.size()) / static_cast<double>(grams.size());
    const double similarity = std::min(1.0, 2 * shared / (total * longer));
    const int gram =
        similarity < (grams.size() <= 3 ? 0.33 : 0.37) - 1e-9 ? 0 : slow_rounded(similarity * 12.8);
    const int form = slow_by_beginning(word, term);
    const SlowRelative relatives[] = {{term, form}, {term, gram}, {term, std::max(form, gram)}};
    const SlowRelative relative = relatives[forms == Forms::kStems   ? 0
                                            : forms == Forms::kGrams ? 1
                                                                     : 2];
    if (term != word && relative.sixteenths > 0) found.push_back(relative);
  }
  std::sort(found.begin(), found.end(), [](const SlowRelative& a, const SlowRelative& b) {
    return a.sixteenths != b.sixteenths ? a.sixteenths > b.sixteenths : a.term < b.term;
  });
  if (found.size() > 16) found.resize(16);
  return found;
}

}  // namespace loci::test
