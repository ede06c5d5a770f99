#pragma once

/// The palace face's answer to a question: the drawers of a scope that are nearest to it in
/// meaning and by words.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "palace/palace_index.h"
#include "palace/reply.h"
#include "retrieve/near_search.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace loci {

enum class CandidateStrategy { kVector, kUnion };

struct PalaceRequest {
  std::string query;
  std::string wing;  // in any spelling; blank: any
  std::string room;
  std::optional<int64_t> since;   // microseconds since 1970, of filed_at, inclusive
  std::optional<int64_t> before;  // exclusive
  size_t limit = 5;
  CandidateStrategy strategy = CandidateStrategy::kVector;
  double max_distance = 0;  // > 0: nothing farther is found
  bool vector_disabled = false;
  Metric metric = Metric::kCosine;
  std::optional<std::vector<float>> embedding;
  std::optional<std::string> model;
};

/// What every search reads.
struct PalaceSources {
  Store& store;
  PalaceIndex& index;  // loaded
  Analyzer analyzer;   // that the index was built with
};

/// Reads top to bottom as SPEC 5 does: scope, pool, closets, score, choice. Changes nothing.
Status search(const PalaceRequest& request, const PalaceSources& sources, PalaceReply& reply);

}  // namespace loci
