#pragma once

/// What the documents around one say for it. A turn of a conversation answers a question in few
/// words, and what it is about stands in the turns before; so a document is worth more where its
/// neighbours, or the whole run that it is one of, hold what is asked for:
///
///   own         its BM25
///   neighbours  the BM25 of each of the best that is its neighbour, x kNeighbourWeights by steps
///   sequence    kSequenceWeight x what its sequence has beyond it: for each term of the query the
///               most that it gives to any of the best in the sequence, summed up, less `own`; 0
///               where that is more
///   coverage    kCoverageWeight x what the best stretch of its own text holds of the query
///               (retrieve/best_stretch.h, wiki/stretches.h); it is lent to neighbours as `own` is
///
/// The best are the kContextCandidates with the highest BM25. Candidates are these and what is one
/// step away from any of them, whatever words it holds. What is in no sequence, or alone in it,
/// keeps its own score, and so stands beside others as it did.
///
/// The weights were fitted on turns of LoCoMo's conversations, each in a store of its own and all
/// in one; recall@10 rose from 0.643 to 0.767 and from 0.602 to 0.746. They are flat: neighbours at
/// 0.2 to 0.3 and 0.05 to 0.15, sequences at 0.3 to 0.5, and 128 to 512 of the best, one changed at
/// a time, stay within 0.008 of that. The weight of coverage was fitted together with BM25's, see
/// best_stretch.h.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/function_ref.h"
#include "index/best_slots.h"
#include "index/inverted_index.h"
#include "retrieve/sequences.h"
#include "retrieve/weighted_lists.h"

namespace loci {

inline constexpr size_t kContextCandidates = 256;
inline constexpr double kNeighbourWeights[Sequences::kSteps] = {0.25, 0.1};
inline constexpr double kSequenceWeight = 0.4;
inline constexpr double kCoverageWeight = 0.4;

/// What each gave to a score.
struct ContextParts {
  double own = 0;  // all >= 0
  double neighbours = 0;
  double sequence = 0;
  double coverage = 0;

  double sum() const { return own + neighbours + sequence + coverage; }
};

struct ContextScore {
  Slot slot;
  ContextParts parts;
};

/// The candidates with their parts, by rising slot. `best` is in the order of ranks and may be
/// longer; `accepts`, where it is not empty, says which documents may become candidates. What
/// cannot be among the `wanted` with the highest scores may be left out. `own`, where it is not
/// empty, has the BM25 of those that are not among the best at hand. `held` tells of the first of
/// `best`, as many as it has numbers, what their best stretches hold; the others have no coverage.
/// A score is a sum of double precision in the order of slots, so it follows from the documents and
/// the order in which they came.
std::vector<ContextScore> score_in_context(const InvertedIndex& index, const Sequences& sequences,
                                           const WeightedLists& lists,
                                           std::span<const ScoredSlot> best,
                                           Sequences::Accepts accepts, size_t wanted = SIZE_MAX,
                                           FunctionRef<double(Slot slot)> own = {},
                                           std::span<const double> held = {});

/// The same of scores that are no sums over words, such as shares of nearness: each of the few
/// `lenders`, with scores >= 0, lends by the same steps and weights, and of a sequence the greatest
/// score counts. Candidates are the lenders, what is one step away from one whose score is > 0, and
/// `others`, which lend nothing and may be lenders too. By rising slot.
std::vector<ContextScore> lend_in_context(const InvertedIndex& index, const Sequences& sequences,
                                          std::span<const ScoredSlot> lenders,
                                          std::span<const ContextScore> others,
                                          Sequences::Accepts accepts);

}  // namespace loci
