// What check() finds among events. That of items is in store_test.cpp and vector_table_test.cpp.

#include <catch_amalgamated.hpp>

#include "base/content_hash.h"
#include "support/stored_events.h"

using namespace loci;
using namespace loci::test;

namespace {

/// Two events, of one chunk and of two, with vectors.
std::unique_ptr<Store> filled_store() {
  auto store = open_store();
  put_event(*store, make_event("a", "first", "text", {topic("tea"), person("Ada")}));
  put_event(*store, make_event("b", "second", text_of(1000), {topic("tea")}));
  const std::vector<float> vector = {1, 2};
  const std::string content = text_of(1000);
  const std::string tail = text_of(1000).substr(text_of(680).size());
  require_ok(store->event_vectors().put(1, stable_hash("first"), vector, ""));
  require_ok(store->chunk_vectors().put(chunk_id(1, 0), stable_hash("text"), vector, ""));
  require_ok(store->chunk_vectors().put(chunk_id(2, 0), stable_hash(text_of(800)), vector, ""));
  require_ok(store->chunk_vectors().put(chunk_id(2, 1), stable_hash(tail), vector, ""));
  return store;
}

/// What is found after `sql`.
Texts found_after(const char* sql) {
  const auto store = filled_store();
  require_ok(store->connection().execute(sql));
  return value_of(store->check(9));
}

}  // namespace

TEST_CASE("a store with events is sound") { CHECK(found_after("").empty()); }

TEST_CASE("what breaks the rules of events is found") {
  const std::pair<const char*, Texts> cases[] = {
      {"UPDATE event SET name = '' WHERE id = 2", {"event 2: it has no id for callers"}},
      {"UPDATE meta SET value = 1 WHERE key = 'event_revision'",
       {"event 2: written by a revision that the store does not know"}},
      {"UPDATE entity SET kind = 3 WHERE id = 2", {"entity 2: its kind, id or name is none"}},
      {"UPDATE entity SET folded = '' WHERE id = 1", {"entity 1: its kind, id or name is none"}},
      {"DELETE FROM mention WHERE entity = 2", {"entity 2: no event mentions it"}},
      {"DELETE FROM entity WHERE id = 2", {"event 1: it mentions entity 2, and there is none"}},
      {"INSERT INTO mention VALUES(7, 1, 0)", {"entity 1: event 7 mentions it, and there is none"}},
      {"INSERT INTO chunk VALUES(7 * 65536, 0, 1)", {"chunk 458752: it is of no event"}},
  };
  for (const auto& [sql, findings] : cases) {
    INFO(sql);
    CHECK(found_after(sql) == findings);
  }
}

TEST_CASE("chunks that leave out some of the content, or go beyond it, are found") {
  const Texts findings = {"event 2: its chunks are not those of its content"};
  for (const char* sql : {
           "UPDATE chunk SET end = 999 WHERE id = 131073",
           "UPDATE chunk SET end = 1001 WHERE id = 131073",
           "UPDATE chunk SET start = 1 WHERE id = 131072",
           "UPDATE chunk SET start = 801 WHERE id = 131073",
           "UPDATE chunk SET start = 900, end = 800 WHERE id = 131073",
           "INSERT INTO chunk VALUES(131074, 900, 1000)",
       }) {
    INFO(sql);
    const auto store = filled_store();
    value_of(store->chunk_vectors().clear());
    require_ok(store->connection().execute(sql));
    CHECK(value_of(store->check(9)) == findings);
  }
}

TEST_CASE("vectors of nothing, and of another text, are found") {
  const std::pair<const char*, Texts> cases[] = {
      {"UPDATE event SET summary = 'x' WHERE id = 1",
       {"embedding of event 1: it is of another text"}},
      {"UPDATE event SET content = 'tex.' WHERE id = 1",
       {"embedding of chunk 65536: it is of another text"}},
      {"UPDATE chunk_vector SET item = 131075 WHERE item = 131073",
       {"embedding of chunk 131075: it is of no chunk"}},
      {"UPDATE event_vector SET item = 9", {"embedding of event 9: it is of no event"}},
      {"UPDATE chunk_vector SET item = 655360 WHERE item = 65536",
       {"embedding of chunk 655360: it is of no chunk"}},
      {"UPDATE event_vector SET embedding = zeroblob(8)",
       {"embedding of event 1: it is no vector"}},
      {"UPDATE chunk_vector SET embedding = x'0000803F' WHERE item = 65536",
       {"embedding of chunk 65536: it has another width than the store says"}},
  };
  for (const auto& [sql, findings] : cases) {
    INFO(sql);
    CHECK(found_after(sql) == findings);
  }
}

TEST_CASE("no more is found than was asked for") {
  const auto store = filled_store();
  require_ok(store->connection().execute(
      "UPDATE event SET name = id, summary = 'x', content = 'y'; UPDATE entity SET kind = 0"));
  CHECK(value_of(store->check(9)).size() == 8);
  for (const int limit : {1, 2, 3, 5}) {
    CHECK(value_of(store->check(limit)).size() == static_cast<size_t>(limit));
  }
}
