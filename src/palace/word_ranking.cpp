// The head of the ranking is put together from two lists:
//
//   what has a context   the best by their own words, and what is beside them in a file
//   all the others       by their own words, as many as are asked for
//
// The second list goes on behind its end, with scores no greater than its last. So of the first
// only what is greater than that has its place, unless both are complete:
//
//   contexts a 9, b 5, c 2; others d 4, e 3, ...   ->   a b d, and a longer head tells the rest
//
// Given up, where more than kContextCandidates drawers hold words: a drawer that stands behind the
// head is not named as a duplicate of one in it that a neighbour's score has put there; and the
// scale begins at the least score by words alone.
//
// Tested by tests/palace/search_test.cpp and, against the plain formulas, by
// tests/palace/search_model_test.cpp.

#include "palace/word_ranking.h"

#include <algorithm>

#include "palace/ranking.h"

namespace loci {

WordRanking::WordRanking(const ReadPalaceQuery& read, const Scope& scope,
                         const PalaceSources& sources)
    : index_(sources.index),
      filter_(scope, index_),
      search_(index_.words(), read.terms, sources.analyzer.profile, filter_.get()),
      best_(search_.top_k(kContextCandidates)) {
  if (sources.analyzer.profile == Profile::kDefault) lend_context();
  take_scale();
}

void WordRanking::lend_context() {
  const InvertedIndex& words = index_.words();
  const auto is_in_scope = [&](int64_t id) {
    return filter_.get().accepts(words.document(words.slot_of(id)));
  };
  contexts_ = score_in_context(words, index_.sequences(), search_.lists(), best_, is_in_scope);
}

void WordRanking::take_scale() {
  for (const ContextScore& context : contexts_) scale_.include(context.parts.sum());
  if (contexts_.empty() && !best_.empty()) scale_.include(best_[0].score);
  const bool all_have_context = contexts_.size() == search_.document_count();
  if (contexts_.empty() || !all_have_context) scale_.include(search_.least_score());
}

bool WordRanking::is_in_context(Slot slot) const {
  const auto found =
      std::lower_bound(contexts_.begin(), contexts_.end(), slot,
                       [](const ContextScore& score, Slot slot) { return score.slot < slot; });
  return found != contexts_.end() && found->slot == slot;
}

void WordRanking::add(Slot slot, double bm25, std::vector<PalaceCandidate>& head) const {
  head.push_back({index_.words().document(slot).group});
  head.back().bm25 = bm25;
  head.back().score = scale_.of(bm25);
}

bool WordRanking::head(size_t length, std::vector<PalaceCandidate>& head) const {
  const bool is_longer = length > kContextCandidates;
  const std::vector<ScoredSlot> more =
      is_longer ? search_.top_k(length) : std::vector<ScoredSlot>();
  const std::vector<ScoredSlot>& found = is_longer ? more : best_;
  const bool is_all = found.size() < std::max(length, kContextCandidates);
  const double last = is_all ? 0 : found.back().score;
  for (const auto& [slot, parts] : contexts_) {
    if (parts.sum() > last) add(slot, parts.sum(), head);
  }
  // Equal texts have equal scores here, so none of them is cut off.
  for (const auto& [slot, bm25] : found) {
    if (bm25 > last && !is_in_context(slot)) add(slot, bm25, head);
  }
  sort_by_rank(index_, head);
  return is_all;
}

}  // namespace loci
