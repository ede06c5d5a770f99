#pragma once

/// Neighbours in sequences by brute force, however far away they stand.

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "retrieve/sequences.h"

namespace loci::test {

struct SlowSequences {
  std::map<int64_t, SequencePlace> places;  // by id

  /// The accepted documents at a position, the lowest ids first, at most four.
  std::vector<int64_t> sharers(const SequencePlace& place, Sequences::Accepts accepts) const {
    std::vector<int64_t> ids;
    for (const auto& [id, at] : places) {
      if (at == place && accepts(id) && ids.size() < 4) ids.push_back(id);
    }
    return ids;
  }

  /// Those one step away, and so on; each lower position first. The document is accepted.
  std::vector<std::vector<int64_t>> neighbours(int64_t document, Sequences::Accepts accepts) const {
    std::vector<std::vector<int64_t>> by_step(Sequences::kSteps);
    if (!places.contains(document)) return by_step;
    const SequencePlace from = places.at(document);
    const std::vector<int64_t> own = sharers(from, accepts);
    if (std::find(own.begin(), own.end(), document) == own.end()) return by_step;
    std::set<int64_t> positions;
    for (const auto& [id, at] : places) {
      if (at.sequence == from.sequence && accepts(id)) positions.insert(at.position);
    }
    const std::vector<int64_t> rising(positions.begin(), positions.end());
    const auto here = std::find(rising.begin(), rising.end(), from.position) - rising.begin();
    for (ptrdiff_t step = 1; step <= static_cast<ptrdiff_t>(by_step.size()); ++step) {
      for (const ptrdiff_t at : {here - step, here + step}) {
        if (at < 0 || at >= std::ssize(rising)) continue;
        for (const int64_t id : sharers({from.sequence, rising[static_cast<size_t>(at)]}, accepts))
          by_step[static_cast<size_t>(step - 1)].push_back(id);
      }
    }
    return by_step;
  }
};

}  // namespace loci::test
