// Tested by tests/evidence/evidence_test.cpp.

#include "evidence/evidence.h"

#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "store/event_table.h"

namespace loci {
namespace {

using Action = SaveOutcome::Action;

bool same_text(const Event& a, const Event& b) {
  return a.summary == b.summary && a.content == b.content;
}

// Whether the entity that is handed in is the one that is mentioned, under that name.
bool is_mentioned(const Entity& given, const Entity& known) {
  return given.kind == known.kind && given.label == known.label &&
         (given.name.empty() || given.name == known.name);
}

bool same_fields(const Event& given, const Event& known) {
  return given.written_at == known.written_at &&
         std::equal(given.entities.begin(), given.entities.end(), known.entities.begin(),
                    known.entities.end(), is_mentioned);
}

// What the index needs of an event. Every one that is written has its chunks.
EventText row_of(const Event& event) {
  return {event.id, event.name, event.written_at, event.summary, event.content, true};
}

}  // namespace

Evidence::Evidence(Store& store, const Analyzer& analyzer)
    : store_(store), index_(store, analyzer) {}

Result<SaveOutcome> Evidence::save(NewEvent given, const EventVectors& vectors, int64_t now,
                                   SealSave seal) {
  LOCI_ASSIGN(normal, normalize(std::move(given)));
  const bool in_batch = store_.connection().in_transaction();
  const auto work = [&] { return put(std::move(normal), vectors, now, seal); };
  LOCI_ASSIGN(change, in_some_transaction(store_, work));
  const Status followed = follow(change, !vectors.empty());
  if (in_batch && !followed.ok()) return followed.error();
  return std::move(change.outcome);
}

Result<Evidence::Change> Evidence::put(NewEvent given, const EventVectors& vectors, int64_t now,
                                       SealSave seal) {
  Change change;
  Event& event = change.outcome.event = std::move(given.event);
  change.outcome.chunks = chunk_ranges(utf8::count_code_points(event.content)).size();
  LOCI_TRY(check_count(vectors, change.outcome.chunks));
  if (!event.name.empty()) {
    LOCI_ASSIGN(known, get(event.name));
    change.before = std::move(known);
  }
  const bool stays = change.before && same_text(*change.before, event);
  if (given.written == WrittenAt::kUnsaid) {
    event.written_at = stays ? change.before->written_at : format_instant(now);
  }
  LOCI_TRY(stays ? update(change, vectors) : replace(change));
  LOCI_TRY(write_vectors(store_, change.before, event, vectors));
  change.outcome.vectors_passed_over = !vectors.empty() && store_.all_vectors().damaged();
  if (seal) LOCI_TRY(seal(change.outcome));
  return change;
}

// Vectors that come to an event that others know are counted by themselves: they look for that.
Status Evidence::update(Change& change, const EventVectors& vectors) {
  Event& event = change.outcome.event;
  event.id = change.before->id;
  LOCI_ASSIGN(chunks, store_.events().chunks(event.id));
  change.got_chunks = chunks.size() < change.outcome.chunks;
  if (same_fields(event, *change.before) && !change.got_chunks) {
    event.entities = change.before->entities;
    change.outcome.action = Action::kSame;
  } else {
    LOCI_TRY(store_.update_event(event));
    change.outcome.action = Action::kUpdated;
  }
  return vectors.empty() ? Ok{} : store_.count_vector_write();
}

Status Evidence::replace(Change& change) {
  const std::optional<Event>& before = change.before;
  const auto replaced = before ? std::optional(before->id) : std::nullopt;
  change.outcome.action = before ? Action::kUpdated : Action::kAdded;
  return store_.put_event(change.outcome.event, replaced);
}

Status Evidence::follow(const Change& change, bool has_vectors) {
  const std::optional<Event>& before = change.before;
  const Event& event = change.outcome.event;
  if (change.got_chunks) {  // its words belong before those of others
    index_.forget();
    return Ok{};
  }
  if (before && before->id == event.id) {
    index_.redate(event.id, event.written_at);
    return has_vectors ? index_.follow_vectors(event.id) : Ok{};
  }
  const EventText came = row_of(event);
  if (!before) return index_.follow(nullptr, &came);
  const EventText gone = row_of(*before);
  return index_.follow(&gone, &came);
}

Result<bool> Evidence::remove(std::string_view name, SealRemove seal) {
  LOCI_ASSIGN(event, get(name));
  const bool found = event.has_value();
  if (!found && !seal) return false;
  const auto work = [&]() -> Status {
    if (found) LOCI_TRY(remove_vectors(store_, event->id));
    if (found) LOCI_TRY(store_.remove_event(event->id));
    return seal ? seal(found) : Ok{};
  };
  const auto remove = [&] { return in_transaction(store_, StatusWork(work)); };
  const auto persist = [&] { return past_vector_damage(StatusWork(remove)); };
  LOCI_TRY(with_reserve(store_.connection(), StatusWork(persist)));
  if (!found) return false;
  const EventText gone = row_of(*event);
  (void)index_.follow(&gone, nullptr);
  return true;
}

Result<std::optional<Event>> Evidence::get(std::string_view name) {
  LOCI_ASSIGN(id, store_.events().find(name));
  if (!id) return std::optional<Event>();
  LOCI_ASSIGN(event, store_.event(*id));
  return std::optional<Event>(std::move(event));
}

Result<std::optional<FoundEntity>> Evidence::find_entity(Entity::Kind kind, std::string_view text) {
  LOCI_ASSIGN(rows, store_.entities().find(text, kind));
  if (rows.empty()) return std::optional<FoundEntity>();
  LOCI_ASSIGN(entity, store_.entities().get(rows.front()));
  FoundEntity found{std::move(entity), {}};
  LOCI_TRY(store_.entities().each_mention(rows.front(),
                                          [&](int64_t id) { found.events.push_back(id); }));
  return std::optional<FoundEntity>(std::move(found));
}

Status Evidence::put_embedding(std::string_view name, EventPart part,
                               const std::optional<std::string>& hash, const Embedding& embedding) {
  LOCI_ASSIGN(event, get(name));
  const auto text = event ? text_of(*event, part) : std::nullopt;
  if (!text) {
    return fail(ErrorCode::kUnknownItem, {"there is no such part of an event ", name});
  }
  const OwnedText owned = owned_text(*event, part, *text);
  LOCI_TRY(check_hash(owned, hash));
  LOCI_TRY(put_vector(store_, part, owned, embedding));
  return part.chunk ? index_.follow_chunk_vector(event->id, *part.chunk)
                    : index_.follow_summary_vector(event->id);
}

Result<EventIndex*> Evidence::index() {
  LOCI_TRY(index_.load());
  return &index_;
}

}  // namespace loci
