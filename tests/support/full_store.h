#pragma once

/// A store with rows in every table, large and small, some of them replaced and removed again.

#include <map>
#include <string>

#include "base/content_hash.h"
#include "support/fault_host.h"
#include "support/stored_events.h"

namespace loci::test {

/// Grows with `i`, so that some take a part of a page and some several pages.
inline std::string long_text(const std::string& word, int i) {
  std::string text = word + std::to_string(i);
  while (text.size() < 40u + i % 7 * 1700u) text += " " + std::to_string(text.size()) + word;
  return text;
}

inline void fill_items(Store& store, int count) {
  for (int i = 0; i < count; ++i) {
    value_of(store.put(
        make_item("c" + std::to_string(i % 3), "item" + std::to_string(i), long_text("apple", i)),
        {}, kNow));
  }
  for (int i = 0; i < count; i += 5) {
    const int64_t id = i + 1;
    Item item = value_of(store.items().get(id));
    if (i % 2 == 0) {
      require_ok(store.remove(item, kNow));
      continue;
    }
    item.content = long_text("pear", i);
    value_of(store.put(item, id, kNow));
  }
}

inline void fill_events(Store& store, int count) {
  for (int i = 0; i < count; ++i) {
    Event event =
        make_event("event" + std::to_string(i), "summary" + std::to_string(i), long_text("plum", i),
                   {topic("topic" + std::to_string(i % 4)), person("Ada")});
    if (i % 2 == 0) event.written_at = "2024-05-31T12:00:00.000Z";
    require_ok(store.put_event(event, {}));
  }
}

inline void fill_palace(Store& store, int count) {
  for (int i = 0; i < count; ++i) {
    const int64_t place = value_of(
        store.intern_place("Wing " + std::to_string(i % 3), "Room " + std::to_string(i % 5)));
    Drawer drawer;
    drawer.name = "drawer" + std::to_string(i);
    drawer.place = place;
    drawer.text = long_text("quince", i);
    drawer.source_file = "file" + std::to_string(i % 4);
    drawer.metadata = i % 2 == 0 ? std::optional<std::string>(R"({"a":1})") : std::nullopt;
    value_of(store.put_drawer(drawer, {}));
    if (i % 6 == 0) {
      Closet closet{0, place, *drawer.source_file, "digest " + std::to_string(i)};
      require_ok(store.put_closet(closet, {}));
    }
  }
  Tunnel tunnel{0, value_of(store.places().all())[0].id, value_of(store.places().all())[1].id,
                "shared", "2024-05-31T12:00:00.000Z"};
  require_ok(store.put_tunnel(tunnel));
}

/// A vector for each text that `sql` gives with its owner.
inline void fill_vectors(Store& store, VectorTable& table, const char* sql) {
  auto rows = value_of(store.connection().prepare(sql));
  while (value_of(rows.step())) {
    const auto owner = rows.column_int64(0);
    std::vector<float> vector(48, 0.5f);
    vector[owner % 48] = static_cast<float>(owner);
    const uint64_t hash = rows.is_null(2) ? stable_hash(rows.column_text(1))
                                          : content_hash(rows.column_text(2), rows.column_text(1));
    require_ok(table.put(owner, hash, vector, "model"));
  }
}

inline void fill_store(Store& store, int count) {
  require_ok(in_transaction(store, [&]() -> Status {
    fill_items(store, count);
    fill_events(store, count / 2);
    fill_palace(store, count);
    fill_vectors(store, store.vectors(), "SELECT id, content, name FROM item");
    fill_vectors(store, store.event_vectors(), "SELECT id, summary, NULL FROM event");
    fill_vectors(store, store.drawer_vectors(), "SELECT id, text, NULL FROM drawer");
    fill_vectors(store, store.closet_vectors(), "SELECT id, text, NULL FROM closet");
    require_ok(store.count_vector_write());
    require_ok(store.answers().put("key", R"({"action":"added"})"));
    return Ok{};
  }));
}

/// A disk with such a store, closed.
inline FaultDisk full_disk(int count) {
  FaultDisk disk;
  auto store = open_store(std::make_unique<FaultHost>(disk));
  fill_store(*store, count);
  store.reset();
  return disk;
}

using Rows = std::map<std::string, std::string>;

/// The rows of a store: by table and id, all of their columns as one text.
inline Rows rows_of(Store& store) {
  Rows found;
  for (const char* sql : {
           "SELECT 'item ' || id, category || name || content FROM item",
           "SELECT 'journal ' || revision, action || category || name FROM journal",
           "SELECT 'answer ' || id, key || reply FROM answer",
           "SELECT 'event ' || id, name || coalesce(written_at, '') || summary || content FROM "
           "event",
           "SELECT 'entity ' || id, kind || name || label || folded FROM entity",
           "SELECT 'mention ' || event || ' ' || entity, '' FROM mention",
           "SELECT 'place ' || id, wing || room FROM place",
           "SELECT 'drawer ' || id, name || place || source_file || coalesce(metadata, '') || text"
           " FROM drawer",
           "SELECT 'closet ' || id, place || source_file || text FROM closet",
           "SELECT 'tunnel ' || id, from_place || to_place || label FROM tunnel",
           "SELECT 'chunk ' || id, start || end FROM chunk",
           "SELECT 'item_vector ' || item, hash || hex(embedding) FROM item_vector",
           "SELECT 'event_vector ' || item, hash || hex(embedding) FROM event_vector",
           "SELECT 'drawer_vector ' || item, hash || hex(embedding) FROM drawer_vector",
           "SELECT 'closet_vector ' || item, hash || hex(embedding) FROM closet_vector",
       }) {
    auto rows = value_of(store.connection().prepare(sql));
    while (value_of(rows.step())) found.emplace(rows.column_text(0), rows.column_text(1));
  }
  return found;
}

}  // namespace loci::test
