#include <catch_amalgamated.hpp>

#include "support/fault_host.h"
#include "support/stored_events.h"

using namespace loci;
using namespace loci::test;

TEST_CASE("every write of an event is one revision, and none of the journal") {
  const auto store = open_store();
  value_of(store->put(make_item("c", "n", "t"), std::nullopt, kNow));
  Event event = put_event(*store, make_event("e", "summary", "content"));
  CHECK(event.id == 2);
  event.written_at = "2024-01-01T00:00:00.000Z";
  update_event(*store, event);
  CHECK(store->revision() == 3);
  CHECK(put_event(*store, make_event("e", "another"), 2).id == 4);
  remove_event(*store, 4);
  CHECK(store->revision() == 5);
  CHECK(value_of(store->journal().list(0, 9)).size() == 1);
  require_ok(store->reload_revision());
  CHECK(store->revision() == 5);
}

TEST_CASE("an event without an id gets that of its revision, or the next that is free") {
  const auto store = open_store();
  CHECK(put_event(*store, make_event("", "s")).name == "event_1");
  put_event(*store, make_event("event_3", "s"));
  put_event(*store, make_event("event_4", "s"), std::nullopt);
  CHECK(put_event(*store, make_event("", "s")).name == "event_5");
  CHECK(put_event(*store, make_event("", "s")).name == "event_6");
}

TEST_CASE("an event is given with what it mentions, each once") {
  const auto store = open_store();
  const Event stored = put_event(
      *store, make_event("e", "s", "text",
                         {topic("tea"), person("Ada", "p"), topic("tea"), person("Ada L.", "p")}));
  CHECK(names_of(stored.entities) == Texts{"concept_1", "p"});
  const Event back = value_of(store->event(stored.id));
  CHECK(names_of(back.entities) == Texts{"concept_1", "p"});
  CHECK(back.entities[1].label == "Ada L.");
  CHECK(back.content == "text");
}

TEST_CASE("an event that takes another's place leaves what both mention as it is") {
  const auto store = open_store();
  const Event first = put_event(*store, make_event("e", "s", "t", {topic("tea"), topic("rain")}));
  const Event second =
      put_event(*store, make_event("e", "s2", "t", {topic("wind"), topic("rain")}), first.id);
  CHECK(second.entities[1] == first.entities[1]);
  CHECK(value_of(store->entities().find("tea", std::nullopt)).empty());
  CHECK(value_of(store->entities().mention_count(second.entities[1].row)) == 1);
  CHECK(value_of(store->events().count()) == 1);
  CHECK(value_of(store->check(9)).empty());
}

TEST_CASE("an event that is updated keeps its id, and gets the chunks that it lacks") {
  const auto store = open_store();
  Event event = put_event(*store, make_event("e", "s", text_of(900), {topic("tea")}));
  require_ok(store->connection().execute("DELETE FROM chunk"));
  CHECK(value_of(store->check(9)).empty());
  event.entities = {topic("rain")};
  event.written_at = "2024-01-01T00:00:00.000Z";
  update_event(*store, event);
  const Event back = value_of(store->event(event.id));
  CHECK(back.written_at == event.written_at);
  CHECK(names_of(back.entities) == Texts{"concept_2"});
  CHECK(value_of(store->events().chunks(event.id)).size() == 2);
  update_event(*store, event);
  CHECK(value_of(store->events().chunk_count()) == 2);
}

TEST_CASE("a chunk that comes late is listed as one without a vector") {
  const auto store = open_store();
  const Event old = put_event(*store, make_event("old", "s", "text"));
  require_ok(store->connection().execute("DELETE FROM chunk"));
  const Event event = put_event(*store, make_event("new", "s", "text"));
  const auto pending = [&] {
    std::vector<int64_t> chunks;
    require_ok(store->chunk_vectors().list(0, false, [&](int64_t chunk) {
      chunks.push_back(chunk);
      return true;
    }));
    return chunks;
  };
  CHECK(pending() == std::vector{chunk_id(event.id, 0)});
  update_event(*store, old);
  CHECK(pending() == std::vector{chunk_id(old.id, 0), chunk_id(event.id, 0)});
}

TEST_CASE("a transaction that fails leaves nothing of an event") {
  const auto store = open_store();
  put_event(*store, make_event("e", "s", "t", {person("Ada", "x")}));
  Event refused = make_event("f", "s", "t", {topic("tea"), topic("Ada", "x")});
  const Status status =
      in_transaction(*store, [&] { return store->put_event(refused, std::nullopt); });
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == ErrorCode::kInvalidArgument);
  CHECK(store->revision() == 1);
  CHECK(value_of(store->events().find("f")) == std::nullopt);
  CHECK(value_of(store->entities().find("tea", std::nullopt)).empty());
  CHECK(value_of(store->check(9)).empty());
}

TEST_CASE("who gave the store up sees by its mark that events were written") {
  const auto store = open_store();
  put_event(*store, make_event("e", "s"));
  HistoryMark before;
  require_ok(store->journal().mark(store->revision(), before));
  put_event(*store, make_event("f", "s"));
  HistoryMark after;
  require_ok(store->journal().mark(before.revision, after));
  CHECK(before.event_revision == 1);
  CHECK(after.event_revision == 2);
  CHECK(after.lineage == before.lineage);
  CHECK(after.vector_revision == before.vector_revision);
}

TEST_CASE("events are exported, imported and compacted like all else") {
  const auto store = open_store();
  const Event kept = put_event(*store, make_event("e", "s", text_of(2000), {topic("tea")}));
  remove_event(*store, put_event(*store, make_event("gone", "s", text_of(90'000))).id);
  value_of(store->compact(0));
  const auto other = open_store();
  require_ok(other->import_bytes(value_of(store->export_bytes())));
  CHECK(value_of(other->event(kept.id)).content == kept.content);
  CHECK(value_of(other->events().chunks(kept.id)).size() == 3);
  CHECK(other->revision() == 3);
  CHECK(value_of(other->check(9)).empty());
}

TEST_CASE("an event of 16 MiB is kept whole") {
  const auto store = open_store();
  std::string content(16 << 20, 'a');
  content[5'000'000] = 'b';
  const Event stored = put_event(*store, make_event("large", "s", content));
  const auto chunks = value_of(store->events().chunks(stored.id));
  CHECK(chunks.size() == chunk_ranges(content.size()).size());
  CHECK(static_cast<int64_t>(chunks.size()) < kMostChunks);
  bool same = false;
  CHECK(value_of(store->events().show(stored.id, [&](const EventText& event) -> Status {
    same = event.content == content;
    return Ok{};
  })));
  CHECK(same);
  CHECK(value_of(store->check(9)).empty());
}

TEST_CASE("damage in the text of an event is damage of the store, and not passed over") {
  FaultDisk disk;
  disk.durable = false;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    put_event(*store, make_event("sound", "s", "c"));
    put_event(*store, make_event("hurt", "s", std::string(40'000, 'x')));
  }
  std::string& database = disk.now.at(StoreFile::kDatabase);
  database[database.rfind(std::string(3000, 'x')) + 100] = 'y';  // in no page of another
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  CHECK(value_of(store->event(1)).content == "c");
  const auto hurt = store->event(2);
  REQUIRE_FALSE(hurt.ok());
  CHECK(hurt.error().code == ErrorCode::kStoreDamaged);
  CHECK_FALSE(is_vector_damage(hurt.error()));
  const auto compacted = store->compact(9);
  REQUIRE_FALSE(compacted.ok());
  CHECK(compacted.error().code == ErrorCode::kStoreDamaged);
}
