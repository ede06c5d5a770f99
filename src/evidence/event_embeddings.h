#pragma once

/// The vectors of an event's parts: its summary, and each chunk of its content.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "retrieve/embedding_rules.h"
#include "store/store.h"

namespace loci {

/// A part of an event: its summary, or a chunk of its content.
struct EventPart {
  static constexpr uint32_t kSummary = UINT32_MAX;

  uint32_t chunk = kSummary;  // its number, from 0
};

/// Vectors that are handed in with an event. Their numbers are the caller's, and may be anything.
struct EventVectors {
  std::optional<std::vector<float>> summary;
  /// One a chunk, or none at all.
  std::vector<std::optional<std::vector<float>>> chunks;
  std::string model;  // that made them; empty: not said

  bool empty() const;
};

}  // namespace loci
