#pragma once

/// The formula of retrieve/context.h as it stands there, one document after the other.

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "retrieve/context.h"
#include "support/slow_sequences.h"

namespace loci::test {

/// Of the documents that are accepted, by id.
struct SlowContext {
  std::map<int64_t, std::vector<double>> given;  // by each term of the query, in order
  std::map<int64_t, double> held;                // by the best stretches, of those that have any
  SlowSequences sequences;

  double own(int64_t id) const {
    double sum = 0;
    for (const double one : given.at(id)) sum += one;
    return sum;
  }

  /// `best`: the ids of the 256 best, or fewer, which lend; `others` lend nothing.
  std::map<int64_t, ContextParts> scores(const std::vector<int64_t>& best,
                                         const std::set<int64_t>& others = {}) const {
    const std::set<int64_t> lenders(best.begin(), best.end());
    std::set<int64_t> candidates = others;
    candidates.insert(best.begin(), best.end());
    for (const int64_t id : best) {
      const auto near = neighbours(id);
      candidates.insert(near[0].begin(), near[0].end());
    }
    std::map<int64_t, ContextParts> scores;
    for (const int64_t id : candidates) {
      ContextParts& parts = scores[id];
      parts.own = own(id);
      parts.coverage = coverage(id);
      const auto near = neighbours(id);
      for (size_t step = 0; step < near.size(); ++step) {
        for (const int64_t one : near[step]) {
          if (lenders.contains(one)) {
            parts.neighbours += kNeighbourWeights[step] * (own(one) + coverage(one));
          }
        }
      }
      parts.sequence = kSequenceWeight * std::max(0.0, best_of_sequence(id, lenders) - parts.own);
    }
    return scores;
  }

 private:
  double coverage(int64_t id) const {
    const auto found = held.find(id);
    return found == held.end() ? 0 : kCoverageWeight * found->second;
  }

  // By steps, each in order of id: that of summation.
  std::vector<std::vector<int64_t>> neighbours(int64_t id) const {
    auto near = sequences.neighbours(id, [](int64_t) { return true; });
    for (auto& ids : near) std::sort(ids.begin(), ids.end());
    return near;
  }

  double best_of_sequence(int64_t id, const std::set<int64_t>& lenders) const {
    if (!sequences.places.contains(id)) return own(id);
    const int64_t sequence = sequences.places.at(id).sequence;
    std::vector<double> most(given.at(id).size(), 0);
    for (const int64_t one : lenders) {
      const auto place = sequences.places.find(one);
      if (place == sequences.places.end() || place->second.sequence != sequence) continue;
      for (size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], given.at(one)[i]);
    }
    double sum = 0;
    for (const double one : most) sum += one;
    return sum;
  }
};

}  // namespace loci::test
