// What the module says about itself. Tested by tests/js/contract.test.js, against the types and
// what the methods really do.

#include "base/error_codes.h"
#include "base/json_writer.h"
#include "base/metadata.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_embeddings.h"
#include "engine_evidence_search.h"
#include "engine_forms.h"
#include "engine_palace.h"
#include "evidence/cursors.h"
#include "evidence/delivery_memory.h"
#include "evidence/event_rules.h"
#include "evidence/follow_up.h"
#include "evidence/reply.h"
#include "evidence/routes.h"
#include "evidence/searcher.h"
#include "index/bm25.h"
#include "index/related_terms.h"
#include "index/vector.h"
#include "palace/drawer_rules.h"
#include "palace/duplicate_check.h"
#include "palace/ranking.h"
#include "palace/searcher.h"
#include "palace/structure.h"
#include "retrieve/best_stretch.h"
#include "retrieve/confidence.h"
#include "retrieve/context.h"
#include "retrieve/meaning.h"
#include "retrieve/query_lists.h"
#include "store/schema.h"
#include "text/chunks.h"
#include "text/excerpt.h"
#include "text/token.h"
#include "wiki/item_rules.h"
#include "wiki/stretches.h"

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
  out.begin_array(name);
  for (const std::string_view text : texts) out.text(text);
  out.end_array();
}

void write_nulls(JsonWriter& out, std::initializer_list<const char*> names) {
  for (const char* name : names) out.null(name);
}

// Of the options of a call of the evidence face, `session` comes last.
void write_evidence_options(JsonWriter& out) {
  const auto count = [&](const char* name, uint64_t otherwise) {
    out.integer(name, static_cast<int64_t>(otherwise));
  };
  const auto end = [&] { out.text("session", kDefaultSession).end_object(); };
  out.begin_object("evidenceSearch");
  write_nulls(out, {"query_text", "entities", "since", "before", "exclude", "embedding", "model"});
  out.flag("include_delivered", false).flag("reset_seen", false);
  end();
  out.begin_object("evidenceRead");
  count("start", ReadRequest().start);
  count("limit", ReadRequest().limit);
  end();
  out.begin_object("evidenceExpand");
  count("limit", ExpandRequest().limit);
  end();
  out.begin_object("evidenceNearby");
  count("before", NearbyRequest().before);
  count("after", NearbyRequest().after);
  end();
  out.begin_object("evidenceFindEntity");
  out.integer("limit", Engine::kDefaultItemsLimit).integer("offset", 0).end_object();
}

void write_palace_options(JsonWriter& out) {
  const PalaceRequest search;
  out.begin_object("palaceSearch");
  write_nulls(out, {"wing", "room", "since", "before", "embedding", "model"});
  out.integer("limit", static_cast<int64_t>(search.limit));
  out.number("maxDistance", search.max_distance);
  out.flag("vectorDisabled", search.vector_disabled);
  write_texts(out, "candidateStrategy", {"vector", "union"});
  write_texts(out, "metric", {"cosine", "l2", "ip"});
  out.end_object();
  const DuplicateRequest duplicate;
  out.begin_object("palaceCheckDuplicate").number("threshold", duplicate.threshold);
  out.integer("limit", static_cast<int64_t>(duplicate.limit));
  write_nulls(out, {"embedding", "model"});
  out.end_object().begin_object("palaceListDrawers");
  write_nulls(out, {"wing", "room"});
  out.integer("limit", Engine::kDefaultItemsLimit).integer("offset", 0).end_object();
  out.begin_object("palaceListTunnels");
  write_nulls(out, {"wing", "room"});
  out.end_object();
  out.begin_object("palaceTraverse").integer("maxHops", kDefaultHops).end_object();
}

void write_options(JsonWriter& out) {
  const RetrieveOptions retrieve;
  out.begin_object("options");
  out.begin_object("openMemory");
  write_texts(out, "profile", {"default", "reference"});
  write_texts(out, "durability", {"full", "relaxed"});
  write_texts(out, "segmenter", {"auto", "jieba", "bigram"});
  out.begin_array("forms");
  for (const Forms forms : kEveryForms) out.text(name_of(forms));
  out.end_array();
  out.flag("readOnly", false);
  out.integer("embedderTimeout", kEmbedderTimeout);
  out.end_object();
  out.begin_object("retrieve");
  out.integer("limit", static_cast<int64_t>(retrieve.limit));
  out.null("budgetTokens");
  out.flag("expandLinks", retrieve.expand_links);
  out.flag("explain", retrieve.explain);
  write_nulls(out, {"categories", "since", "before", "embedding", "model"});
  out.number("fusionWeight", default_fusion_weight(Profile::kDefault));
  write_texts(out, "fusion", {"minmax", "rrf"});
  write_texts(out, "context", {"auto", "off"});
  out.null("minConfidence");
  out.end_object();
  for (const char* name :
       {"add", "addMany", "putEmbeddings", "evidenceSave", "evidenceSaveMany", "palaceAddDrawer",
        "palaceAddDrawers", "palaceUpdateDrawer", "palaceAddCloset"}) {
    out.begin_object(name).null("model").end_object();
  }
  out.begin_object("pendingEmbeddings").integer("limit", kDefaultPendingLimit);
  out.integer("after", 0).flag("all", false).end_object();
  out.begin_object("items").null("category");
  out.integer("limit", Engine::kDefaultItemsLimit).integer("offset", 0).end_object();
  out.begin_object("journal").integer("since", 0);
  out.integer("limit", Engine::kDefaultJournalLimit).end_object();
  out.begin_object("compact");
  out.integer("keepJournal", Engine::kDefaultKeepJournal).end_object();
  out.begin_object("tokenize").flag("kinds", false).end_object();
  write_evidence_options(out);
  write_palace_options(out);
  out.end_object();
}

void write_limits(JsonWriter& out) {
  out.begin_object("limits");
  out.integer("limit", kMaxLimit);
  out.integer("categoryBytes", kMaxCategoryBytes);
  out.integer("nameBytes", kMaxNameBytes);
  out.integer("contentBytes", kMaxContentBytes);
  out.integer("metadataBytes", kMaxMetadataBytes);
  out.integer("metadataDepth", kMaxMetadataDepth);
  out.integer("vectorWidth", kMaxVectorWidth);
  out.integer("modelBytes", kMaxModelBytes);
  out.integer("eventIdBytes", kMaxEventIdBytes);
  out.integer("summaryBytes", kMaxSummaryBytes);
  out.integer("entities", kMaxEntities);
  out.integer("sessionBytes", kMaxSessionBytes);
  out.integer("exclude", kMaxExclude);
  out.integer("readLimit", kMaxReadLimit);
  out.integer("expandLimit", kMaxExpandLimit);
  out.integer("nearbyReach", kMaxNearby);
  out.integer("drawerIdBytes", kMaxDrawerIdBytes);
  out.integer("placeNameBytes", kMaxPlaceNameBytes);
  out.integer("sourceFileBytes", kMaxSourceFileBytes);
  out.integer("drawerTextBytes", kMaxDrawerTextBytes);
  out.integer("hops", kMaxHops);
  out.end_object();
}

void write_codes(JsonWriter& out) {
  out.begin_object("errors");
#define LOCI_WRITE(enumerator, name, when) out.text(name, when);
  LOCI_ERROR_CODES(LOCI_WRITE)
#undef LOCI_WRITE
  out.end_object();
  out.begin_object("warnings");
  for (const auto& [code, when] : kWarningCodes) out.key(code).text(when);
  out.end_object();
  write_texts(out, "reasons", {"no_query_terms", "low_confidence"});
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

// Of words and of what stands around an item.
void write_ranking(JsonWriter& out) {
  const Bm25Parameters bm25 = bm25_parameters(Profile::kDefault);
  out.number("k1", bm25.k1).number("b", bm25.b);
  out.number("partWeight", kPartWeight);
  out.number("insideBigramWeight", kInsideBigramWeight);
  out.number("bigramWeight", kBigramWeight);
  out.number("syllableBigramWeight", kSyllableBigramWeight).number("gramWeight", kGramWeight);
  out.number("functionWordWeight", kFunctionWordWeight);
  out.integer("relatives", static_cast<int64_t>(RelatedTerms::kMost));
  out.integer("families", static_cast<int64_t>(kMostFamilies));
  out.integer("contextCandidates", static_cast<int64_t>(kContextCandidates));
  out.number("neighbourWeight", kNeighbourWeights[0]);
  out.number("secondNeighbourWeight", kNeighbourWeights[1]);
  out.number("sequenceWeight", kSequenceWeight).number("coverageWeight", kCoverageWeight);
  out.integer("stretchTokens", kStretchTokens).integer("toldByScore", kToldByScore);
  out.integer("nearestWithShare", static_cast<int64_t>(kNearestWithShare));
  out.number("leastStandingOut", kLeastStandingOut).number("fullStandingOut", kFullStandingOut);
  out.number("coveredDiscount", kCoveredDiscount).number("witness", kWitness);
  out.number("leastAgreement", kLeastAgreement).number("fullAgreement", kFullAgreement);
  out.integer("confidenceCandidates", static_cast<int64_t>(kConfidenceCandidates));
  out.number("confidenceSlope", kConfidenceSlope);
  out.number("confidenceMidpoint", kConfidenceMidpoint);
}

void write_constants(JsonWriter& out) {
  out.begin_object("constants");
  write_ranking(out);
  out.integer("candidatesPerHit", static_cast<int64_t>(kCandidatesPerHit));
  out.number("rrfK", kReciprocalRankConstant);
  out.integer("chunkLength", kChunkLength).integer("chunkOverlap", kChunkOverlap);
  out.integer("excerptLength", kExcerptLength).integer("excerptReach", kExcerptReach);
  out.integer("eventsPerReply", kMostEvents).integer("eventsPerRoute", kRouteLength);
  out.integer("chainEvents", Cursors::kMaxDelivered);
  out.integer("deliveryMilliseconds", DeliveryMemory::kRememberedFor);
  out.integer("deliveredIds", DeliveryMemory::kMaxIds);
  out.integer("deliveredExcerpts", DeliveryMemory::kMaxExcerpts);
  out.integer("sessions", DeliveryMemory::kMaxSessions);
  out.integer("cursors", Cursors::kMaxStates);
  out.integer("visitedRooms", kMostVisitedRooms).integer("topTunnels", kMostTopTunnels);
  out.integer("suggestions", kMostSuggestions);
  out.integer("boostingClosets", kBoostingClosets).number("closetReach", kFarthestCloset);
  out.end_object();
}

}  // namespace

std::string contract() {
  JsonWriter out;
  out.begin_object();
  out.integer("formatVersion", kFormatVersion);
  write_options(out);
  write_limits(out);
  write_codes(out);
  write_texts(out, "tokenKinds",
              {name_of(TokenKind::kWord), name_of(TokenKind::kIdentifier),
               name_of(TokenKind::kPart), name_of(TokenKind::kForm), name_of(TokenKind::kGram)});
  write_constants(out);
  out.end_object();
  return out.take();
}

}  // namespace loci
