#pragma once

/// The unit of the evidence face, as it is stored.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loci {

/// A person or a concept that events mention.
struct Entity {
  /// Stored as these numbers.
  enum class Kind : int { kPerson = 1, kConcept = 2 };

  Kind kind = Kind::kConcept;
  std::string name;   // the id that callers know it by; unique among all entities
  std::string label;  // what it is called; several may be called alike

  /// Its row: rises, and is never used again. 0 in an entity that is not stored yet.
  int64_t row = 0;

  bool operator==(const Entity&) const = default;
};

struct Event {
  std::string name;                       // the id that callers know it by; unique
  std::string summary;                    // at most 1 MiB, may be empty
  std::string content;                    // at most 16 MiB, may be empty
  std::optional<std::string> written_at;  // ISO-8601 in UTC
  std::vector<Entity> entities;           // in the caller's order, each once

  /// The revision that wrote its summary and content: unique, never used again, and the order of
  /// storing. 0 in an event that is not stored yet.
  int64_t id = 0;
};

}  // namespace loci
