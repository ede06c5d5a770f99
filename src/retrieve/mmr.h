#pragma once

/// Picks results that say different things: maximal marginal relevance.

#include <cstddef>
#include <span>
#include <vector>

#include "base/function_ref.h"

namespace loci {

inline constexpr double kRelevanceWeight = 0.85;
inline constexpr double kSimilarityWeight = 0.15;

/// How alike two candidates are, in [0, 1], by their places in the list. Asked at most once for a
/// pair.
using SimilarityOf = FunctionRef<double(size_t candidate, size_t picked)>;

/// The places of up to `k` candidates in the order of picking, each time the one with the highest
/// kRelevanceWeight * score / best - kSimilarityWeight * (the greatest similarity to one already
/// picked, 0 for the first). Ties: the earlier place. `scores` do not rise; where the best is not
/// above 0 they count as equal.
std::vector<size_t> pick_diverse(std::span<const double> scores, size_t k, SimilarityOf similarity);

}  // namespace loci
