#pragma once

/// What a question finds in a wiki, before links and budget: the ranking of its items.

#include <vector>

#include "base/result.h"
#include "index/vector_index.h"
#include "retrieve/context.h"
#include "retrieve/hybrid_ranking.h"
#include "retrieve/lexical_search.h"
#include "wiki/retriever.h"

namespace loci {

struct Findings {
  std::vector<Hit> hits;              // the best, in the order of ranks
  std::vector<ContextScore> context;  // by slot; empty where nothing counts but an item's own words
  double confidence = 0;              // in [0, 1], whatever the limit
  std::optional<double> cosine_weight;  // in [0, 3]: what a share of nearness of 1 is worth here;
                                        // none but with min-max in the default profile

  /// What made the `bm25` of a hit that has one.
  ContextParts context_of(const Hit& hit) const;
};

/// The best options.limit items, by words alone, or, with `vectors`, by words and meaning;
/// `lexical` asks sources.index.
Result<Findings> find_hits(const LexicalSearch& lexical, const VectorIndex* vectors,
                           const RetrieveOptions& options, const RetrieveSources& sources);

/// Whether the documents around an item count, and are told of.
bool uses_context(const RetrieveOptions& options, const RetrieveSources& sources);

}  // namespace loci
