#pragma once

/// The drawers of a scope that a search ranks, where it has a usable embedding.

#include <vector>

#include "base/result.h"
#include "index/vector_index.h"
#include "palace/candidate.h"
#include "palace/scope.h"
#include "palace/searcher.h"
#include "retrieve/query.h"

namespace loci {

/// A question, as its words and its embedding are searched.
struct ReadPalaceQuery {
  std::vector<QueryTerm> terms;          // each once
  const VectorIndex* vectors = nullptr;  // to be searched by the embedding; nullptr: none can be

  bool says_nothing() const { return terms.empty() && vectors == nullptr; }
};

/// Fills the pool, each drawer once, in no order, with its distance where it has a vector: the
/// nearest, the best by words and, in the default profile, the best of the best source files. See
/// SPEC 5, step 2. read.vectors is not nullptr.
Status fill_pool(const PalaceRequest& request, const ReadPalaceQuery& read, const Scope& scope,
                 const PalaceSources& sources, std::vector<PalaceCandidate>& pool);

/// Fills in the BM25 of each, as if these were all the drawers there are; in the default profile
/// in its context, the chunks beside it in its file (retrieve/context.h).
void score_words(const ReadPalaceQuery& read, const PalaceSources& sources,
                 std::vector<PalaceCandidate>& pool);

}  // namespace loci
