#pragma once

/// Events as tests of the store need them.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/store.h"
#include "support/wiki_fixture.h"

namespace loci::test {

inline Entity person(std::string label, std::string name = {}) {
  return {Entity::Kind::kPerson, std::move(name), std::move(label)};
}

inline Entity topic(std::string label, std::string name = {}) {
  return {Entity::Kind::kConcept, std::move(name), std::move(label)};
}

inline Event make_event(std::string name, std::string summary, std::string content = {},
                        std::vector<Entity> entities = {}) {
  Event event;
  event.name = std::move(name);
  event.summary = std::move(summary);
  event.content = std::move(content);
  event.entities = std::move(entities);
  return event;
}

/// Stores an event, in place of another; as it is stored.
inline Event put_event(Store& store, Event event, std::optional<int64_t> replaced = std::nullopt) {
  require_ok(in_transaction(store, [&] { return store.put_event(event, replaced); }));
  return event;
}

inline Event update_event(Store& store, Event event) {
  require_ok(in_transaction(store, [&] { return store.update_event(event); }));
  return event;
}

inline void remove_event(Store& store, int64_t id) {
  require_ok(in_transaction(store, [&] { return store.remove_event(id); }));
}

/// The names that callers know them by.
inline Texts names_of(const std::vector<Entity>& entities) {
  Texts names;
  for (const Entity& entity : entities) names.push_back(entity.name);
  return names;
}

/// A text of so many code points, some of more bytes than one.
inline std::string text_of(size_t code_points) {
  std::string text;
  for (size_t i = 0; i < code_points; ++i) text += i % 7 == 3 ? "\u00e9" : "a";
  return text;
}

}  // namespace loci::test
