#pragma once

/// From scored candidates to the few drawers that a reply shows.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "palace/candidate.h"
#include "palace/searcher.h"

namespace loci {

struct ChosenDrawer {
  PalaceCandidate candidate;
  std::vector<uint32_t> duplicates;  // the numbers of those of the same text, best first
};

/// Shows the head of a ranking, in order (sort_by_rank()), of about `length`; true if that is all.
/// A drawer of the same text as one in the head is in the head, unless it ranks far behind it.
using HeadOf = FunctionRef<bool(size_t length, std::vector<PalaceCandidate>& head)>;

/// The best `limit` of a ranking, best first. In the default profile each text comes once, and a
/// source file gives two drawers before others have had their turn.
Status choose(HeadOf head_of, size_t limit, const PalaceSources& sources,
              std::vector<ChosenDrawer>& chosen);

}  // namespace loci
