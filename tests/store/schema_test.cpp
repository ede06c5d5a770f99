#include "store/schema.h"

#include <catch_amalgamated.hpp>

#include "support/fault_host.h"
#include "support/stored_drawers.h"
#include "support/stored_events.h"

using namespace loci;
using namespace loci::test;

namespace {

std::unique_ptr<Connection> connect(FaultDisk& disk, bool read_only = false) {
  return value_of(Connection::open(std::make_unique<FaultHost>(disk), {.read_only = read_only}));
}

FaultDisk memory_disk() {
  FaultDisk disk;
  disk.durable = false;
  return disk;
}

/// Takes away what format 5 added, and what each before it did.
#define DROP_FORMAT_5                                                          \
  "DROP TABLE place; DROP TABLE drawer; DROP TABLE closet; DROP TABLE tunnel;" \
  " DROP TABLE drawer_vector; DROP TABLE closet_vector;"
#define DROP_FORMAT_4                                                           \
  DROP_FORMAT_5                                                                 \
  " DROP TABLE event; DROP TABLE chunk; DROP TABLE entity; DROP TABLE mention;" \
  " DROP TABLE event_vector; DROP TABLE chunk_vector;"
#define DROP_FORMAT_3 DROP_FORMAT_4 " DROP TABLE item_vector;"

/// Prepares a database in which `sql` was run before.
Result<int64_t> prepare_after(const char* sql) {
  FaultDisk disk = memory_disk();
  const auto connection = connect(disk);
  require_ok(connection->execute(sql));
  const DiskFiles before = disk.now;
  Result<int64_t> prepared = prepare_schema(*connection, false);
  if (!prepared.ok()) CHECK(disk.now == before);
  return prepared;
}

}  // namespace

TEST_CASE("an empty store gets its tables and their version") {
  FaultDisk disk = memory_disk();
  const auto connection = connect(disk);
  CHECK(value_of(prepare_schema(*connection, false)) == kFormatVersion);
  CHECK(value_of(read_pragma(*connection, "user_version")) == kFormatVersion);
  CHECK(value_of(read_pragma(*connection, "application_id")) == 0x4C6F6369);
  require_ok(connection->execute(
      "SELECT * FROM item, journal, meta, answer, item_vector, event, chunk,"
      " entity, mention, event_vector, chunk_vector, place, drawer, closet, tunnel,"
      " drawer_vector, closet_vector"));
  CHECK(value_of(prepare_schema(*connection, false)) == kFormatVersion);
}

TEST_CASE("an empty store stays empty when it may only be read") {
  FaultDisk disk = memory_disk();
  const auto connection = connect(disk, true);
  const auto prepared = prepare_schema(*connection, true);
  REQUIRE_FALSE(prepared.ok());
  CHECK(prepared.error().code == ErrorCode::kReadOnly);
  CHECK(disk.now.at(StoreFile::kDatabase).empty());
}

TEST_CASE("what is no store of ours, or of a later version, is refused and left as it is") {
  const char* foreign[] = {
      "CREATE TABLE other(x)",
      "PRAGMA application_id = 7",
      "PRAGMA user_version = 6",
      "PRAGMA application_id = 1282368361; PRAGMA user_version = 6",
      "PRAGMA application_id = 1282368361; PRAGMA user_version = -1",
      "PRAGMA application_id = 1282368361",
  };
  for (const char* sql : foreign) {
    INFO(sql);
    const auto prepared = prepare_after(sql);
    REQUIRE_FALSE(prepared.ok());
    CHECK(prepared.error().code == ErrorCode::kUnsupportedFormat);
  }
  CHECK(prepare_after("SELECT 1").ok());
}

TEST_CASE("a store of format 1 gets what it lacks, once it is opened for writing") {
  FaultDisk disk;
  open_store(std::make_unique<FaultHost>(disk));
  require_ok(connect(disk)->execute(DROP_FORMAT_3 "DROP TABLE answer; PRAGMA user_version = 1"));
  const DiskFiles before = disk.now;
  {
    const auto reader = open_store(std::make_unique<FaultHost>(disk), {.read_only = true});
    CHECK(reader->format_version() == 1);
    CHECK(value_of(reader->check(9)).empty());
    CHECK(value_of(reader->vectors().count()) == 0);
    CHECK(disk.now == before);
  }
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  CHECK(store->format_version() == kFormatVersion);
  CHECK(value_of(read_pragma(store->connection(), "user_version")) == kFormatVersion);
  require_ok(
      store->connection().execute("SELECT id, key, reply FROM answer, item_vector USING (id)"));
  CHECK(value_of(store->check(9)).empty());
}

TEST_CASE("a store that cannot be brought up to date is as it was, and can be read") {
  FaultDisk full;
  open_store(std::make_unique<FaultHost>(full));
  require_ok(connect(full)->execute(DROP_FORMAT_3 "DROP TABLE answer; PRAGMA user_version = 1"));
  full.capacity = static_cast<int64_t>(full.now.at(StoreFile::kDatabase).size());
  const auto refused = Store::open(std::make_unique<FaultHost>(full), {});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kStorageFull);
  open_store(std::make_unique<FaultHost>(full), {.read_only = true});
  full.capacity += 300'000;
  full.reserve = 300'000;
  CHECK(open_store(std::make_unique<FaultHost>(full))->format_version() == kFormatVersion);
  CHECK(full.reserve == 0);
}

TEST_CASE("tables that could not be created leave an empty store") {
  FaultDisk disk = memory_disk();
  const auto connection = connect(disk);
  disk.plan({.call = 3, .answer = kHostFull, .for_good = true});
  REQUIRE_FALSE(prepare_schema(*connection, false).ok());
  disk.plan({});
  CHECK(value_of(read_pragma(*connection, "schema_version")) == 0);
  CHECK(value_of(prepare_schema(*connection, false)) == kFormatVersion);
}

TEST_CASE("a store of format 2 keeps its answers when it gets its vectors") {
  FaultDisk disk;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    require_ok(store->answers().put("key", "{}"));
  }
  require_ok(connect(disk)->execute(DROP_FORMAT_3 "PRAGMA user_version = 2"));
  {
    const auto reader = open_store(std::make_unique<FaultHost>(disk), {.read_only = true});
    CHECK(reader->format_version() == 2);
    CHECK(value_of(reader->check(9)).empty());
    CHECK(value_of(reader->answers().find("key")) == "{}");
  }
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  CHECK(store->format_version() == kFormatVersion);
  CHECK(value_of(store->answers().find("key")) == "{}");
  CHECK(value_of(store->vectors().count()) == 0);
}

TEST_CASE("a store of format 3 keeps its vectors when it gets its events") {
  FaultDisk disk;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    require_ok(store->vectors().put(1, 7, std::vector<float>{1, 2}, "m"));
  }
  require_ok(connect(disk)->execute(DROP_FORMAT_4 "PRAGMA user_version = 3"));
  {
    const auto reader = open_store(std::make_unique<FaultHost>(disk), {.read_only = true});
    CHECK(reader->format_version() == 3);
    CHECK(value_of(reader->vectors().count()) == 1);
    CHECK(value_of(reader->event_vectors().count()) == 0);
    CHECK(value_of(reader->events().count()) == 0);
  }
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  CHECK(store->format_version() == kFormatVersion);
  CHECK(value_of(store->vectors().count()) == 1);
  CHECK(value_of(store->all_vectors().stamp()).model == "m");
  require_ok(store->event_vectors().put(1, 7, std::vector<float>{1, 2}, "m"));
}

TEST_CASE("a store of format 4 keeps its events when it gets its palace") {
  FaultDisk disk;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    put_event(*store, make_event("e", "summary", "content"));
  }
  require_ok(connect(disk)->execute(DROP_FORMAT_5 "PRAGMA user_version = 4"));
  {
    const auto reader = open_store(std::make_unique<FaultHost>(disk), {.read_only = true});
    CHECK(reader->format_version() == 4);
    CHECK(value_of(reader->check(9)).empty());
    CHECK(value_of(reader->events().count()) == 1);
    CHECK(value_of(reader->drawers().count()) == 0);
    CHECK(value_of(reader->closet_vectors().count()) == 0);
  }
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  CHECK(store->format_version() == kFormatVersion);
  CHECK(value_of(store->event(1)).summary == "summary");
  CHECK(store->revision() == 1);
  put_drawer(*store, "w", "r", make_drawer("d"));
  CHECK(value_of(store->check(9)).empty());
}
