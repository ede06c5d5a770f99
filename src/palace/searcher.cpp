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
#include "palace/word_ranking.h"

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

Status choose_by_words(const PalaceRequest& request, const ReadPalaceQuery& read,
                       const Scope& scope, const PalaceSources& sources,
                       std::vector<ChosenDrawer>& chosen) {
  WordRanking ranking(read, scope, sources);
  return choose(
      [&](size_t length, std::vector<PalaceCandidate>& head) { return ranking.head(length, head); },
      request.limit, sources, chosen);
}

Status choose_from_pool(const PalaceRequest& request, const ReadPalaceQuery& read,
                        const Scope& scope, const PalaceSources& sources,
                        std::vector<ChosenDrawer>& chosen) {
  std::vector<PalaceCandidate> pool;
  LOCI_TRY(fill_pool(request, read, scope, sources, pool));
  LOCI_TRY(boost_by_closets(request, scope, sources, pool));
  score_words(read, sources, pool);
  score(request.metric, pool);
  sort_by_rank(sources.index, pool);
  return choose(
      [&](size_t, std::vector<PalaceCandidate>& head) {
        head = std::move(pool);
        return true;
      },
      request.limit, sources, chosen);
}

// By all there is, or by words where vectors turn out not to be readable.
Status choose_drawers(const PalaceRequest& request, ReadPalaceQuery& read, const Scope& scope,
                      const PalaceSources& sources, std::vector<ChosenDrawer>& chosen,
                      PalaceReply& reply) {
  if (read.vectors != nullptr) {
    LOCI_TRY(choose_from_pool(request, read, scope, sources, chosen));
    if (!sources.index.drawer_vectors().damaged()) return Ok{};
    reply.embedding_reason = EmbeddingReason::kNoVectors;
    read.vectors = nullptr;
    chosen.clear();
  }
  reply.bm25_only = true;
  return choose_by_words(request, read, scope, sources, chosen);
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
  std::vector<ChosenDrawer> chosen;
  LOCI_TRY(choose_drawers(request, read, scope, sources, chosen, reply));
  note_vectors(request, sources.index, reply);
  LOCI_ASSIGN(names, sources.index.names());
  reply.results = std::vector<FoundDrawer>(chosen.size());
  for (size_t i = 0; i < chosen.size(); ++i) {
    LOCI_TRY(present(chosen[i], sources, *names, reply.results[i]));
  }
  if (!reply.results.empty()) return Ok{};
  reply.reason = read.says_nothing() ? NothingFound::kNoQueryTerms : NothingFound::kNoMatch;
  return Ok{};
}

}  // namespace loci
