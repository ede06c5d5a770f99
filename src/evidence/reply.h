#pragma once

/// What the evidence face answers to a search, an expansion or a look at what is nearby.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/conversations.h"
#include "retrieve/query_embedding.h"
#include "store/event.h"
#include "text/chunks.h"

namespace loci {

/// A piece of the source, or in its place the piece of the same text that was delivered before.
struct QuoteRef {
  std::string event;   // the id that callers know it by
  ChunkRange range{};  // code points
  ChunkRange range16{};
};

struct FoundEvent {
  Event event;  // without its content
  std::optional<double> score;
  std::string excerpt;  // exact, unless there is a quote
  ChunkRange range{};   // of the excerpt in the content: code points
  ChunkRange range16{};
  std::optional<QuoteRef> quote;
  size_t content_length = 0;            // code points
  std::vector<std::string> duplicates;  // ids of events with the same content
};

/// A concept that events of a reply mention.
struct FoundConcept {
  Entity entity;
  int64_t mentions = 0;             // events of the store
  std::vector<std::string> events;  // ids of those in the reply
};

enum class EmptyReason { kNone, kNoQueryTerms, kNothingNew, kNoMatch, kChainExhausted };

/// The published name of a reason, such as "nothing_new". Not of kNone.
std::string_view name_of(EmptyReason reason);

struct EvidenceReply {
  std::vector<FoundEvent> events;
  std::optional<std::string> cursor;        // where there are events
  std::vector<FoundConcept> concepts;       // in the order of first appearance
  EmptyReason reason = EmptyReason::kNone;  // why there are no events
  bool is_nearby = false;                   // chosen by their places, not for what they say

  uint32_t missing_chunks = 0;  // events in the pool whose chunks are missing
  EmbeddingReason embedding_reason = EmbeddingReason::kNone;  // tells only where none was used
  bool vectors_damaged = false;    // vectors were to be searched, and some cannot be read
  bool vectors_too_large = false;  // or had no room

  Delivery delivery;  // for Conversations::record(), once the reply is on its way
};

}  // namespace loci
