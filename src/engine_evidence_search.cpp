// Questions to the evidence face: their arguments, and what their replies leave behind. Tested by
// tests/engine_evidence_search_test.cpp and through the bindings by tests/js.

#include "engine_evidence_search.h"

#include <limits>
#include <utility>

#include "base/concat.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_evidence_json.h"
#include "engine_query_warnings.h"
#include "evidence/event_rules.h"
#include "evidence/follow_up.h"
#include "evidence/searcher.h"

namespace loci {
namespace {

Status check_size(std::string_view name, std::string_view text, size_t most) {
  if (text.size() <= most) return Ok{};
  return fail(ErrorCode::kTooLarge, {name, " takes ", text.size(), " bytes, and may take ", most});
}

Status check_count(std::string_view name, const std::vector<std::string>& texts, size_t most) {
  if (texts.size() <= most) return Ok{};
  return invalid_argument({name, " has ", texts.size(), " elements, and may have ", most});
}

Status read_session(Fields& options, std::string& session) {
  session = options.optional_text("session").value_or(kDefaultSession);
  if (session.empty()) return invalid_argument("session must not be empty");
  return check_size("session", session, kMaxSessionBytes);
}

// A number in a range of its own; what is outside is no number to guess from.
struct CountRange {
  int64_t least;
  int64_t most;
};
Status read_count(Fields& fields, const char* name, CountRange range, size_t& count) {
  const auto given = fields.count(name);
  if (!given) return Ok{};
  count = static_cast<size_t>(*given);
  if (*given >= range.least && *given <= range.most) return Ok{};
  return fields.located(
      invalid_argument({name, " must be from ", range.least, " to ", range.most}));
}

// The only option of calls whose question is that of a cursor, or that have none.
Status read_session_alone(const Arguments& arguments, std::string& session) {
  LOCI_ASSIGN(options, arguments.options(1));
  Status read = read_session(options, session);
  LOCI_TRY(options.finish());
  return read;
}

Status read_search(const Arguments& arguments, SearchRequest& request) {
  LOCI_ASSIGN(fields, arguments.options(0));
  Question& question = request.question;
  question.text = fields.optional_text("query_text").value_or("");
  question.entities = fields.texts("entities").value_or(std::vector<std::string>());
  question.since = fields.instant("since");
  question.before = fields.instant("before");
  request.exclude = fields.texts("exclude").value_or(std::vector<std::string>());
  request.include_delivered = fields.flag("include_delivered", false);
  request.reset_seen = fields.flag("reset_seen", false);
  LOCI_TRY(fields.finish());
  LOCI_TRY(check_size("query_text", question.text, kMaxQueryBytes));
  LOCI_TRY(check_count("entities", question.entities, kMaxEntities));
  LOCI_TRY(check_count("exclude", request.exclude, kMaxExclude));
  LOCI_ASSIGN(options, arguments.options(1));
  Status session = read_session(options, request.session);
  question.embedding = options.vector("embedding");
  question.model = options.optional_text("model");
  LOCI_TRY(options.finish());
  return session;
}

Status read_expand(const Arguments& arguments, ExpandRequest& request) {
  LOCI_ASSIGN(fields, arguments.object(0));
  request.cursor = fields.text("cursor");
  request.concept_id = fields.text("concept_id");
  Status limit = read_count(fields, "limit", {1, kMaxExpandLimit}, request.limit);
  LOCI_TRY(fields.finish());
  LOCI_TRY(std::move(limit));
  return read_session_alone(arguments, request.session);
}

Status read_nearby(const Arguments& arguments, NearbyRequest& request) {
  LOCI_ASSIGN(fields, arguments.object(0));
  request.cursor = fields.text("cursor");
  request.event_id = fields.text("event_id");
  Status before = read_count(fields, "before", {0, kMaxNearby}, request.before);
  Status after = read_count(fields, "after", {0, kMaxNearby}, request.after);
  LOCI_TRY(fields.finish());
  LOCI_TRY(std::move(before));
  LOCI_TRY(std::move(after));
  return read_session_alone(arguments, request.session);
}

Status read_read(const Arguments& arguments, ReadRequest& request) {
  LOCI_ASSIGN(fields, arguments.object(0));
  request.event_id = fields.text("event_id");
  request.start = static_cast<uint64_t>(fields.count("start").value_or(0));
  Status limit = read_count(fields, "limit", {1, kMaxReadLimit}, request.limit);
  LOCI_TRY(fields.finish());
  LOCI_TRY(std::move(limit));
  std::string session;
  return read_session_alone(arguments, session);
}

void warn_of_missing_chunks(uint32_t count, std::vector<Warning>& warnings) {
  if (count == 0) return;
  warnings.push_back(
      {"chunks_missing", concat({count,
                                 " events of an older store have no chunks and are found by"
                                 " their summaries alone; save them again"})});
}

}  // namespace

// Searches, and takes note of what was delivered once nothing can fail any more.
Reply Engine::deliver(const QueryEmbedding& embedding, FunctionRef<FindEvents> find) {
  return noting_damage([&]() -> Reply {
    LOCI_ASSIGN(index, evidence_->index());
    EvidenceReply found;
    LOCI_TRY(find({*store_, *index, analyzer()}, found));
    std::vector<Warning> warnings;
    segmenter_.warn_of_bigrams(warnings);
    warn_of_unused(embedding, found.embedding_reason, index->summary_vectors().stamp(), warnings);
    warn_of_vectors(found.vectors_damaged, found.vectors_too_large, warnings);
    warn_of_missing_chunks(found.missing_chunks, warnings);
    std::string reply = evidence_json(found, warnings);
    conversations_.record(std::move(found.delivery));
    return reply;
  }());
}

Reply Engine::evidence_search(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, "request options"));
  SearchRequest request;
  LOCI_TRY(read_search(arguments, request));
  const auto embedding = request.question.embedding;
  const auto model = request.question.model;
  return deliver({embedding, model}, [&](const EvidenceSources& sources, EvidenceReply& reply) {
    return search(std::move(request), sources, conversations_, reply);
  });
}

Reply Engine::evidence_expand(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, "request options"));
  ExpandRequest request;
  LOCI_TRY(read_expand(arguments, request));
  return deliver({{}, {}}, [&](const EvidenceSources& sources, EvidenceReply& reply) {
    return expand(request, sources, conversations_, reply);
  });
}

Reply Engine::evidence_nearby(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, "request options"));
  NearbyRequest request;
  LOCI_TRY(read_nearby(arguments, request));
  return deliver({{}, {}}, [&](const EvidenceSources& sources, EvidenceReply& reply) {
    return nearby(request, sources, conversations_, reply);
  });
}

Reply Engine::evidence_read(std::string_view text, int64_t) {
  return asking(text, "request options", [&](const Arguments& arguments) -> Reply {
    ReadRequest request;
    LOCI_TRY(read_read(arguments, request));
    ReadText read;
    LOCI_TRY(loci::read(request, *store_, read));
    return read_text_json(read);
  });
}

}  // namespace loci
