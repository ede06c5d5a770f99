#pragma once

/// The wiki face's answer to a question: hits, the items they link to, cut to a budget, with an
/// account of every choice.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "index/inverted_index.h"
#include "retrieve/context.h"
#include "retrieve/fusion.h"
#include "retrieve/hybrid_ranking.h"
#include "retrieve/lexical_search.h"
#include "retrieve/query_embedding.h"
#include "retrieve/sequences.h"
#include "retrieve/vector_source.h"
#include "store/item.h"
#include "store/item_table.h"
#include "text/analyzer.h"

namespace loci {

/// How much the words count beside the meaning where nobody says it. In the default profile meaning
/// weighs what is left times weight_of_meaning(); 0.55 to 0.65 differ there by no more than noise.
constexpr double default_fusion_weight(Profile profile) {
  return profile == Profile::kDefault ? 0.6 : 0.5;
}

struct RetrieveOptions {
  size_t limit = 10;                      // hits; links come on top
  std::optional<uint64_t> budget_tokens;  // none: no cut
  bool expand_links = true;
  bool explain = false;
  std::optional<std::vector<std::string>> categories;  // none: all
  std::optional<int64_t> since;                        // microseconds since 1970, inclusive
  std::optional<int64_t> before;                       // exclusive
  std::optional<std::vector<float>> embedding;  // of the query; empty: what was given is no vector
  std::optional<std::string> model;             // that made it; none: unknown, fits all
  double fusion_weight = default_fusion_weight(Profile::kDefault);  // of BM25, in [0, 1]; cosine
                                                                    // has the rest
  Fusion fusion = Fusion::kMinMax;
  bool context = true;                   // whether those around an item count; not in the reference
  std::optional<double> min_confidence;  // in [0, 1]: below it the result is said to be doubtful
};

struct RetrievedEntry {
  enum class Source { kHit, kLink };

  RetrievedEntry(Item item, Source source) : item(std::move(item)), source(source) {}

  Item item;
  Source source;
  std::optional<double> score;
  std::optional<double> bm25_score;        // in its context; none where no word matches
  std::optional<double> cos_score;         // none beyond the nearest, and without an embedding
  std::optional<Shares> shares;            // with explain, of what has a score
  std::optional<std::string> via;          // the name of the hit that links here
  std::vector<std::string> matched_terms;  // sorted, each once
  uint64_t tokens_est = 0;                 // of name + "\n" + content
  std::optional<ContextParts> context;     // with explain and a context; they add up to bm25_score
  std::vector<TermWeight> terms;           // with explain; their weights add up to the own BM25
};

struct Retrieval {
  std::vector<RetrievedEntry> items;
  std::vector<RetrievedEntry> dropped;  // with explain: what the budget cut, in order
  uint64_t budget_used = 0;
  bool over_budget = false;
  std::vector<std::string> unresolved_links;  // as [[category:name]]
  bool no_query_terms = false;
  double confidence = 0;        // in [0, 1]: how surely the words found cover the question
  bool low_confidence = false;  // below what was asked for; the items are the same
  bool embedding_used = false;
  std::optional<double> cosine_weight;  // see Findings; none without an embedding
  EmbeddingReason embedding_reason = EmbeddingReason::kNone;  // tells only where none was used
  bool vectors_damaged = false;  // vectors were to be read, and some could not
};

/// The memory that a retrieval reads.
struct RetrieveSources {
  InvertedIndex& index;
  const Sequences& sequences;
  ItemTable& items;
  VectorSource* vectors;  // nullptr: no item has one
  Analyzer analyzer;      // that the index was built with
};

/// Reads top to bottom as SPEC 2 does: candidates, hits, links, budget. Changes nothing.
Result<Retrieval> retrieve(std::string_view query, const RetrieveOptions& options,
                           const RetrieveSources& sources);

}  // namespace loci
