// Tested by tests/palace/search_test.cpp, against a slow reference by
// tests/palace/search_model_test.cpp, and against the expected results of SPEC's formulas by
// tests/js/vectors_palace.test.js.

#include "palace/searcher.h"

#include <utility>

#include "palace/candidate_pool.h"
#include "palace/choice.h"
#include "palace/closet_boosts.h"
#include "palace/ranking.h"
#include "palace/scope.h"
#include "retrieve/fusion.h"
#include "retrieve/pool_search.h"

namespace loci {
namespace {

// Each distinct term counts once, however often it is asked for.
std::vector<QueryTerm> parse_once(std::string_view query, const Analyzer& analyzer) {
  std::vector<QueryTerm> terms = parse_query(query, analyzer);
  for (QueryTerm& term : terms) {
    term.parts = term.occurrences == 0;
    term.occurrences = term.occurrences > 0;
  }
  return terms;
}

Status read_query(const PalaceRequest& request, const PalaceSources& sources, ReadPalaceQuery& read,
                  PalaceReply& reply) {
  read.terms = parse_once(request.query, sources.analyzer);
  reply.vector_disabled = request.vector_disabled;
  if (request.vector_disabled) return Ok{};
  LOCI_ASSIGN(vectors, find_vectors(sources.index.drawer_vectors(),
                                    {request.embedding, request.model}, reply.embedding_reason));
  read.vectors = vectors;
  return Ok{};
}

// The whole scope by words alone, scaled with what holds none of them, which is then left out.
std::vector<PalaceCandidate> rank_by_words(const ReadPalaceQuery& read, const Scope& scope,
                                           const PalaceSources& sources) {
  const DrawerFilter filter(scope, sources.index);
  const InvertedIndex& words = sources.index.words();
  const auto scored =
      PoolSearch(sources.index.words(), read.terms, sources.analyzer.profile, filter.get())
          .score_each();
  MinMaxScale scale;
  for (const ScoredSlot& drawer : scored) scale.include(drawer.score);
  std::vector<PalaceCandidate> ranked;
  for (const auto& [slot, bm25] : scored) {
    if (bm25 <= 0) continue;
    PalaceCandidate candidate;
    candidate.number = words.document(slot).group;
    candidate.bm25 = bm25;
    candidate.score = scale.of(bm25);
    ranked.push_back(candidate);
  }
  return ranked;
}

Status rank(const PalaceRequest& request, const ReadPalaceQuery& read, const Scope& scope,
            const PalaceSources& sources, std::vector<PalaceCandidate>& ranked) {
  LOCI_TRY(fill_pool(request, read, scope, sources, ranked));
  LOCI_TRY(boost_by_closets(request, scope, sources, ranked));
  score_words(read, sources, ranked);
  score(request.metric, ranked);
  return Ok{};
}

// Ranks by all there is, or by words where vectors turn out not to be readable.
Status rank(const PalaceRequest& request, ReadPalaceQuery& read, const Scope& scope,
            const PalaceSources& sources, std::vector<PalaceCandidate>& ranked,
            PalaceReply& reply) {
  LoadedVectors& drawers = sources.index.drawer_vectors();
  if (read.vectors != nullptr) {
    LOCI_TRY(rank(request, read, scope, sources, ranked));
    if (drawers.damaged()) {
      read.vectors = nullptr;
      reply.embedding_reason = EmbeddingReason::kNoVectors;
    }
  }
  if (read.vectors == nullptr) ranked = rank_by_words(read, scope, sources);
  return Ok{};
}

void note_vectors(const PalaceRequest& request, PalaceIndex& index, PalaceReply& reply) {
  if (!request.embedding || request.vector_disabled) return;
  reply.vectors_damaged = index.drawer_vectors().damaged() || index.closet_vectors().damaged();
  reply.vectors_too_large =
      index.drawer_vectors().is_too_large() || index.closet_vectors().is_too_large();
}

Status present(const ChosenDrawer& chosen, const PalaceSources& sources, const Places& names,
               FoundDrawer& found) {
  const PalaceCandidate& candidate = chosen.candidate;
  LOCI_ASSIGN(drawer, sources.store.drawers().get(sources.index.facts(candidate.number).id));
  if (const Place* const place = names.find(drawer.place)) {
    found.wing = place->wing;
    found.room = place->room;
  }
  found.drawer = std::move(drawer);
  found.distance = candidate.distance;
  found.effective_distance = candidate.effective_distance;
  found.similarity = candidate.similarity;
  found.closet_boost = candidate.boost;
  found.bm25 = candidate.bm25;
  found.score = candidate.score;
  for (const uint32_t number : chosen.duplicates) {
    const auto take_name = [&](const DrawerRow& other) -> Status {
      found.duplicates.emplace_back(other.name);
      return Ok{};
    };
    LOCI_TRY(sources.store.drawers().show(sources.index.facts(number).id, take_name));
  }
  return Ok{};
}

}  // namespace

std::string_view name_of(MatchedVia via) {
  switch (via) {
    case MatchedVia::kBm25:
      return "bm25";
    case MatchedVia::kDrawerAndCloset:
      return "drawer+closet";
    default:
      return "drawer";
  }
}

std::string_view name_of(NothingFound reason) {
  switch (reason) {
    case NothingFound::kNoQueryTerms:
      return "no_query_terms";
    case NothingFound::kUnknownWing:
      return "unknown_wing";
    case NothingFound::kUnknownRoom:
      return "unknown_room";
    default:
      return "no_match";
  }
}

Status search(const PalaceRequest& request, const PalaceSources& sources, PalaceReply& reply) {
  Scope scope;
  LOCI_TRY(choose_scope(request, sources, scope, reply));
  if (reply.reason != NothingFound::kNone || request.limit == 0) return Ok{};

  ReadPalaceQuery read;
  LOCI_TRY(read_query(request, sources, read, reply));
  std::vector<PalaceCandidate> ranked;
  LOCI_TRY(rank(request, read, scope, sources, ranked, reply));
  reply.bm25_only = read.vectors == nullptr;
  note_vectors(request, sources.index, reply);

  std::vector<ChosenDrawer> chosen;
  LOCI_TRY(choose(std::move(ranked), request.limit, reply.bm25_only, sources, chosen));
  LOCI_ASSIGN(names, sources.index.names());
  for (const ChosenDrawer& drawer : chosen) {
    reply.results.emplace_back();
    LOCI_TRY(present(drawer, sources, *names, reply.results.back()));
  }
  if (!reply.results.empty()) return Ok{};
  reply.reason = read.says_nothing() ? NothingFound::kNoQueryTerms : NothingFound::kNoMatch;
  return Ok{};
}

}  // namespace loci
