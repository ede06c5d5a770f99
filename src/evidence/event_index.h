#pragma once

/// All that is in memory to find events by: an inverted index of the summaries, one of the
/// contents, and the indexes of their vectors. Nothing of it is loaded before the first search, and
/// it follows every write from then on. No text stays in it.
///
/// Events have numbers from 0 on, as dense as can be: that of a removed one serves again. In all
/// four indexes a document's `group` is the number of its event, so that one DocumentFilter chooses
/// the pool of a search in all of them.
///
/// Documents of both inverted indexes have the event's id, and every event is in both: one whose
/// content has no chunks, as in an older store, is there without a word of it. In summary_vectors()
/// too a document's id is that of the event; in chunk_vectors() it is chunk_id(), whose event
/// event_of_chunk() tells.
///
/// Tested by tests/evidence/event_index_test.cpp.

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/inverted_index.h"
#include "retrieve/loaded_vectors.h"
#include "store/store.h"
#include "text/analyzer.h"
#include "text/token.h"

namespace loci {

/// The time of an event that has none: before every instant.
inline constexpr int64_t kUndated = std::numeric_limits<int64_t>::min();

/// What is known of an event without reading it.
struct EventFacts {
  int64_t id = 0;                 // 0: the number is free
  int64_t written_at = kUndated;  // microseconds since 1970
  uint64_t content_hash = 0;      // same_text_hash() of the content
  bool has_chunks = false;        // false too where the content is empty
  bool chunks_missing = false;    // there is a content, and it has none
};

class EventIndex {
 public:
  /// `store` must outlive this. Nothing is loaded.
  EventIndex(Store& store, const Analyzer& analyzer);

  /// Loads it from the store, unless it is. Each event's text is looked at once and let go.
  Status load();
  bool is_loaded() const { return loaded_; }

  /// Forgets everything, which is loaded anew when it is needed.
  void forget();
  /// Forgets the vectors alone.
  void forget_vectors();
  /// As forget(), and reads texts by another analyzer from then on.
  void read_by(const Analyzer& analyzer);

  InvertedIndex& summaries() { return summaries_; }
  InvertedIndex& contents() { return contents_; }
  LoadedVectors& summary_vectors() { return summary_vectors_; }
  LoadedVectors& chunk_vectors() { return chunk_vectors_; }

  /// Numbers are 0 .. size() - 1; free ones among them have the id 0.
  uint32_t size() const { return static_cast<uint32_t>(facts_.size()); }
  const EventFacts& facts(uint32_t number) const { return facts_[number]; }
  /// The number of the event with this id, if there is one.
  std::optional<uint32_t> number_of(int64_t id) const;
  /// Events whose chunks are missing.
  uint32_t missing_chunks() const { return missing_chunks_; }

 private:
  Store& store_;
  Analyzer analyzer_;
  InvertedIndex summaries_;
  InvertedIndex contents_;
  std::vector<EventFacts> facts_;
  std::vector<uint32_t> free_;
  LoadedVectors summary_vectors_;
  LoadedVectors chunk_vectors_;
  TokenBuffer buffer_;
  uint32_t missing_chunks_ = 0;
  bool loaded_ = false;
};

}  // namespace loci
