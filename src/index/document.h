#pragma once

/// What the indexes know of a document besides its words and its vector, and which documents a
/// search may find.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace loci {

struct Document {
  int64_t id;      // ascending in the order of writing, never used again
  int64_t time;    // microseconds since 1970, for filters
  uint32_t group;  // what filters select by: the number of the wiki's category, or of an event
};

/// Which documents may be found.
struct DocumentFilter {
  std::vector<bool> groups;                              // by number; empty lets all pass
  int64_t since = std::numeric_limits<int64_t>::min();   // microseconds, inclusive
  int64_t before = std::numeric_limits<int64_t>::max();  // exclusive

  /// Ids, rising, or nullptr: where given, nothing else is accepted, and what is fails on none of
  /// the above. A search of these looks at them instead of at all documents, so it pays for few.
  const std::vector<int64_t>* listed = nullptr;

  bool accepts_all() const {
    return listed == nullptr && groups.empty() && since == std::numeric_limits<int64_t>::min() &&
           before == std::numeric_limits<int64_t>::max();
  }

  bool accepts(const Document& document) const {
    if (listed != nullptr) return std::binary_search(listed->begin(), listed->end(), document.id);
    if (!groups.empty() && !groups[document.group]) return false;
    return document.time >= since && document.time < before;
  }
};

}  // namespace loci
