// Questions to the palace: their arguments, and what their replies warn of. Tested by
// tests/engine_palace_search_test.cpp and through the bindings by tests/js.

#include <utility>

#include "base/timestamp.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_palace_json.h"
#include "engine_query_warnings.h"
#include "palace/duplicate_check.h"
#include "palace/searcher.h"

namespace loci {

// What became of the embedding of a question.
struct VectorsUsed {
  EmbeddingReason reason = EmbeddingReason::kNone;
  bool damaged = false;
  bool too_large = false;
};

namespace {

// Bounds are told as they are stored, and compared as instants.
std::optional<int64_t> instant_of(const std::optional<std::string>& moment) {
  if (!moment) return std::nullopt;
  const auto instant = parse_instant(*moment);
  return instant.ok() ? std::optional(instant.value()) : std::nullopt;
}

Metric read_metric(Fields& options) {
  const std::string_view metric = options.choice("metric", {"cosine", "l2", "ip"});
  if (metric == "cosine") return Metric::kCosine;
  return metric == "l2" ? Metric::kL2 : Metric::kInnerProduct;
}

Status read_request(Fields& fields, PalaceQuestion& question, PalaceRequest& request) {
  request.query = question.query = fields.text("query");
  request.wing = fields.optional_text("wing").value_or("");
  request.room = fields.optional_text("room").value_or("");
  question.since = fields.moment("since");
  question.before = fields.moment("before");
  request.since = instant_of(question.since);
  request.before = instant_of(question.before);
  request.limit = static_cast<size_t>(fields.limit("limit", static_cast<int64_t>(request.limit)));
  const bool is_union = fields.choice("candidateStrategy", {"vector", "union"}) == "union";
  request.strategy = is_union ? CandidateStrategy::kUnion : CandidateStrategy::kVector;
  request.max_distance = fields.number("maxDistance", 0);
  request.vector_disabled = fields.flag("vectorDisabled", false);
  return fields.finish();
}

}  // namespace

// Asks, and says what became of the embedding.
Reply Engine::ask_palace(std::vector<Warning> warnings, const QueryEmbedding& embedding,
                         FunctionRef<Status(const PalaceSources& sources, VectorsUsed& used)> ask,
                         FunctionRef<std::string(const std::vector<Warning>& warnings)> tell) {
  return noting_damage([&]() -> Reply {
    LOCI_ASSIGN(index, palace_->index());
    VectorsUsed used;
    LOCI_TRY(ask({*store_, *index, analyzer()}, used));
    segmenter_.warn_of_bigrams(warnings);
    warn_of_unused(embedding, used.reason, index->drawer_vectors().stamp(), warnings);
    warn_of_vectors(used.damaged, used.too_large, warnings);
    return tell(warnings);
  }());
}

Reply Engine::palace_search(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, "request options"));
  LOCI_ASSIGN(fields, arguments.object(0));
  PalaceQuestion question;
  PalaceRequest request;
  LOCI_TRY(read_request(fields, question, request));
  LOCI_ASSIGN(options, arguments.options(1));
  request.embedding = options.vector("embedding");
  request.model = options.optional_text("model");
  request.metric = read_metric(options);
  LOCI_TRY(options.finish());
  PalaceReply reply;
  return ask_palace(
      fields.warnings(), {request.embedding, request.model},
      [&](const PalaceSources& sources, VectorsUsed& used) -> Status {
        LOCI_TRY(search(request, sources, reply));
        used = {reply.embedding_reason, reply.vectors_damaged, reply.vectors_too_large};
        return Ok{};
      },
      [&](const std::vector<Warning>& warnings) { return palace_json(question, reply, warnings); });
}

Reply Engine::palace_check_duplicate(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, "text options"));
  DuplicateRequest request;
  LOCI_ASSIGN(given, arguments.text(0));
  request.text = std::move(given);
  LOCI_ASSIGN(fields, arguments.options(1));
  request.threshold = fields.fraction("threshold", request.threshold);
  request.limit = static_cast<size_t>(fields.limit("limit", static_cast<int64_t>(request.limit)));
  request.embedding = fields.vector("embedding");
  request.model = fields.optional_text("model");
  LOCI_TRY(fields.finish());
  DuplicateReply reply;
  return ask_palace(
      fields.warnings(), {request.embedding, request.model},
      [&](const PalaceSources& sources, VectorsUsed& used) -> Status {
        LOCI_TRY(check_duplicate(request, sources, reply));
        used = {reply.embedding_reason, reply.vectors_damaged, reply.vectors_too_large};
        return Ok{};
      },
      [&](const std::vector<Warning>& warnings) { return duplicates_json(reply, warnings); });
}

}  // namespace loci
