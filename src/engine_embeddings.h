#pragma once

/// How embeddings stand in the arguments of a call.

#include <string>

#include "base/json_writer.h"
#include "base/result.h"
#include "engine_arguments.h"
#include "evidence/event_embeddings.h"
#include "palace/palace.h"

namespace loci {

inline constexpr size_t kMaxModelBytes = 512;
inline constexpr int64_t kDefaultPendingLimit = 100;

/// What an embedding is of: an item, a part of an event, or a drawer or closet.
struct EmbeddedText {
  enum class Face { kWiki, kEvidence, kPalace };

  Face face = Face::kWiki;
  std::string category;  // of an item
  std::string name;      // of an item, or the event's id
  EventPart part{};      // of an event
  PalaceText palace{};
};

/// Its fields in an open object.
void write_key(JsonWriter& out, const EmbeddedText& text);

/// How many texts of all faces have an embedding, how many could have one, and what all embeddings
/// share.
struct EmbeddedTexts {
  int64_t events = 0;
  int64_t chunks = 0;  // of events
  int64_t drawers = 0;
  int64_t closets = 0;
  int64_t vectors = 0;
  int64_t pending = 0;
  VectorStamp stamp;
};

/// Says that stored embeddings are damaged.
Warning vector_damage_warning();

/// The only option of the calls that write embeddings, `model`; empty where it is absent.
Result<std::string> read_model(const Arguments& arguments, size_t at);

}  // namespace loci
