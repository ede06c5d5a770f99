#pragma once

/// Makes one order of several ranked lists by reciprocal ranks: a list says what it found and in
/// which order, and its scores, which compare with nobody else's, do not count.

#include <cstdint>
#include <span>
#include <vector>

#include "base/function_ref.h"
#include "retrieve/fusion.h"

namespace loci {

struct FusedKey {
  int64_t key;
  double score;
  bool operator==(const FusedKey&) const = default;
};

/// How much of a question a candidate covers, in [0, 1].
using CoverageOf = FunctionRef<double(int64_t key)>;

/// The keys that stand in any of `routes` (best first, each once in a route), best first, ties by
/// rising key. A score is the sum over the routes, in their order, of reciprocal_rank(), and
/// coverage / 61 on top: full coverage is worth one more first place. No `coverage`: none.
std::vector<FusedKey> fuse_routes(std::span<const std::vector<int64_t>> routes,
                                  CoverageOf coverage = {});

}  // namespace loci
