// What the store does with events. Tested by tests/store/store_events_test.cpp.

#include <algorithm>

#include "base/concat.h"
#include "store/store.h"

namespace loci {

// Mentions of the replaced go last, so that an entity which both mention stays the same row.
Status Store::put_event(Event& event, std::optional<int64_t> replaced) {
  event.id = revision_ + 1;
  if (event.name.empty()) LOCI_TRY(name_event(event));
  if (replaced) LOCI_TRY(events_->remove(*replaced));
  LOCI_TRY(events_->insert(event));
  LOCI_TRY(write_mentions(event));
  if (replaced) LOCI_TRY(entities_->set_mentions(*replaced, {}));
  return count_revision("event_revision");
}

Status Store::update_event(Event& event) {
  LOCI_TRY(events_->set_written_at(event.id, event.written_at));
  LOCI_TRY(write_mentions(event));
  LOCI_TRY(events_->show(event.id, [&](const EventText& text) -> Status {
    if (text.has_chunks) return Ok{};
    chunk_vectors().forget();  // what comes now is not behind all others
    return events_->insert_chunks(text.id, text.content);
  }));
  return count_revision("event_revision");
}

Status Store::remove_event(int64_t id) {
  LOCI_TRY(events_->remove(id));
  LOCI_TRY(entities_->set_mentions(id, {}));
  return count_revision("event_revision");
}

Result<Event> Store::event(int64_t id) {
  LOCI_ASSIGN(event, events_->get(id));
  LOCI_ASSIGN(entities, entities_->mentioned_by(id));
  event.entities = std::move(entities);
  return event;
}

Status Store::name_event(Event& event) {
  for (int64_t number = event.id;; ++number) {
    std::string name = concat({"event_", number});
    LOCI_ASSIGN(taken, events_->find(name));
    if (taken) continue;
    event.name = std::move(name);
    return Ok{};
  }
}

Status Store::write_mentions(Event& event) {
  std::vector<Entity> entities;
  for (Entity& entity : event.entities) {
    LOCI_TRY(entities_->intern(entity));
    const auto same = [&](const Entity& other) { return other.row == entity.row; };
    if (std::none_of(entities.begin(), entities.end(), same)) entities.push_back(entity);
  }
  event.entities = std::move(entities);
  return entities_->set_mentions(event.id, event.entities);
}

}  // namespace loci
