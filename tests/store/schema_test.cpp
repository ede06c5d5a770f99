#include "store/schema.h"

#include <catch_amalgamated.hpp>

#include "support/fault_host.h"
#include "support/wiki_fixture.h"

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

/// Prepares a database in which `sql` was run before.
Status prepare_after(const char* sql) {
  FaultDisk disk = memory_disk();
  const auto connection = connect(disk);
  require_ok(connection->execute(sql));
  const DiskFiles before = disk.now;
  Status prepared = prepare_schema(*connection, false);
  if (!prepared.ok()) CHECK(disk.now == before);
  return prepared;
}

}  // namespace

TEST_CASE("an empty store gets its tables and their version") {
  FaultDisk disk = memory_disk();
  const auto connection = connect(disk);
  require_ok(prepare_schema(*connection, false));
  CHECK(value_of(read_pragma(*connection, "user_version")) == kFormatVersion);
  CHECK(value_of(read_pragma(*connection, "application_id")) == 0x4C6F6369);
  require_ok(connection->execute("SELECT * FROM item, journal, meta"));
  require_ok(prepare_schema(*connection, false));
}

TEST_CASE("an empty store stays empty when it may only be read") {
  FaultDisk disk = memory_disk();
  const auto connection = connect(disk, true);
  const Status prepared = prepare_schema(*connection, true);
  REQUIRE_FALSE(prepared.ok());
  CHECK(prepared.error().code == ErrorCode::kReadOnly);
  CHECK(disk.now.at(StoreFile::kDatabase).empty());
}

TEST_CASE("what is no store of ours, or of a later version, is refused and left as it is") {
  const char* foreign[] = {
      "CREATE TABLE other(x)",
      "PRAGMA application_id = 7",
      "PRAGMA user_version = 3",
      "PRAGMA application_id = 0x4C6F6369; PRAGMA user_version = 2",
      "PRAGMA application_id = 0x4C6F6369; PRAGMA user_version = -1",
      "PRAGMA application_id = 0x4C6F6369",
  };
  for (const char* sql : foreign) {
    INFO(sql);
    const Status prepared = prepare_after(sql);
    REQUIRE_FALSE(prepared.ok());
    CHECK(prepared.error().code == ErrorCode::kUnsupportedFormat);
  }
  CHECK(prepare_after("SELECT 1").ok());
}

TEST_CASE("tables that could not be created leave an empty store") {
  FaultDisk disk = memory_disk();
  const auto connection = connect(disk);
  disk.plan({.call = 3, .answer = kHostFull, .for_good = true});
  REQUIRE_FALSE(prepare_schema(*connection, false).ok());
  disk.plan({});
  CHECK(value_of(read_pragma(*connection, "schema_version")) == 0);
  require_ok(prepare_schema(*connection, false));
}
