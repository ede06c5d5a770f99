#pragma once

#include <cstdint>
#include <optional>

namespace loci {

/// A drawer that a search may show, with all that its place is decided by.
struct PalaceCandidate {
  uint32_t number = 0;               // in the PalaceIndex
  std::optional<double> distance{};  // none: it has no vector that can be read
  double boost = 0;                  // by its closet
  std::optional<double> effective_distance{};
  std::optional<double> similarity{};
  double bm25 = 0;
  double score = 0;
};

}  // namespace loci
