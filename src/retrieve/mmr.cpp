// Maximal marginal relevance (Carbonell and Goldstein 1998). Scores are divided by the best one, or
// the similarity, which may come to 1, would outweigh scores of some hundredths.
//
//   scores 0.032787, 0.032266 (similarity 0.5 to the first), 0.01 (similarity 0)
//   second pick: 0.85 x 0.984 - 0.15 x 0.5 = 0.761 against 0.85 x 0.305 = 0.259
//
// A similarity costs two texts or vectors from the store, so as few as possible are asked for. A
// candidate's value only falls as more similarities to it are known, so what is known bounds it
// from above: one that stands behind another by its bound is not looked at more closely.
//
// Tested by tests/retrieve/mmr_test.cpp, against the plain formula.

#include "retrieve/mmr.h"

#include <algorithm>

namespace loci {
namespace {

struct Candidate {
  double relevance;     // weighted
  double greatest = 0;  // of the similarities known
  size_t compared = 0;  // with so many of those picked, in their order
  bool is_picked = false;

  double bound() const { return relevance - kSimilarityWeight * greatest; }
};

std::vector<Candidate> candidates_of(std::span<const double> scores) {
  std::vector<Candidate> candidates;
  for (const double score : scores) {
    candidates.push_back({scores.front() > 0 ? kRelevanceWeight * (score / scores.front()) : 0});
  }
  return candidates;
}

}  // namespace

std::vector<size_t> pick_diverse(std::span<const double> scores, size_t k,
                                 SimilarityOf similarity) {
  std::vector<Candidate> candidates = candidates_of(scores);
  std::vector<size_t> picked;
  while (picked.size() < std::min(k, scores.size())) {
    size_t best = scores.size();
    for (size_t i = 0; i < candidates.size(); ++i) {
      Candidate& candidate = candidates[i];
      const auto may_win = [&] {
        return best == scores.size() || candidate.bound() > candidates[best].bound();
      };
      if (candidate.is_picked) continue;
      while (candidate.compared < picked.size() && may_win()) {
        const double value = similarity(i, picked[candidate.compared++]);
        candidate.greatest = std::max(candidate.greatest, value);
      }
      if (may_win()) best = i;
    }
    candidates[best].is_picked = true;
    picked.push_back(best);
  }
  return picked;
}

}  // namespace loci
