#pragma once

/// What an event may be: one place for the rules of its fields, used by every way in. Texts are
/// valid UTF-8 already; the boundary repairs them.
///
/// White space is that of text/whitespace.h.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/event.h"

namespace loci {

inline constexpr size_t kMaxEventIdBytes = 512;
inline constexpr size_t kMaxEntityBytes = 512;
inline constexpr size_t kMaxEntities = 1000;
inline constexpr size_t kMaxSummaryBytes = size_t{1} << 20;
inline constexpr size_t kMaxEventContentBytes = size_t{16} << 20;

/// When an event that is handed in says that it was written.
enum class WrittenAt {
  kUnsaid,  // now, or what is known of an event that is already there
  kNever,   // undated
  kSaid,
};

/// An event as it is handed in. `event.name` and the names of its entities, which are their ids,
/// are empty where the store is to choose them; event.id and the `folded` of entities are unused.
struct NewEvent {
  Event event;
  WrittenAt written = WrittenAt::kUnsaid;
};

/// Fails unless `id`, which `field` names in messages, has 1 to kMaxEventIdBytes bytes, no control
/// character (U+0000–001F, U+007F–009F) and something other than white space: `invalid_argument`,
/// or `too_large`. It is kept verbatim.
Status check_id(std::string_view field, std::string_view id);

/// The stored form of an entity's name: runs of white space become one space, those at the ends go.
/// Errors as of check_id(), for kMaxEntityBytes.
Result<std::string> normalize_label(std::string_view field, std::string_view label);

/// Checks all fields and gives the event back in its stored form: labels and written_at normalised,
/// summary and content as they are, entities that are mentioned twice once. The first field that
/// breaks a rule is named in the error.
Result<NewEvent> normalize(NewEvent event);

}  // namespace loci
