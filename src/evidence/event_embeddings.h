#pragma once

/// The vectors of an event's parts, its summary and each chunk of its content: which may be stored,
/// and what becomes of them when the event is written. All that writes is inside a transaction.
///
/// Where stored vectors are damaged they count as absent, and texts are written without them.
///
/// Tested by tests/evidence/event_embeddings_test.cpp.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "retrieve/embedding_rules.h"
#include "store/event.h"
#include "store/store.h"

namespace loci {

/// A part of an event: its summary, or the chunk of its content with this number.
struct EventPart {
  std::optional<uint32_t> chunk;  // none: the summary
};

/// Vectors that are handed in with an event. Their numbers are the caller's, and may be anything.
struct EventVectors {
  std::optional<std::vector<float>> summary;
  /// One a chunk, or none at all.
  std::vector<std::optional<std::vector<float>>> chunks;
  std::string model;  // that made them; empty: not said

  bool empty() const;
};

/// Whether there are as many vectors as a content of so many chunks asks for, or none:
/// `invalid_argument`, which names both numbers.
Status check_count(const EventVectors& vectors, size_t chunks);

/// Keeps, moves, replaces or drops the vectors of an event that has been written, under the id that
/// it had before or under a new one: a part whose text stays the same keeps its own, unless another
/// is `given`. Errors: those of check_embedding(), which name the event and the part.
Status write_vectors(Store& store, const std::optional<Event>& before, const Event& event,
                     const EventVectors& given);

/// Drops the vectors of an event that goes.
Status remove_vectors(Store& store, int64_t id);

/// The text of a part, a view into the event; none where it has no such part. An empty summary is
/// none.
std::optional<std::string_view> text_of(const Event& event, EventPart part);

/// The part of an event that says `text`.
OwnedText owned_text(const Event& event, EventPart part, std::string_view text);

/// Stores a vector for a part, in place of one it may have. Errors as of write_vectors().
Status put_vector(Store& store, EventPart part, const OwnedText& text, const Embedding& embedding);

}  // namespace loci
