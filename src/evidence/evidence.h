#pragma once

/// The evidence face: events in a store, and the index that follows them. Searching is for
/// evidence/searcher.h.
///
/// An event's internal id is the revision that wrote its text. Saving an event again under its name
/// with the same summary and content keeps that id, and with it its place in the order of storing;
/// another text makes it a new event to all that go by ids.
///
/// Tested by tests/evidence/evidence_test.cpp.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "evidence/event_embeddings.h"
#include "evidence/event_index.h"
#include "evidence/event_rules.h"
#include "retrieve/followed_history.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace loci {

/// What became of an event that was handed in.
struct SaveOutcome {
  enum class Action { kAdded, kUpdated, kSame };

  Action action = Action::kSame;
  Event event;                       // in its stored form
  size_t chunks = 0;                 // of its content
  bool vectors_passed_over = false;  // some were given, and stored ones are damaged
};

/// An entity, and the events that mention it.
struct FoundEntity {
  Entity entity;
  std::vector<int64_t> events;  // internal ids, in the order of storing
};

class Evidence {
 public:
  /// `store` must outlive this. Nothing is loaded.
  Evidence(Store& store, const Analyzer& analyzer);

  /// Adds the event, or changes the one of the same name. Without a name it gets `event_<n>`, n
  /// being its internal id, or the next number that is free. Unless it says when it was written,
  /// that is `now` (milliseconds since 1970), or what is known where its texts are there already.
  /// `vectors` are stored with it; parts whose text stays the same keep theirs where none is given.
  /// An event of an older store gets its chunks. kSame: the event was there as it is, and nothing
  /// was written but vectors.
  /// One transaction, or part of one that is open; `seal` runs at its end, and where it fails the
  /// write does. Errors: those of normalize(), of check_embedding() and the number of vectors,
  /// `seal` and the store; then nothing has changed.
  using SealSave = FunctionRef<Status(const SaveOutcome& outcome)>;
  Result<SaveOutcome> save(NewEvent event, const EventVectors& vectors, int64_t now,
                           SealSave seal = {});

  /// Whether there was such an event. With `seal` there is a transaction also where there was none.
  /// Tries once more with the host's reserve where there is no room. Not inside a batch.
  using SealRemove = FunctionRef<Status(bool removed)>;
  Result<bool> remove(std::string_view name, SealRemove seal = {});

  /// The event of this name.
  Result<std::optional<Event>> get(std::string_view name);

  /// The entity of this kind whose id is `text`, or else whose name is, folded.
  Result<std::optional<FoundEntity>> find_entity(Entity::Kind kind, std::string_view text);

  /// Stores a vector for a part of an event that is there, if `hash` is absent or the hash_text()
  /// of what the part says now. Only inside a transaction, which is to count a revision. Errors:
  /// `unknown_item`, `stale_hash`, those of check_embedding(); then nothing has changed.
  Status put_embedding(std::string_view name, EventPart part,
                       const std::optional<std::string>& hash, const Embedding& embedding);

  /// The index, loaded when it is first asked for. Valid until the next write.
  Result<EventIndex*> index();
  /// Forgets the index: after a rollback, or where the whole store was replaced.
  void forget_index() { index_.forget(); }
  /// Forgets its vectors alone, where all of them were dropped.
  void forget_vectors() { index_.forget_vectors(); }
  /// Reads texts by another analyzer from now on.
  void read_by(const Analyzer& analyzer) { index_.read_by(analyzer); }
  /// Makes the index as small as its contents.
  void compact() { index_.compact(); }
  /// What the index takes of memory; 0 before it is loaded.
  size_t index_bytes() const { return index_.byte_size(); }
  size_t vector_bytes() const { return index_.vector_bytes(); }

  /// Remembers where the index stands, for catch_up(). Not inside a transaction.
  Status mark();
  /// Lets the index follow what others did to the store since mark(), while it was suspended. False
  /// where the store has another history, or there was no mark: internal ids mean others then.
  bool catch_up();

 private:
  struct Change {
    std::optional<Event> before;
    SaveOutcome outcome;
    bool got_chunks = false;  // an older store had none of them
  };

  Result<Change> put(NewEvent given, const EventVectors& vectors, int64_t now, SealSave seal);
  Status update(Change& change, const EventVectors& vectors);
  Status replace(Change& change);
  Status follow(const Change& change, bool has_vectors);

  Store& store_;
  EventIndex index_;
  FollowedHistory history_;
};

}  // namespace loci
