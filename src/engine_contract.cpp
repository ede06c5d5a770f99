// What the module says about itself. Tested by tests/js/contract.test.js, against the types and
// what the methods really do.

#include "base/error_codes.h"
#include "base/json_writer.h"
#include "base/metadata.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_embeddings.h"
#include "engine_evidence_search.h"
#include "engine_palace.h"
#include "evidence/cursors.h"
#include "evidence/delivery_memory.h"
#include "evidence/event_rules.h"
#include "evidence/follow_up.h"
#include "evidence/reply.h"
#include "evidence/routes.h"
#include "evidence/searcher.h"
#include "index/bm25.h"
#include "index/vector.h"
#include "palace/drawer_rules.h"
#include "palace/duplicate_check.h"
#include "palace/ranking.h"
#include "palace/searcher.h"
#include "palace/structure.h"
#include "store/schema.h"
#include "text/chunks.h"
#include "text/excerpt.h"
#include "text/token.h"
#include "wiki/item_rules.h"

namespace loci {
namespace {

constexpr int64_t kEmbedderTimeout = 10'000;  // milliseconds; it is kept by js/embedder.js

struct WarningCode {
  const char* code;
  const char* when;
};

constexpr WarningCode kWarningCodes[] = {
    {"repaired", "a text held bad UTF-8 or lone surrogates, which became U+FFFD"},
    {"limit_clamped", "a limit was above what one call gives"},
    {"store_damaged", "the store is damaged and only answers what saves it"},
    {"no_dictionary", "words of Chinese were wanted, and bigrams serve for lack of a dictionary"},
    {"lines_skipped", "lines of a dictionary are no words with a frequency and were skipped"},
    {"embedder_failed", "the embedder failed, and the call went on without it"},
    {"embedder_timeout", "the embedder did not answer in time, and the call went on without it"},
    {"invalid_vector", "the query's embedding is no vector, and words alone served"},
    {"dimension_mismatch", "the query's embedding has another width than those stored"},
    {"model_mismatch", "the query's embedding is of another model than those stored"},
    {"vectors_damaged", "embeddings cannot be read and count as absent"},
    {"vectors_too_large", "memory does not suffice for the index of embeddings"},
    {"chunks_missing", "events of an older store are found by their summaries alone"},
    {"drawer_unchanged", "a drawer's text was there, and other fields were not changed"},
    {"committed_in_parts", "a host that takes little at once was given a long batch part by part"},
};

void write_texts(JsonWriter& out, const char* name, std::initializer_list<std::string_view> texts) {
  out.key(name).begin_array();
  for (const std::string_view text : texts) out.text(text);
  out.end_array();
}

void write_nulls(JsonWriter& out, std::initializer_list<const char*> names) {
  for (const char* name : names) out.key(name).null();
}

// Of the options of a call of the evidence face, `session` comes last.
void write_evidence_options(JsonWriter& out) {
  const auto count = [&](const char* name, uint64_t otherwise) {
    out.key(name).integer(static_cast<int64_t>(otherwise));
  };
  const auto end = [&] { out.key("session").text(kDefaultSession).end_object(); };
  out.key("evidenceSearch").begin_object();
  write_nulls(out, {"query_text", "entities", "since", "before", "exclude", "embedding", "model"});
  out.key("include_delivered").flag(false).key("reset_seen").flag(false);
  end();
  out.key("evidenceRead").begin_object();
  count("start", ReadRequest().start);
  count("limit", ReadRequest().limit);
  end();
  out.key("evidenceExpand").begin_object();
  count("limit", ExpandRequest().limit);
  end();
  out.key("evidenceNearby").begin_object();
  count("before", NearbyRequest().before);
  count("after", NearbyRequest().after);
  end();
  out.key("evidenceFindEntity").begin_object();
  out.key("limit").integer(Engine::kDefaultItemsLimit).key("offset").integer(0).end_object();
}

void write_palace_options(JsonWriter& out) {
  const PalaceRequest search;
  out.key("palaceSearch").begin_object();
  write_nulls(out, {"wing", "room", "since", "before", "embedding", "model"});
  out.key("limit").integer(static_cast<int64_t>(search.limit));
  out.key("maxDistance").number(search.max_distance);
  out.key("vectorDisabled").flag(search.vector_disabled);
  write_texts(out, "candidateStrategy", {"vector", "union"});
  write_texts(out, "metric", {"cosine", "l2", "ip"});
  out.end_object();
  const DuplicateRequest duplicate;
  out.key("palaceCheckDuplicate").begin_object().key("threshold").number(duplicate.threshold);
  out.key("limit").integer(static_cast<int64_t>(duplicate.limit));
  write_nulls(out, {"embedding", "model"});
  out.end_object().key("palaceListDrawers").begin_object();
  write_nulls(out, {"wing", "room"});
  out.key("limit").integer(Engine::kDefaultItemsLimit).key("offset").integer(0).end_object();
  out.key("palaceListTunnels").begin_object();
  write_nulls(out, {"wing", "room"});
  out.end_object();
  out.key("palaceTraverse").begin_object().key("maxHops").integer(kDefaultHops).end_object();
}

void write_options(JsonWriter& out) {
  const RetrieveOptions retrieve;
  out.key("options").begin_object();
  out.key("openMemory").begin_object();
  write_texts(out, "profile", {"default", "reference"});
  write_texts(out, "durability", {"full", "relaxed"});
  write_texts(out, "segmenter", {"auto", "jieba", "bigram"});
  out.key("readOnly").flag(false);
  out.key("embedderTimeout").integer(kEmbedderTimeout);
  out.end_object();
  out.key("retrieve").begin_object();
  out.key("limit").integer(static_cast<int64_t>(retrieve.limit));
  out.key("budgetTokens").null();
  out.key("expandLinks").flag(retrieve.expand_links);
  out.key("explain").flag(retrieve.explain);
  write_nulls(out, {"categories", "since", "before", "embedding", "model"});
  out.key("fusionWeight").number(retrieve.fusion_weight);
  write_texts(out, "fusion", {"minmax", "rrf"});
  out.end_object();
  for (const char* name :
       {"add", "addMany", "putEmbeddings", "evidenceSave", "evidenceSaveMany", "palaceAddDrawer",
        "palaceAddDrawers", "palaceUpdateDrawer", "palaceAddCloset"}) {
    out.key(name).begin_object().key("model").null().end_object();
  }
  out.key("pendingEmbeddings").begin_object().key("limit").integer(kDefaultPendingLimit);
  out.key("after").integer(0).key("all").flag(false).end_object();
  out.key("items").begin_object().key("category").null();
  out.key("limit").integer(Engine::kDefaultItemsLimit).key("offset").integer(0).end_object();
  out.key("journal").begin_object().key("since").integer(0);
  out.key("limit").integer(Engine::kDefaultJournalLimit).end_object();
  out.key("compact").begin_object();
  out.key("keepJournal").integer(Engine::kDefaultKeepJournal).end_object();
  out.key("tokenize").begin_object().key("kinds").flag(false).end_object();
  write_evidence_options(out);
  write_palace_options(out);
  out.end_object();
}

void write_limits(JsonWriter& out) {
  out.key("limits").begin_object();
  out.key("limit").integer(kMaxLimit);
  out.key("categoryBytes").integer(kMaxCategoryBytes);
  out.key("nameBytes").integer(kMaxNameBytes);
  out.key("contentBytes").integer(kMaxContentBytes);
  out.key("metadataBytes").integer(kMaxMetadataBytes);
  out.key("metadataDepth").integer(kMaxMetadataDepth);
  out.key("vectorWidth").integer(kMaxVectorWidth);
  out.key("modelBytes").integer(kMaxModelBytes);
  out.key("eventIdBytes").integer(kMaxEventIdBytes);
  out.key("summaryBytes").integer(kMaxSummaryBytes);
  out.key("entities").integer(kMaxEntities);
  out.key("sessionBytes").integer(kMaxSessionBytes);
  out.key("exclude").integer(kMaxExclude);
  out.key("readLimit").integer(kMaxReadLimit);
  out.key("expandLimit").integer(kMaxExpandLimit);
  out.key("nearbyReach").integer(kMaxNearby);
  out.key("drawerIdBytes").integer(kMaxDrawerIdBytes);
  out.key("placeNameBytes").integer(kMaxPlaceNameBytes);
  out.key("sourceFileBytes").integer(kMaxSourceFileBytes);
  out.key("drawerTextBytes").integer(kMaxDrawerTextBytes);
  out.key("hops").integer(kMaxHops);
  out.end_object();
}

void write_codes(JsonWriter& out) {
  out.key("errors").begin_object();
#define LOCI_WRITE(enumerator, name, when) out.key(name).text(when);
  LOCI_ERROR_CODES(LOCI_WRITE)
#undef LOCI_WRITE
  out.end_object();
  out.key("warnings").begin_object();
  for (const auto& [code, when] : kWarningCodes) out.key(code).text(when);
  out.end_object();
  write_texts(out, "reasons", {"no_query_terms"});
  write_texts(out, "evidenceReasons",
              {name_of(EmptyReason::kNoQueryTerms), name_of(EmptyReason::kNothingNew),
               name_of(EmptyReason::kNoMatch), name_of(EmptyReason::kChainExhausted)});
  write_texts(out, "evidenceNotes",
              {"check_source", "no_causality", "heuristic_scores", "empty_proves_nothing"});
  write_texts(out, "entityKinds", {"person", "concept"});
  write_texts(out, "droppedReasons", {"over_budget"});
  write_texts(
      out, "embeddingReasons",
      {name_of(EmbeddingReason::kNone), "embedder_failed", "embedder_timeout",
       name_of(EmbeddingReason::kInvalidVector), name_of(EmbeddingReason::kNoVectors),
       name_of(EmbeddingReason::kModelMismatch), name_of(EmbeddingReason::kDimensionMismatch)});
  write_texts(out, "fallbackReasons", {"vector_disabled", "vectors_damaged"});
  write_texts(out, "palaceReasons",
              {name_of(NothingFound::kUnknownWing), name_of(NothingFound::kUnknownRoom),
               name_of(NothingFound::kNoQueryTerms), name_of(NothingFound::kNoMatch)});
  write_texts(out, "matchedVia",
              {name_of(MatchedVia::kDrawer), name_of(MatchedVia::kDrawerAndCloset),
               name_of(MatchedVia::kBm25)});
  write_texts(
      out, "likenesses",
      {name_of(Likeness::kExact), name_of(Likeness::kWords), name_of(Likeness::kEmbedding)});
}

void write_constants(JsonWriter& out) {
  const Bm25Parameters bm25;
  out.key("constants").begin_object();
  out.key("k1").number(bm25.k1).key("b").number(bm25.b);
  out.key("partWeight").number(kPartWeight);
  out.key("insideBigramWeight").number(kInsideBigramWeight);
  out.key("candidatesPerHit").integer(static_cast<int64_t>(kCandidatesPerHit));
  out.key("rrfK").number(kReciprocalRankConstant);
  out.key("chunkLength").integer(kChunkLength).key("chunkOverlap").integer(kChunkOverlap);
  out.key("excerptLength").integer(kExcerptLength).key("excerptReach").integer(kExcerptReach);
  out.key("eventsPerReply").integer(kMostEvents).key("eventsPerRoute").integer(kRouteLength);
  out.key("chainEvents").integer(Cursors::kMaxDelivered);
  out.key("deliveryMilliseconds").integer(DeliveryMemory::kRememberedFor);
  out.key("deliveredIds").integer(DeliveryMemory::kMaxIds);
  out.key("deliveredExcerpts").integer(DeliveryMemory::kMaxExcerpts);
  out.key("sessions").integer(DeliveryMemory::kMaxSessions);
  out.key("cursors").integer(Cursors::kMaxStates);
  out.key("visitedRooms").integer(kMostVisitedRooms).key("topTunnels").integer(kMostTopTunnels);
  out.key("suggestions").integer(kMostSuggestions);
  out.key("boostingClosets").integer(kBoostingClosets).key("closetReach").number(kFarthestCloset);
  out.end_object();
}

}  // namespace

std::string contract() {
  JsonWriter out;
  out.begin_object();
  out.key("formatVersion").integer(kFormatVersion);
  write_options(out);
  write_limits(out);
  write_codes(out);
  write_texts(
      out, "tokenKinds",
      {name_of(TokenKind::kWord), name_of(TokenKind::kIdentifier), name_of(TokenKind::kPart)});
  write_constants(out);
  out.end_object();
  return out.take();
}

}  // namespace loci
