#pragma once

/// The unit of the wiki face, as it is stored.

#include <cstdint>
#include <optional>
#include <string>

namespace loci {

/// Says that an item is one of a run that belongs together: a turn of a conversation, a chunk of a
/// file.
struct Sequence {
  std::string id;
  int64_t position = 0;  // >= 0

  bool operator==(const Sequence&) const = default;
};

struct Item {
  std::string category;  // ^[a-z0-9_][a-z0-9_-]*$, at most 512 bytes
  std::string name;      // white space collapsed, none of [ ] : | # nor control characters
  std::string content;   // trimmed, at most 16 MiB
  std::optional<std::string> owner;
  std::optional<std::string> source_conv;
  std::string ts;                       // ISO-8601 in UTC
  std::optional<std::string> metadata;  // one JSON object, compact, as text
  std::optional<Sequence> sequence;

  /// The revision that wrote the item: unique, never used again, and the order of the items of a
  /// category. 0 in an item that is not stored yet.
  int64_t id = 0;
};

}  // namespace loci
