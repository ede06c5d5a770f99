#pragma once

/// Of a ranking of drawers, the best of each of the best source files.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "palace/palace_index.h"

namespace loci {

class BestFiles {
 public:
  /// `wanted` files are enough.
  BestFiles(const PalaceIndex& index, size_t wanted) : index_(index), wanted_(wanted) {}

  /// Best first, the `k` best of these drawers, given by their numbers, in a ranking: some of all
  /// that are eligible. May be fewer.
  using Look = FunctionRef<Status(const std::vector<uint32_t>& among, size_t k,
                                  std::vector<uint32_t>& found)>;

  /// Appends to `more` the best drawers of such files as `first`, the head of the ranking, does not
  /// have, until as many as are wanted have one. A drawer counts if none before it is of its file
  /// or has its text; one of no file is a file of its own. Where `first` has enough nothing is
  /// looked for; else `eligible` numbers all that are ranked.
  Status find(const std::vector<uint32_t>& first, FunctionRef<std::vector<uint32_t>()> eligible,
              Look look, std::vector<uint32_t>& more);

 private:
  bool is_known(uint32_t number) const;
  bool count(uint32_t number);

  const PalaceIndex& index_;
  size_t wanted_;
  std::vector<uint64_t> files_;  // of the drawers that count, rising
  std::vector<uint64_t> texts_;  // their hashes, rising
};

}  // namespace loci
