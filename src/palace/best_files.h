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

  /// Appends to `more` the best drawers of files that `first`, the head of the ranking, does not
  /// have, as many as are wanted beside those it has. Nothing is looked for where it has enough.
  /// `eligible` numbers what is ranked, asked for only then; equal texts count as one, and a drawer
  /// of no file as one of its own.
  Status find(const std::vector<uint32_t>& first, FunctionRef<std::vector<uint32_t>()> eligible,
              Look look, std::vector<uint32_t>& more);

 private:
  bool is_known(uint32_t number) const;
  bool count(uint32_t number);

  const PalaceIndex& index_;
  size_t wanted_;
  std::vector<uint64_t> files_;  // that were met, rising
  std::vector<uint64_t> texts_;  // their hashes, rising
};

}  // namespace loci
