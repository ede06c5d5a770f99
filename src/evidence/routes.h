#pragma once

/// The events of a pool that answer a question, by several routes that are fused into one order.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "evidence/cursors.h"
#include "evidence/event_index.h"
#include "evidence/pool.h"
#include "index/vector_index.h"
#include "retrieve/query.h"
#include "retrieve/query_embedding.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace loci {

/// Events that a route proposes of what has its vector, and as many again of what has none.
inline constexpr size_t kRouteLength = 40;

/// What every search reads.
struct EvidenceSources {
  Store& store;
  EventIndex& index;  // loaded
  Analyzer analyzer;  // that the index was built with

  PoolSource pool() const { return {store, index}; }
};

/// A question, as the routes read it.
struct ReadQuestion {
  bool is_blank = true;  // no text but white space
  std::vector<QueryTerm> terms;
  const VectorIndex* summaries = nullptr;  // searched by its embedding; nullptr: none
  const VectorIndex* chunks = nullptr;
  EmbeddingReason embedding_reason = EmbeddingReason::kNone;  // why neither is

  bool uses_embedding() const { return summaries != nullptr || chunks != nullptr; }
  /// Whether there is anything to rank by.
  bool can_rank() const { return uses_embedding() || !terms.empty(); }
};

/// Reads the text, and looks whether the embedding can be used.
Status read_question(const Question& question, const EvidenceSources& sources, ReadQuestion& read);

/// An event that a search may show.
struct Candidate {
  uint32_t number = 0;               // in the EventIndex
  std::optional<double> score;       // none: nothing was asked to score by
  std::optional<uint32_t> chunk;     // the number of the one that is nearest to the question
  std::vector<uint32_t> duplicates;  // events of the same content that stand behind it, by number
};

/// Appends every event of the pool that is on a route, best first, ties in the order of storing.
Status rank_by_routes(const ReadQuestion& read, const Question& question, const Pool& pool,
                      const EvidenceSources& sources, std::vector<Candidate>& ranked);

}  // namespace loci
