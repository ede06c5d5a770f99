#pragma once

/// The drawers of a scope by words alone, for a search without a usable embedding.

#include <cstddef>
#include <vector>

#include "palace/candidate.h"
#include "palace/candidate_pool.h"
#include "palace/scope.h"
#include "palace/searcher.h"
#include "retrieve/context.h"
#include "retrieve/fusion.h"
#include "retrieve/pool_search.h"

namespace loci {

class WordRanking {
 public:
  /// What is given must outlive this.
  WordRanking(const ReadPalaceQuery& read, const Scope& scope, const PalaceSources& sources);

  /// As HeadOf (palace/choice.h). A score is the BM25, in the default profile in its context, on
  /// the scale from the least of the scope to the most; what has none is left out.
  bool head(size_t length, std::vector<PalaceCandidate>& head) const;

 private:
  void lend_context();
  void take_scale();
  bool is_in_context(Slot slot) const;
  void add(Slot slot, double bm25, std::vector<PalaceCandidate>& head) const;

  PalaceIndex& index_;
  DrawerFilter filter_;
  PoolSearch search_;
  std::vector<ScoredSlot> best_;        // by their own words
  std::vector<ContextScore> contexts_;  // by slot
  MinMaxScale scale_;
};

}  // namespace loci
