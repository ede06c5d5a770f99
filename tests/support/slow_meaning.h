#pragma once

/// The formulas of retrieve/meaning.h as they stand there, for signals by id.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/math.h"
#include "index/vector_index.h"
#include "support/slow_context.h"

namespace loci::test {

/// `ranked`: the ids of `cosines`, the highest first.
inline std::map<int64_t, double> slow_shares(const std::map<int64_t, double>& cosines,
                                             std::vector<int64_t> ranked) {
  if (ranked.size() > 40) ranked.resize(40);
  std::map<int64_t, double> shares;
  for (const int64_t id : ranked) {
    const double most = cosines.at(ranked.front());
    const double least = cosines.at(ranked.back());
    shares[id] = most == least ? 1 : (cosines.at(id) - least) / (most - least);
  }
  return shares;
}

/// What the shares come to where neighbours lend them. `words`: what the words' context looked at;
/// `all`: every document that is accepted.
inline std::map<int64_t, double> slow_lent(const std::map<int64_t, double>& shares,
                                           const std::set<int64_t>& words,
                                           const std::set<int64_t>& all,
                                           const SlowSequences& sequences) {
  SlowContext context;
  context.sequences = sequences;
  std::vector<int64_t> lenders;
  std::set<int64_t> others = words;
  for (const int64_t id : all) {
    context.given[id] = {shares.contains(id) ? shares.at(id) : 0};
    if (context.given[id][0] > 0) lenders.push_back(id);
  }
  for (const auto& [id, share] : shares) others.insert(id);
  std::map<int64_t, double> lent;
  for (const auto& [id, parts] : context.scores(lenders, others)) lent[id] = parts.sum();
  return lent;
}

inline double slow_weight(double nearest, const CosineSpread& spread, double covered,
                          std::optional<double> of_best_by_words) {
  double out = spread.count < 16 ? 1 : 0;
  double agreement = 1;
  if (spread.count >= 16 && spread.deviation > 0) {
    const double expected = std::sqrt(2 * natural_log(static_cast<double>(spread.count)));
    const double q = (nearest - spread.mean) / spread.deviation / expected;
    out = std::clamp((q - 0.4) / (1 - 0.4), 0.0, 1.0);
    if (out > 0 && of_best_by_words) {
      const double r = (*of_best_by_words - spread.mean) / (nearest - spread.mean);
      agreement = std::clamp((r - 0.4) / (0.6 - 0.4), 0.0, 1.0);
    }
  }
  return out * (1 - 0.8 * covered) * (1 - std::min(1.0, covered / 0.3) * (1 - agreement));
}

}  // namespace loci::test
