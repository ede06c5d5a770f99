// SPEC looks at the nearest 2 L closets; what stands behind the fifth boosts nothing, so it is not
// looked for.
//
// A file is a path in the reference profile, whatever the wing; in the default one it is a path of
// one wing, so that a README of one project says nothing of another's.
//
// Tested by tests/palace/search_test.cpp and tests/palace/search_model_test.cpp.

#include "palace/closet_boosts.h"

#include <algorithm>

#include "palace/ranking.h"

namespace loci {
namespace {

struct Boost {
  uint64_t file;
  double boost;
};

class Boosts {
 public:
  explicit Boosts(const PalaceSources& sources)
      : index_(sources.index), by_wing_(sources.analyzer.profile == Profile::kDefault) {}

  // Of a file the first counts, which is the nearest.
  void add(const ClosetFacts& closet, double boost) {
    const uint64_t file = file_of(closet.place, closet.source_hash);
    if (find(file) == boosts_.end()) boosts_.push_back({file, boost});
  }

  double of(uint32_t number) const {
    const DrawerFacts& facts = index_.facts(number);
    if (facts.source_hash == 0) return 0;
    const auto found = find(file_of(facts.place, facts.source_hash));
    return found == boosts_.end() ? 0 : found->boost;
  }

 private:
  uint64_t file_of(uint32_t place, uint64_t source_hash) const {
    return by_wing_ ? index_.file_in_wing(place, source_hash) : source_hash;
  }

  std::vector<Boost>::const_iterator find(uint64_t file) const {
    return std::find_if(boosts_.begin(), boosts_.end(),
                        [file](const Boost& boost) { return boost.file == file; });
  }

  const PalaceIndex& index_;
  bool by_wing_;
  std::vector<Boost> boosts_;
};

}  // namespace

Status boost_by_closets(const PalaceRequest& request, const Scope& scope,
                        const PalaceSources& sources, std::vector<PalaceCandidate>& pool) {
  LoadedVectors& closets = sources.index.closet_vectors();
  EmbeddingReason reason = EmbeddingReason::kNone;
  LOCI_ASSIGN(vectors, find_vectors(closets, {request.embedding, request.model}, reason));
  if (vectors == nullptr) return Ok{};
  DocumentFilter filter;
  filter.groups = scope.places;
  const size_t k = std::min(2 * request.limit, kBoostingClosets);
  LOCI_ASSIGN(nearest, find_near(closets, *vectors, request.metric, *request.embedding, k, filter));
  Boosts boosts(sources);
  for (size_t rank = 0; rank < nearest.size(); ++rank) {
    const ClosetFacts* const closet = sources.index.closet(nearest[rank].id);
    boosts.add(*closet, closet_boost(rank, nearest[rank].distance));
  }
  for (PalaceCandidate& candidate : pool) {
    if (candidate.distance) candidate.boost = boosts.of(candidate.number);
  }
  return Ok{};
}

}  // namespace loci
