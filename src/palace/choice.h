#pragma once

/// From scored candidates to the few drawers that a reply shows.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "palace/candidate.h"
#include "palace/searcher.h"

namespace loci {

struct ChosenDrawer {
  PalaceCandidate candidate;
  std::vector<uint32_t> duplicates;  // the numbers of those of the same text, best first
};

/// The best `limit` of the candidates, best first. In the default profile each text comes once, and
/// a source file gives two drawers before others have had their turn. `by_words`: what they are
/// scored by is their text alone, so that equal texts have equal scores, and few of many need a
/// look.
Status choose(std::vector<PalaceCandidate> candidates, size_t limit, bool by_words,
              const PalaceSources& sources, std::vector<ChosenDrawer>& chosen);

}  // namespace loci
