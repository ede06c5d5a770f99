// Tested by tests/engine_retrieve_test.cpp.

#include "engine_results.h"

namespace loci {
namespace {

void write_number_or_null(JsonWriter& out, const char* name, std::optional<double> number) {
  out.key(name);
  if (number) {
    out.number(*number);
  } else {
    out.null();
  }
}

void write_term(JsonWriter& out, const TermWeight& term) {
  out.begin_object();
  out.text("term", term.term).text("kind", name_of(term.kind));
  if (!term.of.empty()) out.text("of", term.of);
  out.integer("tf", term.tf).integer("df", term.df);
  out.number("idf", term.idf).number("weight", term.weight);
  out.end_object();
}

void write_context(JsonWriter& out, const std::optional<ContextParts>& context) {
  out.key("context");
  if (context) {
    out.begin_object().number("own", context->own).number("neighbours", context->neighbours);
    out.number("sequence", context->sequence).number("coverage", context->coverage).end_object();
  } else {
    out.null();
  }
}

// What the score is made of: by signal, that of BM25 by context, and the entry's own by term.
void write_account(JsonWriter& out, const RetrievedEntry& entry) {
  out.key("shares");
  if (entry.shares) {
    out.begin_object().number("bm25", entry.shares->bm25);
    out.number("cosine", entry.shares->cosine).end_object();
  } else {
    out.null();
  }
  write_context(out, entry.context);
  out.begin_array("terms");
  for (const TermWeight& term : entry.terms) write_term(out, term);
  out.end_array();
}

void write_entry(JsonWriter& out, const RetrievedEntry& entry, bool explain, bool dropped) {
  out.begin_object();
  write_item_fields(out, entry.item);
  out.text("source", entry.source == RetrievedEntry::Source::kHit ? "hit" : "link");
  write_number_or_null(out, "score", entry.score);
  write_number_or_null(out, "bm25Score", entry.bm25_score);
  write_number_or_null(out, "cosScore", entry.cos_score);
  write_text_or_null(out, "via", entry.via);
  write_texts(out, "matchedTerms", entry.matched_terms);
  out.integer("tokensEst", static_cast<int64_t>(entry.tokens_est));
  if (explain) write_account(out, entry);
  if (dropped) out.text("reason", "over_budget");
  out.end_object();
}

// About what the result takes as JSON, so that it is not copied on the way while it grows.
size_t expected_size(const Retrieval& retrieval) {
  constexpr size_t kFields = 512;  // of an entry, its content aside
  size_t bytes = kFields;
  for (const auto* entries : {&retrieval.items, &retrieval.dropped}) {
    for (const RetrievedEntry& entry : *entries) bytes += entry.item.content.size() + kFields;
  }
  return bytes;
}

}  // namespace

std::string retrieval_json(const Retrieval& retrieval, const RetrieveOptions& options,
                           int64_t revision, const std::vector<Warning>& warnings) {
  JsonWriter out;
  out.reserve(expected_size(retrieval));
  out.begin_object();
  out.begin_array("items");
  for (const auto& entry : retrieval.items) write_entry(out, entry, options.explain, false);
  out.end_array();
  out.key("budgetTokens");
  if (options.budget_tokens) {
    out.integer(static_cast<int64_t>(*options.budget_tokens));
  } else {
    out.null();
  }
  out.integer("budgetUsed", static_cast<int64_t>(retrieval.budget_used));
  out.flag("overBudget", retrieval.over_budget);
  out.flag("embeddingUsed", retrieval.embedding_used);
  if (!retrieval.embedding_used) {
    out.text("embeddingReason", name_of(retrieval.embedding_reason));
  }
  if (options.explain) write_number_or_null(out, "cosineWeight", retrieval.cosine_weight);
  out.number("confidence", retrieval.confidence);
  write_texts(out, "unresolvedLinks", retrieval.unresolved_links);
  out.begin_array("dropped");
  for (const auto& entry : retrieval.dropped) write_entry(out, entry, options.explain, true);
  out.end_array();
  if (retrieval.no_query_terms) {
    out.text("reason", "no_query_terms");
  } else if (retrieval.low_confidence) {
    out.text("reason", "low_confidence");
  }
  out.integer("revision", revision);
  return finish(out, warnings);
}

}  // namespace loci
