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
  return fail(ErrorCode::kTooLarge, concat({name, " takes ", std::to_string(text.size()),
                                            " bytes, and may take ", std::to_string(most)}));
}

Status check_count(std::string_view name, const std::vector<std::string>& texts, size_t most) {
  if (texts.size() <= most) return Ok{};
  return invalid_argument(concat({name, " has ", std::to_string(texts.size()),
                                  " elements, and may have ", std::to_string(most)}));
}

Result<std::string> read_session(Fields& options) {
  std::string session = options.optional_text("session").value_or(kDefaultSession);
  if (session.empty()) return invalid_argument("session must not be empty");
  LOCI_TRY(check_size("session", session, kMaxSessionBytes));
  return session;
}

// A number in a range of its own; what is outside is no number to guess from.
struct CountRange {
  int64_t least;
  int64_t most;
};
Result<size_t> read_count(Fields& fields, const char* name, size_t otherwise, CountRange range) {
  const auto count = fields.count(name);
  if (!count) return otherwise;
  if (*count >= range.least && *count <= range.most) return static_cast<size_t>(*count);
  return fields.located(invalid_argument(concat(
      {name, " must be from ", std::to_string(range.least), " to ", std::to_string(range.most)})));
}

// The only option of calls whose question is that of a cursor, or that have none.
Result<std::string> read_session_alone(const Arguments& arguments) {
  LOCI_ASSIGN(options, arguments.options(1));
  auto session = read_session(options);
  LOCI_TRY(options.finish());
  return session;
}

Result<SearchRequest> read_search(const Arguments& arguments) {
  LOCI_ASSIGN(fields, arguments.options(0));
  SearchRequest request;
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
  auto session = read_session(options);
  question.embedding = options.vector("embedding");
  question.model = options.optional_text("model");
  LOCI_TRY(options.finish());
  if (!session.ok()) return session.take_failure();
  request.session = std::move(session.value());
  return request;
}

Result<ExpandRequest> read_expand(const Arguments& arguments) {
  LOCI_ASSIGN(fields, arguments.object(0));
  ExpandRequest request;
  request.cursor = fields.text("cursor");
  request.concept_id = fields.text("concept_id");
  auto limit = read_count(fields, "limit", request.limit, {1, kMaxExpandLimit});
  LOCI_TRY(fields.finish());
  if (!limit.ok()) return limit.take_failure();
  request.limit = limit.value();
  LOCI_ASSIGN(session, read_session_alone(arguments));
  request.session = std::move(session);
  return request;
}

Result<NearbyRequest> read_nearby(const Arguments& arguments) {
  LOCI_ASSIGN(fields, arguments.object(0));
  NearbyRequest request;
  request.cursor = fields.text("cursor");
  request.event_id = fields.text("event_id");
  auto before = read_count(fields, "before", request.before, {0, kMaxNearby});
  auto after = read_count(fields, "after", request.after, {0, kMaxNearby});
  LOCI_TRY(fields.finish());
  if (!before.ok()) return before.take_failure();
  if (!after.ok()) return after.take_failure();
  request.before = before.value();
  request.after = after.value();
  LOCI_ASSIGN(session, read_session_alone(arguments));
  request.session = std::move(session);
  return request;
}

Result<ReadRequest> read_read(const Arguments& arguments) {
  LOCI_ASSIGN(fields, arguments.object(0));
  ReadRequest request;
  request.event_id = fields.text("event_id");
  request.start = static_cast<uint64_t>(fields.count("start").value_or(0));
  auto limit = read_count(fields, "limit", request.limit, {1, kMaxReadLimit});
  LOCI_TRY(fields.finish());
  if (!limit.ok()) return limit.take_failure();
  request.limit = limit.value();
  LOCI_TRY(read_session_alone(arguments));
  return request;
}

void warn_of_missing_chunks(uint32_t count, std::vector<Warning>& warnings) {
  if (count == 0) return;
  warnings.push_back(
      {"chunks_missing", concat({std::to_string(count),
                                 " events of an older store have no chunks and are found by"
                                 " their summaries alone; save them again"})});
}

}  // namespace

// Searches, and takes note of what was delivered once nothing can fail any more.
Reply Engine::deliver(const QueryEmbedding& embedding, FunctionRef<FindEvents> find) {
  return noting_damage([&]() -> Reply {
    LOCI_ASSIGN(index, evidence_->index());
    const Analyzer analyzer(profile_, segmenter_.in_use());
    LOCI_ASSIGN(found, find({*store_, *index, analyzer}));
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
  LOCI_ASSIGN(arguments, Arguments::parse(text, {"request", "options"}));
  LOCI_ASSIGN(request, read_search(arguments));
  const auto embedding = request.question.embedding;
  const auto model = request.question.model;
  return deliver({embedding, model}, [&](const EvidenceSources& sources) {
    return search(std::move(request), sources, conversations_);
  });
}

Reply Engine::evidence_expand(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, {"request", "options"}));
  LOCI_ASSIGN(request, read_expand(arguments));
  return deliver({{}, {}}, [&](const EvidenceSources& sources) {
    return expand(request, sources, conversations_);
  });
}

Reply Engine::evidence_nearby(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, {"request", "options"}));
  LOCI_ASSIGN(request, read_nearby(arguments));
  return deliver({{}, {}}, [&](const EvidenceSources& sources) {
    return nearby(request, sources, conversations_);
  });
}

Reply Engine::evidence_read(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, {"request", "options"}));
  LOCI_ASSIGN(request, read_read(arguments));
  return noting_damage([&]() -> Reply {
    LOCI_ASSIGN(read, loci::read(request, *store_));
    return read_text_json(read);
  }());
}

}  // namespace loci
