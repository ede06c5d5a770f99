#pragma once

/// What the palace face answers to a search.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "retrieve/query_embedding.h"
#include "store/drawer.h"

namespace loci {

/// What led to a drawer.
enum class MatchedVia { kDrawer, kDrawerAndCloset, kBm25 };

/// The published name, such as "drawer+closet".
std::string_view name_of(MatchedVia via);

struct FoundDrawer {
  Drawer drawer;  // with its text
  std::string wing;
  std::string room;                  // as they are shown
  std::optional<double> similarity;  // in [0, 1]; none, as the next two, where it has no vector
  std::optional<double> distance;    // by the metric that was asked for
  std::optional<double> effective_distance;  // less the boost; in [0, 2]
  double closet_boost = 0;
  double bm25 = 0;                      // among what was ranked with it
  double score = 0;                     // in [0, 1]
  std::vector<std::string> duplicates;  // the names of drawers of the same text, best first

  MatchedVia via() const {
    if (!distance) return MatchedVia::kBm25;
    return closet_boost > 0 ? MatchedVia::kDrawerAndCloset : MatchedVia::kDrawer;
  }
};

enum class NothingFound { kNone, kNoQueryTerms, kUnknownWing, kUnknownRoom, kNoMatch };

/// The published name of a reason, such as "unknown_wing". Not of kNone.
std::string_view name_of(NothingFound reason);

struct PalaceReply {
  std::optional<std::string> wing;  // that was asked for, as it is shown, or as given if unknown
  std::optional<std::string> room;
  std::vector<FoundDrawer> results;
  int64_t total_before_filter = 0;            // drawers in the scope
  NothingFound reason = NothingFound::kNone;  // why there are no results
  std::vector<std::string> wings;  // what there is, in order of first filing: at kUnknownWing, and
  std::vector<std::string>
      rooms;  // at kUnknownRoom, where these are of the wing that was asked for

  bool bm25_only = false;  // no vector had a say; the two next say why
  bool vector_disabled = false;
  EmbeddingReason embedding_reason = EmbeddingReason::kNone;
  bool vectors_damaged = false;    // vectors were to be searched, and some cannot be read
  bool vectors_too_large = false;  // or had no room
};

}  // namespace loci
