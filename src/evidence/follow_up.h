#pragma once

/// What a session asks on from what it was given: other events about a concept, the records before
/// and after one, and the text itself.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "evidence/conversations.h"
#include "evidence/reply.h"
#include "evidence/routes.h"
#include "store/store.h"
#include "text/chunks.h"

namespace loci {

/// What expand() and nearby() may fail with besides what the store fails with: `cursor_unknown` and
/// `cursor_expired`, as Cursors::find(); `model_changed`, the cursor's embedding was used, and
/// those stored now are of another model or width; `record_changed`, an event on the cursor's path
/// was removed or edited, or its id is that of another text. Both leave out what the session was
/// given, what the search excluded and what stands on the path, give at most kMostEvents and what
/// the chain has left, and change nothing: see search().

struct ExpandRequest {
  std::string session;
  std::string cursor;
  std::string concept_id;  // its id, or a name as a filter takes it
  size_t limit = 3;
};

/// Events that mention the concept, by the cursor's question and filters; those that are on no
/// route behind the others, the newest first, with score 0. Error: `unknown_concept`, no event on
/// the cursor's path mentions it.
Status expand(const ExpandRequest& request, const EvidenceSources& sources,
              const Conversations& conversations, EvidenceReply& reply);

struct NearbyRequest {
  std::string session;
  std::string cursor;
  std::string event_id;
  size_t before = 2;
  size_t after = 2;
};

/// Of the events `<prefix>_ch<chapter>_e<number>` with the prefix and chapter of this one: the
/// nearest with lower and with higher numbers, so many of each at most, in the order of numbers.
/// Where they are too many those go that stand furthest off. Errors: `unknown_event`, it was not
/// delivered on the cursor's path; `no_position`, its id says none.
Status nearby(const NearbyRequest& request, const EvidenceSources& sources,
              const Conversations& conversations, EvidenceReply& reply);

struct ReadRequest {
  std::string event_id;
  uint64_t start = 0;   // code points
  size_t limit = 1600;  // code points
};

struct ReadText {
  std::string text;
  ChunkRange range{};  // code points
  ChunkRange range16{};
  uint32_t total = 0;  // code points of the content
};

/// A piece of an event's content. Errors: `unknown_event`; `invalid_argument` where it would start
/// behind the end.
Status read(const ReadRequest& request, Store& store, ReadText& read);

}  // namespace loci
