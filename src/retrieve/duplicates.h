#pragma once

/// Lets each text come once in a ranked list.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/function_ref.h"

namespace loci {

/// One text of the list.
struct Distinct {
  size_t best;                 // its first place
  std::vector<size_t> others;  // where else it stands, rising
};

/// The distinct texts of a list in the order of their first places. `keys` has a hash of each; two
/// places are of one text where their hashes are equal and `same`, asked for those alone with the
/// earlier place first, confirms it.
std::vector<Distinct> collapse_duplicates(std::span<const uint64_t> keys,
                                          FunctionRef<bool(size_t, size_t)> same);

}  // namespace loci
