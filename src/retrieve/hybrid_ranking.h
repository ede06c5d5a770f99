#pragma once

/// Ranks what was found by words and what was found by meaning in one order.

#include <optional>
#include <span>
#include <vector>

#include "index/best_slots.h"
#include "index/inverted_index.h"
#include "retrieve/fusion.h"

namespace loci {

/// The nearest so many per hit become candidates, and they alone have a cosine: enough to lift what
/// both ways find a little, few enough that a long tail of weak cosines does not set the scale.
inline constexpr size_t kCandidatesPerHit = 4;

/// What each signal gave to a score.
struct Shares {
  double bm25 = 0;
  double cosine = 0;

  double sum() const { return bm25 + cosine; }
};

/// A candidate that is among the best, with what decided its place.
struct Hit {
  Slot slot;
  double score;                  // shares.sum()
  std::optional<double> bm25;    // > 0; none where no word matches
  std::optional<double> cosine;  // > 0; none where it is not among the nearest, though neighbours
                                 // may have lent it a share
  Shares shares;
};

/// What meaning says of documents, where that is more than their cosines: see retrieve/meaning.h.
struct Meaning {
  std::vector<ScoredSlot> shares;  // >= 0, of each slot at most one
  double weight = 1;               // in [0, 1]: what a share of 1 is worth
};

struct RankingOptions {
  size_t limit;
  Fusion fusion = Fusion::kMinMax;
  double weight = 0.5;               // in [0, 1]: of BM25; the cosine has the rest
  bool keep_unscored = true;         // whether a candidate whose score comes out as 0 may be a hit
  const Meaning* meaning = nullptr;  // counts in place of the cosines by min-max
};

/// The best `limit` candidates, best first, ties in store order. Candidates are the slots with
/// bm25[slot] > 0 (one number for each slot of `index`) and those of `nearest` (by their cosine >
/// 0, in the order of ranks). A signal is scaled over the candidates that have it, and gives 0 to
/// the others. With a `meaning` what its shares lift above 0 is a candidate, too, and candidates
/// whose score comes out as 0 stand in the order of their cosines.
std::vector<Hit> rank_hybrid(const InvertedIndex& index, std::span<const double> bm25,
                             std::span<const ScoredSlot> nearest, const RankingOptions& options);

}  // namespace loci
