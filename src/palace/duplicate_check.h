#pragma once

/// Whether a text is in the palace already, word for word or nearly so.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "palace/searcher.h"
#include "retrieve/query_embedding.h"

namespace loci {

/// How a drawer was found to say the same.
enum class Likeness { kExact, kWords, kEmbedding };

/// The published name, such as "exact".
std::string_view name_of(Likeness how);

struct DuplicateMatch {
  std::string name;  // of the drawer
  std::string wing;
  std::string room;       // as they are shown
  double similarity = 0;  // 1 of the same text; else the share of words in common, or the cosine
  Likeness how = Likeness::kExact;
};

struct DuplicateReply {
  std::vector<DuplicateMatch> matches;                        // best first, ties in order of filing
  EmbeddingReason embedding_reason = EmbeddingReason::kNone;  // tells only where none was used
  bool vectors_damaged = false;
  bool vectors_too_large = false;
};

struct DuplicateRequest {
  std::string text;
  double threshold = 0.9;  // in [0, 1]
  size_t limit = 5;
  std::optional<std::vector<float>> embedding;
  std::optional<std::string> model;
};

/// The up to `limit` drawers that hold the same text (text/same_text.h), share of their words at
/// least `threshold` with it, among the 50 best by BM25, or have an embedding whose cosine to the
/// text's is so high, among the 50 nearest. A drawer found in more than one way says the best.
Status check_duplicate(const DuplicateRequest& request, const PalaceSources& sources,
                       DuplicateReply& reply);

}  // namespace loci
