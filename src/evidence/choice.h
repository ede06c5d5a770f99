#pragma once

/// From ranked candidates to the few events that a reply shows: each text once, and such as say
/// different things.

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "evidence/pool.h"
#include "evidence/routes.h"

namespace loci {

/// An event to show, and those that hold the same content and are not shown.
struct Choice {
  Candidate candidate;
  std::vector<uint32_t> duplicates;  // by number, best first
};

/// Up to `wanted` events: of the `ranked`, the best first, by relevance and unlikeness; and then,
/// where `fills_up`, the newest others of the pool, undated ones last, ties in the order of
/// storing, with `filler_score`. Events without content are no duplicates of each other.
struct ChoiceOptions {
  size_t wanted;
  bool fills_up = false;
  std::optional<double> filler_score = {};
};
Result<std::vector<Choice>> choose(const std::vector<Candidate>& ranked, const Pool& pool,
                                   const ChoiceOptions& options, const EvidenceSources& sources);

}  // namespace loci
