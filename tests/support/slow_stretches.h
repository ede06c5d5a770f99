#pragma once

/// The formula of retrieve/best_stretch.h as it stands there: every stretch is looked at by itself,
/// for every term of the question.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace loci::test {

struct SlowStretchTerm {
  double worth;                      // weight x idf
  std::map<std::string, int> means;  // in sixteenths: 16 itself, else a form
};

/// As sums are counted: whole multiples of 2^-24.
inline double slow_worth(double worth) {
  return std::ldexp(std::floor(std::ldexp(worth, 24)), -24);
}

inline double slow_best_stretch(const std::vector<std::string>& tokens,
                                const std::vector<SlowStretchTerm>& terms) {
  constexpr size_t kLength = 32;
  double best = 0;
  for (size_t begin = 0; begin < tokens.size(); ++begin) {
    double sum = 0;
    for (const SlowStretchTerm& term : terms) {
      int likest = 0;
      for (size_t at = begin; at < std::min(begin + kLength, tokens.size()); ++at) {
        const auto found = term.means.find(tokens[at]);
        if (found != term.means.end()) likest = std::max(likest, found->second);
      }
      sum += slow_worth(term.worth) * likest / 16;
    }
    best = std::max(best, sum);
  }
  return best;
}

}  // namespace loci::test
