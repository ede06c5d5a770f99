// What is put into the pool, for a limit of L:
//
//   the nearest 4 L                            both strategies
//   of the 3 L best by words, all              union
//   of these, those without a vector           vector, in the default profile
//   the nearest of each of the L best files,   both, in the default profile
//   and the same by words of what has no vector
//
// So what has no vector yet can be found before the embedder has seen it, and a long file whose
// chunks are all near leaves a short note its place.
//
// Tested by tests/palace/search_test.cpp and, against the plain formulas, by
// tests/palace/search_model_test.cpp.

#include "palace/candidate_pool.h"

#include <algorithm>

#include "base/sort.h"
#include "palace/best_files.h"
#include "retrieve/context.h"
#include "retrieve/pool_search.h"
#include "retrieve/sequences.h"

namespace loci {
namespace {

constexpr size_t kNearestPerResult = 4;
constexpr size_t kByWordsPerResult = 3;

class Pool {
 public:
  Pool(const PalaceRequest& request, const ReadPalaceQuery& read, const Scope& scope,
       const PalaceSources& sources, std::vector<PalaceCandidate>& pool)
      : request_(request),
        read_(read),
        scope_(scope),
        index_(sources.index),
        profile_(sources.analyzer.profile),
        filter_(scope, sources.index),
        in_pool_(sources.index.size()),
        pool_(pool) {}

  Status fill() {
    std::vector<uint32_t> nearest;
    LOCI_TRY(take_nearest(filter_.get(), kNearestPerResult * request_.limit, nearest));
    if (is_default()) LOCI_TRY(take_nearest_of_files(nearest));
    return asks_words() ? take_by_words() : Ok{};
  }

 private:
  bool is_default() const { return profile_ == Profile::kDefault; }

  // Whether drawers are wanted for their words: in the union, or where some have nothing else.
  bool asks_words() const {
    if (read_.terms.empty()) return false;
    if (request_.strategy == CandidateStrategy::kUnion) return true;
    return is_default() && some_lack_vectors();
  }
  bool some_lack_vectors() const { return read_.vectors->size() < index_.words().document_count(); }

  void take(uint32_t number, std::optional<double> distance) {
    if (in_pool_[number]) return;
    in_pool_[number] = true;
    pool_.push_back({number, distance});
  }

  bool is_too_far(double distance) const {
    return request_.max_distance > 0 && distance > request_.max_distance;
  }

  // Puts what is nearest into the pool, and says what that is.
  Status take_nearest(const DocumentFilter& among, size_t k, std::vector<uint32_t>& nearest) {
    LOCI_ASSIGN(found, find_near(index_.drawer_vectors(), *read_.vectors, request_.metric,
                                 *request_.embedding, k, among));
    for (const NearDocument& near : found) {
      if (is_too_far(near.distance)) break;
      take(near.group, near.distance);
      nearest.push_back(near.group);
    }
    return Ok{};
  }

  Status take_nearest_of_files(const std::vector<uint32_t>& nearest) {
    const auto eligible = [this] { return drawers([](uint32_t) { return true; }); };
    std::vector<NearDocument> seen;
    const auto look = [&](const std::vector<uint32_t>& among, size_t k,
                          std::vector<uint32_t>& found) -> Status {
      const DrawerFilter filter(among, index_);
      LOCI_ASSIGN(near, find_near(index_.drawer_vectors(), *read_.vectors, request_.metric,
                                  *request_.embedding, k, filter.get()));
      for (const NearDocument& document : near) {
        if (is_too_far(document.distance)) break;
        found.push_back(document.group);
        seen.push_back(document);
      }
      return Ok{};
    };
    std::vector<uint32_t> more;
    LOCI_TRY(BestFiles(index_, request_.limit).find(nearest, eligible, look, more));
    size_t at = 0;  // in `seen`, where all of `more` stand in their order
    for (const uint32_t number : more) {
      while (seen[at].group != number) ++at;
      take(number, seen[at].distance);
    }
    return Ok{};
  }

  Status take_by_words() {
    const PoolSearch words(index_.words(), read_.terms, profile_, filter_.get());
    std::vector<uint32_t> without_vector;
    for (const ScoredSlot& found : words.top_k(kByWordsPerResult * request_.limit)) {
      const Document& document = index_.words().document(found.slot);
      LOCI_ASSIGN(distance, distance_to(index_.drawer_vectors(), document.id, request_.metric,
                                        *request_.embedding));
      if (!distance) without_vector.push_back(document.group);
      if (distance && (request_.strategy == CandidateStrategy::kVector || is_too_far(*distance))) {
        continue;
      }
      take(document.group, distance);
    }
    return is_default() && some_lack_vectors() ? take_best_of_files(words, without_vector) : Ok{};
  }

  // The best by words of each of the best files, of what has no vector.
  Status take_best_of_files(const PoolSearch& words, const std::vector<uint32_t>& best) {
    const auto eligible = [this] {
      std::vector<bool> lacks(index_.size(), true);
      read_.vectors->unmark_groups(lacks);
      return drawers([&lacks](uint32_t number) { return lacks[number]; });
    };
    const auto look = [&](const std::vector<uint32_t>& among, size_t k,
                          std::vector<uint32_t>& found) -> Status {
      const DrawerFilter filter(among, index_);
      for (const ScoredSlot& scored : words.top_k(k, filter.get())) {
        found.push_back(index_.words().document(scored.slot).group);
      }
      return Ok{};
    };
    std::vector<uint32_t> more;
    LOCI_TRY(BestFiles(index_, request_.limit).find(best, eligible, look, more));
    for (const uint32_t number : more) take(number, std::nullopt);
    return Ok{};
  }

  // The drawers of the scope that `wanted` says true of.
  std::vector<uint32_t> drawers(FunctionRef<bool(uint32_t)> wanted) const {
    std::vector<uint32_t> numbers;
    const size_t count = scope_.is_whole ? index_.size() : scope_.numbers.size();
    for (size_t i = 0; i < count; ++i) {
      const uint32_t number = scope_.is_whole ? static_cast<uint32_t>(i) : scope_.numbers[i];
      if (index_.facts(number).id != 0 && wanted(number)) numbers.push_back(number);
    }
    return numbers;
  }

  const PalaceRequest& request_;
  const ReadPalaceQuery& read_;
  const Scope& scope_;
  PalaceIndex& index_;
  Profile profile_;
  DrawerFilter filter_;
  std::vector<bool> in_pool_;  // by number
  std::vector<PalaceCandidate>& pool_;
};

// Adds what the others of the pool say for each.
void lend_context(PalaceIndex& index, const PoolSearch& search,
                  std::vector<PalaceCandidate>& pool) {
  Sequences sequences;  // of the pool alone
  for (const PalaceCandidate& candidate : pool) {
    const int64_t id = index.facts(candidate.number).id;
    if (const auto place = index.sequences().place_of(id)) sequences.add(id, *place);
  }
  const auto scores = score_in_context(index.words(), sequences, search.lists(),
                                       search.top_k(kContextCandidates), {});
  for (PalaceCandidate& candidate : pool) {
    const Slot slot = index.words().slot_of(index.facts(candidate.number).id);
    const auto found =
        std::lower_bound(scores.begin(), scores.end(), slot,
                         [](const ContextScore& score, Slot slot) { return score.slot < slot; });
    if (found != scores.end() && found->slot == slot) candidate.bm25 = found->parts.sum();
  }
}

}  // namespace

Status fill_pool(const PalaceRequest& request, const ReadPalaceQuery& read, const Scope& scope,
                 const PalaceSources& sources, std::vector<PalaceCandidate>& pool) {
  return Pool(request, read, scope, sources, pool).fill();
}

void score_words(const ReadPalaceQuery& read, const PalaceSources& sources,
                 std::vector<PalaceCandidate>& pool) {
  InvertedIndex& words = sources.index.words();
  std::vector<int64_t> ids;
  for (const PalaceCandidate& candidate : pool) {
    ids.push_back(sources.index.facts(candidate.number).id);
  }
  heap_sort(ids.begin(), ids.end());
  DocumentFilter listed;
  listed.listed = &ids;
  const Profile profile = sources.analyzer.profile;
  const PoolSearch search(words, read.terms, profile, listed);
  for (PalaceCandidate& candidate : pool) {
    candidate.bm25 = search.score(words.slot_of(sources.index.facts(candidate.number).id));
  }
  if (profile == Profile::kDefault) lend_context(sources.index, search, pool);
}

}  // namespace loci
