// The options of a retrieval, and its call. Tested by tests/engine_retrieve_test.cpp and through
// the bindings by tests/js.

#include "engine.h"
#include "engine_arguments.h"
#include "engine_query_warnings.h"
#include "engine_results.h"

namespace loci {
namespace {

Result<RetrieveOptions> read_retrieve_options(Fields& fields, Profile profile) {
  RetrieveOptions options;
  options.limit = static_cast<size_t>(fields.limit("limit", static_cast<int64_t>(options.limit)));
  if (const auto budget = fields.count("budgetTokens", true)) {
    options.budget_tokens = static_cast<uint64_t>(*budget);
  }
  options.expand_links = fields.flag("expandLinks", options.expand_links);
  options.explain = fields.flag("explain", options.explain);
  options.categories = fields.texts("categories");
  options.since = fields.instant("since");
  options.before = fields.instant("before");
  options.embedding = fields.vector("embedding");
  options.model = fields.optional_text("model");
  options.fusion_weight = fields.fraction("fusionWeight", default_fusion_weight(profile));
  const bool by_rank = fields.choice("fusion", {"minmax", "rrf"}) == "rrf";
  options.fusion = by_rank ? Fusion::kReciprocalRank : Fusion::kMinMax;
  options.context = fields.choice("context", {"auto", "off"}) == "auto";
  options.min_confidence = fields.fraction("minConfidence");
  LOCI_TRY(fields.finish());
  return options;
}

}  // namespace

Reply Engine::retrieve(std::string_view text, int64_t) {
  return asking(text, "query options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(query, arguments.text(0));
    LOCI_ASSIGN(fields, arguments.options(1));
    LOCI_ASSIGN(options, read_retrieve_options(fields, profile_));
    LOCI_ASSIGN(retrieval, wiki_->retrieve(query, options));
    std::vector<Warning> warnings = fields.warnings();
    segmenter_.warn_of_bigrams(warnings);
    const bool asked = options.embedding.has_value();
    warn_of_unused({options.embedding, options.model}, retrieval.embedding_reason,
                   wiki_->embeddings().stamp(), warnings);
    warn_of_vectors(retrieval.vectors_damaged, asked && wiki_->embeddings().is_too_large(),
                    warnings);
    return retrieval_json(retrieval, options, store_->revision(), warnings);
  });
}

}  // namespace loci
