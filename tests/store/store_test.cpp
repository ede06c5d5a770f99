#include "store/store.h"

#include <catch_amalgamated.hpp>

#include "support/fault_host.h"
#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

int64_t put(Store& store, std::string name, std::optional<int64_t> replaced = std::nullopt) {
  Item item = make_item("notes", std::move(name), "content");
  item.ts = "2024-01-01T00:00:00Z";
  return value_of(in_transaction(store, [&] { return store.put(item, replaced, kNow); }));
}

void remove(Store& store, int64_t id) {
  const Item item = value_of(store.items().get(id));
  require_ok(in_transaction(store, [&] { return store.remove(item, kNow); }));
}

std::string actions_of(Store& store) {
  std::string actions;
  for (const JournalEntry& entry : value_of(store.journal().list(0, 1000))) {
    actions += std::string(name_of(entry.action)) + " " + entry.name + "; ";
  }
  return actions;
}

}  // namespace

TEST_CASE("every mutation is one revision and one journal entry") {
  const auto store = open_store();
  CHECK(store->revision() == 0);
  CHECK(put(*store, "a") == 1);
  CHECK(put(*store, "b") == 2);
  CHECK(put(*store, "a", 1) == 3);
  remove(*store, 2);
  CHECK(store->revision() == 4);
  CHECK(actions_of(*store) == "add a; add b; update a; remove b; ");
  CHECK(value_of(store->items().list(std::nullopt, 9, 0)).size() == 1);
}

TEST_CASE("a transaction that fails takes all of it back, the revision too") {
  const auto store = open_store();
  put(*store, "a");
  const Status failed = in_transaction(*store, [&]() -> Status {
    LOCI_TRY(store->put(make_item("notes", "b", ""), std::nullopt, kNow));
    return store->put(make_item("notes", "a", ""), std::nullopt, kNow).ok()
               ? Status(Ok{})
               : fail(ErrorCode::kInternal, "the name is taken");
  });
  REQUIRE_FALSE(failed.ok());
  CHECK(store->revision() == 1);
  CHECK(actions_of(*store) == "add a; ");
  CHECK(put(*store, "c") == 2);
}

TEST_CASE("a store that is opened again goes on where it was") {
  FaultDisk disk;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    put(*store, "a");
    put(*store, "b");
  }
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  CHECK(store->revision() == 2);
  CHECK(put(*store, "c") == 3);
}

TEST_CASE("a store that is suspended leaves its files to others, and knows what they did") {
  FaultDisk disk;
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  put(*store, "a");
  for (int64_t round = 1; round <= 3; ++round) {
    store->suspend();
    CHECK(store->is_suspended());
    CHECK(disk.now.at(StoreFile::kWal).empty());
    const std::string name = "b" + std::to_string(round);
    CHECK(put(*open_store(std::make_unique<FaultHost>(disk)), name) == 2 * round);
    CHECK(store->revision() == 2 * round - 1);
    require_ok(store->resume());
    CHECK(store->revision() == 2 * round);
    CHECK(value_of(store->items().get(2 * round)).name == name);
    remove(*store, 2 * round);
    CHECK(value_of(store->check(10)).empty());
  }
}

TEST_CASE("compact cuts the journal, keeps the revision, and gives pages back") {
  const auto store = open_store();
  require_ok(store->connection().begin());
  for (int i = 0; i < 500; ++i) {
    value_of(store->put(make_item("notes", std::to_string(i), std::string(1500, 'x')), {}, kNow));
  }
  require_ok(store->connection().commit());
  for (const Item& item : value_of(store->items().list(std::nullopt, 499, 0))) {
    remove(*store, item.id);
  }
  const int64_t before = store->byte_size();
  CHECK(value_of(store->compact(10)) == 989);
  CHECK(store->byte_size() < before / 4);
  CHECK(store->revision() == 999);
  CHECK(value_of(store->journal().list(0, 1000)).size() == 10);
  CHECK(put(*store, "next") == 1000);
  CHECK(value_of(store->check(10)).empty());
}

TEST_CASE(
    "adding and removing a thousand items again and again leaves the store as large as it was") {
  const auto store = open_store();
  int64_t after_first = 0;
  for (int round = 0; round < 5; ++round) {
    const int64_t first = store->revision() + 1;
    require_ok(store->connection().begin());
    for (int i = 0; i < 1000; ++i) {
      value_of(store->put(make_item("notes", std::to_string(i), "text"), {}, kNow));
    }
    for (int64_t id = first; id < first + 1000; ++id) {
      require_ok(store->remove(value_of(store->items().get(id)), kNow));
    }
    require_ok(store->connection().commit());
    value_of(store->compact(0));
    if (round == 0) after_first = store->byte_size();
  }
  CHECK(store->byte_size() == after_first);
}

TEST_CASE("in memory no journal is kept between transactions") {
  const auto store = open_store();
  for (const char* name : {"a", "b"}) put(*store, name);
  remove(*store, 1);
  value_of(store->compact(0));
  CHECK(store->connection().host().size(StoreFile::kJournal) == 0);
}

TEST_CASE("bytes that are exported make the same store elsewhere, revision included") {
  const auto store = open_store();
  put(*store, "a");
  put(*store, "a", 1);
  const auto other = open_store();
  put(*other, "gone");
  require_ok(other->import_bytes(value_of(store->export_bytes())));
  CHECK(other->revision() == 2);
  CHECK(actions_of(*other) == "add a; update a; ");
  CHECK(value_of(other->items().get(2)).name == "a");
}

TEST_CASE("an import that is refused changes nothing") {
  const auto store = open_store();
  put(*store, "a");
  const std::string image = value_of(store->export_bytes());
  const auto other = open_store();
  put(*other, "kept");
  const std::string before = value_of(other->export_bytes());
  for (const size_t length : {size_t{0}, size_t{100}, size_t{4096}, image.size() - 1}) {
    CHECK_FALSE(other->import_bytes(std::string_view(image).substr(0, length)).ok());
  }
  std::string flipped = image;
  flipped[image.size() / 2] = static_cast<char>(flipped[image.size() / 2] ^ 1);
  CHECK(other->import_bytes(flipped).error().code == ErrorCode::kStoreDamaged);
  CHECK(other->import_bytes("no database").error().code == ErrorCode::kUnsupportedFormat);
  FaultDisk disk;
  const auto open_elsewhere = open_store(std::make_unique<FaultHost>(disk));
  const Status without_log = other->import_bytes(disk.now.at(StoreFile::kDatabase));
  REQUIRE_FALSE(without_log.ok());
  CHECK(without_log.error().code == ErrorCode::kUnsupportedFormat);
  CHECK(without_log.error().message.find("-wal") != std::string::npos);
  CHECK(value_of(other->export_bytes()) == before);
  CHECK(other->revision() == 1);
}

TEST_CASE("an import of another program's database, or of a later format, is refused") {
  for (const char* mark : {"PRAGMA user_version = 6", "PRAGMA application_id = 7"}) {
    const auto later = open_store();
    require_ok(later->connection().execute(mark));
    const auto store = open_store();
    const Status imported = store->import_bytes(value_of(later->export_bytes()));
    REQUIRE_FALSE(imported.ok());
    CHECK(imported.error().code == ErrorCode::kUnsupportedFormat);
  }
}

TEST_CASE("check finds rows that break the rules of the tables") {
  const std::pair<const char*, const char*> damages[] = {
      {"UPDATE item SET category = '' WHERE id = 1", "item 1: its category or name is empty"},
      {"UPDATE item SET name = '' WHERE id = 2", "item 2: its category or name is empty"},
      {"UPDATE item SET id = 99 WHERE id = 2",
       "item 99: written by a revision that the journal does not know"},
      {"UPDATE item SET sequence_id = 's' WHERE id = 1", "item 1: half a sequence"},
      {"UPDATE item SET metadata = '{' WHERE id = 2", "item 2: its metadata is no JSON object"},
      {"UPDATE item SET metadata = '[1]' WHERE id = 2", "item 2: its metadata is no JSON object"},
      {"UPDATE item SET sequence_position = 1 WHERE id = 1", "item 1: half a sequence"},
      {"INSERT INTO answer VALUES (3, 'key', '[]')", "answer 3: it is no JSON object"},
      {"UPDATE journal SET action = 4 WHERE revision = 2", "journal 2: an unknown action"},
  };
  for (const auto& [sql, finding] : damages) {
    const auto store = open_store();
    put(*store, "a");
    put(*store, "b");
    CHECK(value_of(store->check(10)).empty());
    require_ok(store->connection().execute(sql));
    CHECK(value_of(store->check(10)) == Texts{finding});
  }
}

TEST_CASE("check gives at most as many findings as asked for") {
  const auto store = open_store();
  for (const char* name : {"a", "b", "c"}) put(*store, name);
  require_ok(store->connection().execute("UPDATE item SET sequence_id = 's'"));
  CHECK(value_of(store->check(2)).size() == 2);
}
