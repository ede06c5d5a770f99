#pragma once

/// What the nearest by meaning are worth beside what was found by words.
///
/// A cosine says little by itself: one model gives 0.3 to what answers a question, another 0.8 to
/// what has nothing to do with it, and where a model does not know the language something is always
/// the nearest. So a share of nearness goes from 0 to 1 whatever the scale, and how much all of
/// them weigh depends on the query:
///
///   share(d)  = (cos(d) - cos(40th nearest)) / (cos(nearest) - cos(40th nearest)), at least 0
///   weight    = clamp((q - 0.4) / 0.6, 0, 1) x (1 - 0.8 x covered)
///                                            x (1 - min(1, covered / 0.3) x (1 - agreement))
///   q         = (cos(nearest) - mean) / deviation / sqrt(2 ln N), of all N cosines
///   covered   = the best BM25 of a document / full_score() of the query, at most 1
///   agreement = clamp((r - 0.4) / 0.2, 0, 1)
///   r         = (cos(that document) - mean) / (cos(nearest) - mean)
///
/// The highest of N numbers of a bell curve stands about sqrt(2 ln N) deviations above the mean. So
/// q tells whether the nearest stands out, on any scale and in a memory of any size; and where the
/// words of the question are found nearly all, little is left to say for meaning. A model that does
/// not know a language, or has read the beginning of a long text alone, finds what the words are
/// surest of no nearer than anything else; then it is not believed, unless words cover so little
/// that they are no witness. Fewer than 16 vectors make no curve: there the nearest counts as if it
/// stood out, and as if both agreed; the latter also where that document has no vector.
///
/// Fitted on LoCoMo and on XQuAD in six languages with one model, for English, which knows some of
/// the others badly: recall@10 of LoCoMo's turns rises from 0.651 to 0.675, beside their neighbours
/// from 0.774 to 0.791; recall@1 of XQuAD by 0.005 in English, and in the others by -0.001 to
/// 0.001, a question of 1 190, where a fixed weight loses up to 0.020. That is without questions
/// held out, and differences below 0.005 are noise. It is flat: 0.4 to 0.6 may be 0.3 to 0.5, for a
/// little more in English and less elsewhere, the 0.8 of what is covered 0.6 to 0.9, and the 0.3
/// 0.2.

#include <optional>
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
inline constexpr double kCoveredDiscount = 0.8;
inline constexpr double kWitness = 0.3;         // covered, from which words are a full witness
inline constexpr double kLeastAgreement = 0.4;  // r, up to which they do not agree
inline constexpr double kFullAgreement = 0.6;   // and from which they do

/// What words found of a query.
struct FoundByWords {
  double covered = 0;            // in [0, 1], 0 where nothing was found
  std::optional<double> cosine;  // of the best of it, where that has a vector
};

/// The shares of the first kNearestWithShare of `nearest`, which are in the order of ranks by their
/// cosine; 1 for each where all cosines are equal.
std::vector<ScoredSlot> shares_of_nearness(std::span<const ScoredSlot> nearest);

/// In [0, 1]. `nearest` is the highest cosine, one of those that `spread` tells of. Of many that
/// are equal none stands out.
double weight_of_meaning(double nearest, const CosineSpread& spread, const FoundByWords& words);

}  // namespace loci
