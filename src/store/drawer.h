#pragma once

/// The units of the palace face, as they are stored.

#include <cstdint>
#include <optional>
#include <string>

namespace loci {

/// A room of a wing, in which drawers, closets and tunnels stand. There as long as any of them is.
struct Place {
  /// The revision that made it: never used again, and the order of making.
  int64_t id = 0;

  std::string wing;  // as it was spelled when the place was made
  std::string room;
  std::string wing_key;  // name_key() of these: what they are compared by
  std::string room_key;
};

/// A text that is kept word for word.
struct Drawer {
  /// The revision that wrote its text: unique, never used again, and the order of filing. 0 in a
  /// drawer that is not stored yet.
  int64_t id = 0;

  std::string name;  // the id that callers know it by; unique
  int64_t place = 0;
  std::string text;                        // at most 16 MiB
  std::optional<std::string> hall;         // never empty, nor are those below
  std::optional<std::string> source_file;  // the file that the text is from
  std::optional<int64_t> chunk_index;      // its place in that file, from 0
  std::optional<std::string> authored_at;  // ISO-8601 in UTC, as is filed_at
  std::optional<std::string> filed_at;
  std::optional<std::string> metadata;  // a JSON object
};

/// A digest of what one file says in one place.
struct Closet {
  int64_t id = 0;  // the revision that wrote its text
  int64_t place = 0;
  std::string source_file;  // with `place`, what a closet is known by; never empty
  std::string text;
};

/// What somebody said to belong together: two places, in no direction.
struct Tunnel {
  int64_t id = 0;  // the revision that made it
  int64_t from = 0;
  int64_t to = 0;
  std::optional<std::string> label;
  std::string created_at;  // ISO-8601 in UTC
};

/// What went with the last drawer that needed it.
struct Cleaned {
  int64_t closets = 0;
  int64_t tunnels = 0;
};

}  // namespace loci
