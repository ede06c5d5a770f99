#pragma once

/// What the nearest by meaning are worth beside what was found by words.
///
/// A cosine says little by itself: one model gives 0.3 to what answers a question, another 0.8 to
/// what has nothing to do with it, and where a model does not know the language something is always
/// the nearest. So a share of nearness goes from 0 to 1 whatever the scale, and how much all of
/// them weigh depends on the query:
///
///   share(d) = (cos(d) - cos(40th nearest)) / (cos(nearest) - cos(40th nearest)), at least 0
///   weight   = clamp((q - 0.4) / 0.6, 0, 1) x (1 - 0.6 x covered)
///                                           x (1 + 2 x clamp(1 - covered / 0.15, 0, 1))
///   q        = (cos(nearest) - mean) / deviation / sqrt(2 ln N), of all N cosines
///   covered  = the best BM25 of a document / full_score() of the query, at most 1
///
/// The highest of N numbers of a bell curve stands about sqrt(2 ln N) deviations above the mean. So
/// q tells whether the nearest stands out, on any scale and in a memory of any size; and where the
/// words of the question are found nearly all, little is left to say for meaning. Where hardly any
/// are, a function word or two, the best of them would still have a share of 1; so meaning weighs
/// up to thrice then, which was reasoned, not fitted. Fewer than 16 vectors make no curve: there
/// the nearest counts as if it stood out.
///
/// Fitted on LoCoMo and on XQuAD in six languages with one model, for English, which knows some of
/// the others badly: recall@10 of LoCoMo's turns rises from 0.650 to 0.689, beside their neighbours
/// from 0.769 to 0.792; recall@1 of XQuAD by 0.010 in English and Thai, and falls by 0.000 to 0.004
/// in the others, where a fixed weight loses up to 0.020. That is without questions held out, and
/// differences below 0.005 are noise. It is flat: 0.4 and 0.6 may be 0.5 and 0.5, and the 0.6 of
/// what is covered 0.5 to 0.7.

#include <span>
#include <vector>

#include "index/best_slots.h"
#include "index/vector_index.h"

namespace loci {

/// So many of the nearest have a share, whatever the limit.
inline constexpr size_t kNearestWithShare = 40;

inline constexpr double kLeastStandingOut = 0.4;  // q, up to which meaning weighs nothing
inline constexpr double kFullStandingOut = 1;     // and from which it weighs all it may
inline constexpr size_t kFewestForSpread = 16;    // vectors that tell what is usual
inline constexpr double kCoveredDiscount = 0.6;
inline constexpr double kHardlyCovered = 0.15;
inline constexpr double kHardlyCoveredBonus = 2;

/// The shares of the first kNearestWithShare of `nearest`, which are in the order of ranks by their
/// cosine; 1 for each where all cosines are equal.
std::vector<ScoredSlot> shares_of_nearness(std::span<const ScoredSlot> nearest);

/// In [0, 3]. `nearest` is the highest cosine, one of those that `spread` tells of; `covered` is in
/// [0, 1], 0 where nothing was found by words. Of many that are equal none stands out.
double weight_of_meaning(double nearest, const CosineSpread& spread, double covered);

}  // namespace loci
