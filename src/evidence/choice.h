#pragma once

/// From ranked candidates to the few events that a reply shows: each text once, and such as say
/// different things.

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "evidence/pool.h"
#include "evidence/routes.h"

namespace loci {

struct ChoiceOptions {
  size_t wanted;
  bool fills_up = false;  // whether the newest others of the pool come behind those ranked
  std::optional<double> filler_score = {};
};

/// Makes of the events ranked, best first, those to show: up to `wanted`, by relevance and
/// unlikeness, each with its duplicates; and then, where it fills up, the newest others of the
/// pool, undated ones last, ties in the order of storing. Events without content are no duplicates
/// of each other.
Status choose(const Pool& pool, const ChoiceOptions& options, const EvidenceSources& sources,
              std::vector<Candidate>& events);

}  // namespace loci
