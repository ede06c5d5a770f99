#pragma once

/// The formulas of SPEC 5: what distances, closets and words together make of a drawer.

#include <cstddef>
#include <vector>

#include "palace/candidate.h"
#include "palace/palace_index.h"
#include "retrieve/near_search.h"

namespace loci {

/// Closets beyond this rank, or farther than that, boost nothing.
inline constexpr size_t kBoostingClosets = 5;
inline constexpr double kFarthestCloset = 1.5;

/// By how much a closet brings its file's drawers nearer: in [0, 0.4]. `rank` counts the closets
/// that are nearer.
double closet_boost(size_t rank, double distance);

/// In [0, 2].
double effective_distance(double distance, double boost);

/// Of an effective distance; in [0, 1].
double similarity(Metric metric, double effective_distance);

/// Fills in what follows from distance, boost and bm25: similarity and score, the BM25 scaled
/// over these candidates.
void score(Metric metric, std::vector<PalaceCandidate>& candidates);

/// Sorts by score, then the newer authored_at, then order of filing.
void sort_by_rank(const PalaceIndex& index, std::vector<PalaceCandidate>& candidates);

/// Which of candidates that stand in order come into their own: no more than two of one file in
/// front of others. Their places: first those within that, then the rest, `limit` at most. `files`
/// says of each what file it is of, 0 for one of its own; `within` is told how many are of the
/// former kind.
std::vector<size_t> take_turns(const std::vector<uint64_t>& files, size_t limit, size_t& within);

}  // namespace loci
