#pragma once

/// All that is in memory to find events by: an inverted index of the summaries, one of the
/// contents, and the indexes of their vectors. Nothing of it is loaded before the first search, and
/// it follows every write from then on. No text stays in it.
///
/// Events have numbers from 0 on, as dense as can be: that of a removed one serves again. In all
/// four indexes a document's `group` is the number of its event, so that one DocumentFilter chooses
/// the pool of a search in all of them. Dates are filtered by facts() alone: `time` is 0.
///
/// Documents of both inverted indexes have the event's id, and every event is in both: one whose
/// chunks are missing, as in an older store, is there without a word of its content. In
/// summary_vectors() too a document's id is that of the event; in chunk_vectors() it is chunk_id(),
/// see store/event_table.h.
///
/// Where memory does not suffice the whole index is given up, never a write.
///
/// Tested by tests/evidence/event_index_test.cpp.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "base/timestamp.h"
#include "index/inverted_index.h"
#include "index/kept_slots.h"
#include "retrieve/loaded_vectors.h"
#include "store/event_table.h"
#include "store/store.h"
#include "text/analyzer.h"
#include "text/token.h"

namespace loci {

/// What is known of an event without reading it.
struct EventFacts {
  int64_t id = 0;                 // 0: the number is free
  int64_t written_at = kUndated;  // microseconds since 1970
  uint64_t content_hash = 0;      // same_text_hash() of the content
  uint32_t chunks = 0;            // of the content
  bool chunks_missing = false;    // there is a content, and it has none

  bool operator==(const EventFacts&) const = default;
};

class EventIndex {
 public:
  /// `store` must outlive this. Nothing is loaded.
  EventIndex(Store& store, const Analyzer& analyzer);
  EventIndex(const EventIndex&) = delete;
  EventIndex& operator=(const EventIndex&) = delete;

  /// Loads it from the store, unless it is. Each text is looked at once and let go.
  Status load();
  bool is_loaded() const { return loaded_; }

  /// Forgets everything, which is loaded anew when it is needed.
  void forget();
  /// Forgets the vectors alone.
  void forget_vectors();
  /// Forgets everything, and reads texts by another analyzer of the same profile and forms from
  /// then on.
  void read_by(const Analyzer& analyzer);

  /// Lets the index follow a write that is done: `gone` went and `came` came; null: none. Where
  /// that has vectors they came before. Nothing happens before the index is loaded. A failure is
  /// one of reading vectors: the index is right nevertheless, but an open transaction may have
  /// ended.
  Status follow(const EventText* gone, const EventText* came);
  /// The event, whose text is as before, has another date.
  void redate(int64_t id, std::optional<std::string_view> written_at);
  /// Vectors of the event, or one of them, were stored in place of others. Fails as follow().
  Status follow_vectors(int64_t id);
  Status follow_summary_vector(int64_t id) { return summary_vectors_.follow(id, id); }
  Status follow_chunk_vector(int64_t id, uint32_t chunk);

  /// Lets the index follow what others wrote, vectors of known events aside. Costs time for what
  /// came, and for a pass over the index where anything went. Fails where the store cannot be read;
  /// forget() must follow then.
  Status follow_others();

  InvertedIndex& summaries() { return summaries_; }
  InvertedIndex& contents() { return contents_; }
  LoadedVectors& summary_vectors() { return summary_vectors_; }
  LoadedVectors& chunk_vectors() { return chunk_vectors_; }

  /// Numbers are 0 .. size() - 1; free ones among them have the id 0.
  uint32_t size() const { return static_cast<uint32_t>(facts_.size()); }
  const EventFacts& facts(uint32_t number) const { return facts_[number]; }
  /// The number of the event with this id, if there is one.
  std::optional<uint32_t> number_of(int64_t id) const;

  /// Makes all as small as its contents.
  void compact();
  /// What it takes of memory, without vectors; 0 before it is loaded.
  size_t byte_size() const;
  size_t vector_bytes() const;

 private:
  // Chunks are in no inverted index: their documents are those of their events.
  class Chunks final : public DocumentSource {
   public:
    explicit Chunks(const EventIndex& events) : events_(events) {}
    std::optional<Document> document_of(int64_t chunk) const override;

   private:
    const EventIndex& events_;
  };

  Status growing(FunctionRef<Status()> work);
  Status catch_up_by_ids();
  Status append_after(int64_t id);
  void append(const EventText& event);
  void remove(const EventText& event);
  void let_go(uint32_t number);
  uint32_t new_number();
  const TokenBuffer& tokens_of(std::string_view text);

  Store& store_;
  Analyzer analyzer_;
  InvertedIndex summaries_;
  InvertedIndex contents_;
  std::vector<EventFacts> facts_;  // by number
  std::vector<uint32_t> free_;     // numbers
  IndexedDocuments events_;
  Chunks chunks_;
  LoadedVectors summary_vectors_;
  LoadedVectors chunk_vectors_;
  TokenBuffer buffer_;  // used again and again
  bool loaded_ = false;
};

}  // namespace loci
