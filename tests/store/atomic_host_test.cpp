// A store on an atomic host: a transaction is one commit, a commit that is not taken leaves nothing
// behind, and what is larger than a commit goes by a stage. Each failing call is met by
// host_failure_native_test.cpp.

#include <catch_amalgamated.hpp>

#include "store/checksum.h"
#include "support/fault_host.h"
#include "support/host_contract.h"
#include "support/wiki_fixture.h"

namespace loci::test {
namespace {

std::unique_ptr<FaultHost> host_on(FaultDisk& disk) { return std::make_unique<FaultHost>(disk); }

std::unique_ptr<Connection> open_on(FaultDisk& disk, ConnectionOptions options = {}) {
  return value_of(Connection::open(host_on(disk), options));
}

int64_t number(Connection& db, const char* sql) {
  int64_t value = -1;
  require_ok(db.read_integer(sql, value));
  return value;
}

std::string database_of(const FaultDisk& disk) { return disk.now.files[0]; }

/// A table with `rows` rows of `bytes` bytes.
void fill(Connection& db, int rows, int bytes) {
  require_ok(db.execute("CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY, body BLOB)"));
  require_ok(db.begin());
  auto insert = value_of(db.prepare("INSERT INTO t VALUES (?, zeroblob(?))"));
  for (int id = 1; id <= rows; ++id) require_ok(insert.bind(1, id).bind(2, bytes).run());
  require_ok(db.commit());
}

constexpr char kCountRows[] = "SELECT count(*) FROM t";

int64_t pages_that_differ(const std::string& a, const std::string& b) {
  int64_t count = 0;
  for (size_t at = 0; at < std::max(a.size(), b.size()); at += kPageSize) {
    const bool both = at < a.size() && at < b.size();
    count += !both || a.compare(at, kPageSize, b, at, kPageSize) != 0;
  }
  return count;
}

int64_t put(Store& store, std::string name, std::string content = "content") {
  Item item = make_item("notes", std::move(name), std::move(content));
  item.ts = "2024-01-01T00:00:00Z";
  return value_of(in_transaction(store, [&] { return store.put(item, {}, kNow); }));
}

ErrorCode code_of(const Status& status) {
  REQUIRE_FALSE(status.ok());
  return status.error().code;
}

TEST_CASE("the atomic disk of the tests keeps the rules of hosts") {
  FaultDisk disk;
  check_host_contract([&disk] {
    disk = atomic_disk();
    return host_on(disk);
  });
}

TEST_CASE("a transaction is one commit, of the pages that it changed") {
  FaultDisk disk = atomic_disk();
  auto db = open_on(disk);
  CHECK(disk.commits == 0);
  fill(*db, 100, 1000);
  CHECK(disk.commits == 2);  // the table, the rows
  const std::string before = database_of(disk);
  disk.pages_written = 0;
  require_ok(db->execute("UPDATE t SET body = zeroblob(999) WHERE id = 50"));
  CHECK(disk.commits == 3);
  CHECK(pages_that_differ(before, database_of(disk)) == disk.pages_written);
  CHECK(disk.pages_written <= 2);
  require_ok(db->execute("INSERT INTO t VALUES (1000, zeroblob(500000))"));
  CHECK(disk.commits == 4);
  CHECK(disk.now.at(StoreFile::kWal).empty());
  CHECK(disk.now.at(StoreFile::kJournal).empty());
}

TEST_CASE("a transaction that is rolled back, or only reads, writes nothing") {
  FaultDisk disk = atomic_disk();
  auto db = open_on(disk);
  fill(*db, 100, 1000);
  const int64_t commits = disk.commits;
  require_ok(db->begin());
  require_ok(db->execute("DELETE FROM t; INSERT INTO t VALUES (7, zeroblob(100000))"));
  db->rollback();
  CHECK(number(*db, kCountRows) == 100);
  CHECK(disk.commits == commits);
}

TEST_CASE("a statement that fails in a transaction takes back itself, and needs no file for it") {
  FaultDisk disk = atomic_disk();
  auto db = open_on(disk);
  fill(*db, 500, 1000);
  require_ok(db->begin());
  require_ok(db->execute("DELETE FROM t WHERE id = 1"));
  CHECK_FALSE(db->execute("INSERT INTO t SELECT id + 400, body FROM t ORDER BY id DESC").ok());
  require_ok(db->commit());
  CHECK(number(*db, kCountRows) == 499);
  CHECK(value_of(db->integrity_check(1)).empty());
}

TEST_CASE("the journal stays in memory, and no other mode is taken") {
  FaultDisk disk = atomic_disk();
  auto db = open_on(disk);
  for (const char* mode : {"delete", "wal", "off", "persist"}) {
    CHECK_FALSE(db->execute((std::string("PRAGMA journal_mode=") + mode).c_str()).ok());
  }
  CHECK(number(*db, "PRAGMA synchronous") != 0);
  CHECK(number(*db, "PRAGMA cache_spill") == 0);
}

TEST_CASE("a commit above the limit is transaction_too_large and leaves the store as it was") {
  FaultDisk disk = atomic_disk();
  auto db = open_on(disk);
  fill(*db, 20, 1000);
  disk.commit_limit = 40 * kPageSize;
  const std::string before = database_of(disk);
  const Status refused = db->execute("UPDATE t SET body = zeroblob(10000)");
  CHECK(code_of(refused) == ErrorCode::kTransactionTooLarge);
  CHECK(refused.error().message == "the store's host did not take what was to be written");
  CHECK(database_of(disk) == before);
  CHECK(number(*db, "SELECT max(length(body)) FROM t") == 1000);
  require_ok(db->execute("UPDATE t SET body = zeroblob(10000) WHERE id < 10"));
  CHECK(number(*db, "SELECT sum(length(body)) FROM t") == 9 * 10000 + 11 * 1000);
  disk.commit_limit = 5 * kPageSize;
  CHECK(code_of(db->execute("VACUUM")) == ErrorCode::kTransactionTooLarge);
  CHECK(number(*db, kCountRows) == 20);
  CHECK(value_of(db->integrity_check(1)).empty());
}

TEST_CASE("a failing commit is told in the host's own kind, and nothing of it is kept") {
  const std::pair<int, ErrorCode> kinds[] = {{kHostFull, ErrorCode::kStorageFull},
                                             {kHostFailed, ErrorCode::kStorageError},
                                             {kHostReadOnly, ErrorCode::kReadOnly},
                                             {kHostTooLarge, ErrorCode::kTransactionTooLarge}};
  for (const auto& [answer, code] : kinds) {
    for (int64_t call = 1; call <= 4; ++call) {  // begin, two pages, commit
      INFO("call " << call << " answers " << answer);
      FaultDisk disk = atomic_disk();
      auto db = open_on(disk);
      fill(*db, 20, 3000);
      disk.plan({.call = call, .answer = answer});
      CHECK(code_of(db->execute("UPDATE t SET body = zeroblob(2999) WHERE id IN (5, 9)")) == code);
      CHECK(disk.struck());
      CHECK(number(*db, "SELECT min(length(body)) FROM t") == 3000);
      require_ok(db->execute("DELETE FROM t WHERE id = 5"));
      CHECK(number(*open_on(disk), kCountRows) == 19);
    }
  }
}

TEST_CASE("a commit that the host has taken does not fail any more") {
  for (int64_t call = 1;; ++call) {
    INFO("call " << call);
    FaultDisk disk = atomic_disk();
    auto db = open_on(disk);
    fill(*db, 20, 3000);
    const std::string before = database_of(disk);
    require_ok(db->begin());
    // Pages at the end that are free again are not written, but the file must reach to them.
    require_ok(
        db->execute("INSERT INTO t VALUES (1000, zeroblob(50000));"
                    "UPDATE t SET body = 'new' WHERE id = 3; DELETE FROM t WHERE id = 1000"));
    disk.plan({.call = call, .answer = kHostFailed, .among = DiskCalls::kAll});
    const Status committed = db->commit();
    if (!disk.struck()) break;
    CHECK(committed.ok() == (database_of(disk) != before));
  }
}

TEST_CASE("where there is no room the old state stays, and removing works") {
  FaultDisk disk = atomic_disk();
  const auto store = open_store(host_on(disk));
  const int64_t first = put(*store, "a", std::string(50'000, 'a'));
  disk.capacity = static_cast<int64_t>(database_of(disk).size());
  const auto outcome = in_transaction(*store, [&] {
    return store->put(make_item("notes", "b", std::string(90'000, 'b')), {}, kNow);
  });
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.error().code == ErrorCode::kStorageFull);
  CHECK(store->revision() == 1);
  const Item item = value_of(store->items().get(first));
  require_ok(in_transaction(*store, [&] { return store->remove(item, kNow); }));
  put(*store, "c", std::string(40'000, 'c'));
  CHECK(value_of(store->check(5)).empty());
}

TEST_CASE("a tail that cannot be cut off after the commit does no harm") {
  FaultDisk disk = atomic_disk();
  auto db = open_on(disk);
  fill(*db, 100, 4000);
  require_ok(db->execute("DELETE FROM t WHERE id > 5"));
  const size_t before = database_of(disk).size();
  disk.plan({});
  require_ok(db->execute("UPDATE t SET body = zeroblob(10) WHERE id = 1"));
  FaultDisk counted = disk;
  auto other = open_on(counted);
  counted.plan({});
  require_ok(other->execute("VACUUM"));
  CHECK(database_of(counted).size() < before / 4);
  disk.plan({.call = counted.calls, .answer = kHostFailed});  // the last call: the truncation
  require_ok(db->execute("VACUUM"));
  CHECK(disk.struck());
  CHECK(database_of(disk).size() == before);
  CHECK(value_of(db->integrity_check(5)).empty());
  require_ok(db->execute("INSERT INTO t VALUES (50, zeroblob(20000))"));
  CHECK(number(*open_on(disk), kCountRows) == 6);
}

TEST_CASE("read-only, an atomic host is not written to") {
  FaultDisk disk = atomic_disk();
  fill(*open_on(disk), 10, 100);
  const int64_t commits = disk.commits;
  auto db = open_on(disk, {.read_only = true});
  CHECK(number(*db, kCountRows) == 10);
  CHECK(code_of(db->execute("DELETE FROM t")) == ErrorCode::kReadOnly);
  CHECK(disk.commits == commits);
}

TEST_CASE("what a transaction would write is known before it is committed") {
  FaultDisk disk = atomic_disk();
  auto db = open_on(disk);
  fill(*db, 2000, 1000);
  require_ok(db->execute("DELETE FROM t WHERE id <= 500"));  // leaves free pages
  for (const char* change :
       {"UPDATE t SET body = zeroblob(900)", "INSERT INTO t VALUES (1, zeroblob(300000))",
        "INSERT INTO t VALUES (2, zeroblob(900000))", "SELECT 1"}) {
    require_ok(db->begin());
    require_ok(db->execute(change));
    const int64_t pending = db->pending_bytes();
    disk.pages_written = 0;
    require_ok(db->commit());
    INFO(change);
    CHECK(pending >= disk.pages_written * kPageSize);
    CHECK(pending <= (disk.pages_written + disk.pages_written / 50 + 4) * kPageSize);
  }
}

/// A store whose image is larger than one part of a staged import.
std::string large_image() {
  const auto store = open_store();
  for (int i = 0; i < 50; ++i) put(*store, std::to_string(i), std::string(100'000, 'x'));
  return value_of(store->export_bytes());
}

TEST_CASE("an import larger than a commit is staged: whole, in small commits") {
  const std::string image = large_image();
  FaultDisk disk = atomic_disk();
  const auto store = open_store(host_on(disk));
  for (int i = 0; i < 100; ++i) put(*store, "old" + std::to_string(i), std::string(90'000, 'o'));
  disk.commit_limit = int64_t{2} << 20;
  disk.commits = 0;
  require_ok(store->import_bytes(image));
  CHECK(disk.commits >= 3);
  CHECK_FALSE(disk.stage.has_value());
  CHECK(database_of(disk).size() == image.size());
  CHECK(store->revision() == 50);
  CHECK(value_of(store->check(5)).empty());
  put(*store, "next");
  CHECK(value_of(open_store(host_on(disk))->items().count()) == 51);
}

TEST_CASE("an import that fails at any call, or is killed there, leaves the old store") {
  const std::string image = large_image();
  FaultDisk old = atomic_disk();
  {
    const auto store = open_store(host_on(old));
    put(*store, "kept");
  }
  int64_t call = 0;
  for (bool struck = true; struck;) {
    call += call < 8 ? 1 : 331;
    FaultDisk disk = old;
    const auto store = open_store(host_on(disk));
    disk.plan({.call = call, .answer = kHostFailed, .for_good = call % 2 == 0});
    const Status imported = store->import_bytes(image);
    struck = disk.struck();
    if (!struck) break;
    INFO("call " << call);
    REQUIRE_FALSE(imported.ok());
    CHECK(imported.error().code == ErrorCode::kStorageError);
    CHECK(database_of(disk) == database_of(old));
    disk.plan({});
    REQUIRE_FALSE(store->is_suspended());
    CHECK(value_of(store->items().count()) == 1);
    put(*store, "written on");
    CHECK(value_of(open_store(host_on(disk))->check(5)).empty());
  }
  CHECK(call > 1000);
}

TEST_CASE("an import whose store cannot be opened anew is there, and the store waits for it") {
  const std::string image = large_image();
  FaultDisk disk = atomic_disk();
  const auto store = open_store(host_on(disk));
  put(*store, "gone");
  FaultDisk counted = atomic_disk();
  const auto other = open_store(host_on(counted));
  put(*other, "gone");
  counted.plan({.among = DiskCalls::kAll});
  require_ok(other->import_bytes(image));
  disk.plan({.call = counted.calls, .answer = kHostFailed, .among = DiskCalls::kAll});
  REQUIRE_FALSE(store->import_bytes(image).ok());
  CHECK(store->is_suspended());
  disk.plan({});
  require_ok(store->resume());
  CHECK(value_of(store->items().count()) == 50);
}

TEST_CASE("staged transactions become the store together, or are forgotten") {
  FaultDisk disk = atomic_disk();
  const auto store = open_store(host_on(disk));
  put(*store, "first");
  const std::string before = database_of(disk);
  require_ok(store->begin_stage());
  for (const char* name : {"a", "b", "c"}) put(*store, name);
  CHECK(value_of(store->items().count()) == 4);
  CHECK(database_of(disk) == before);
  require_ok(store->abandon_stage());
  CHECK(value_of(store->items().count()) == 1);
  CHECK(store->revision() == 1);
  require_ok(store->begin_stage());
  for (const char* name : {"a", "b", "c"}) put(*store, name);
  disk.plan({.call = 1, .answer = kHostFull});
  CHECK(code_of(store->end_stage()) == ErrorCode::kStorageFull);
  require_ok(store->end_stage());
  CHECK(value_of(store->items().count()) == 4);
  CHECK(value_of(open_store(host_on(disk))->items().count()) == 4);
}

TEST_CASE("compact gives room back where one commit takes all that is left") {
  FaultDisk disk = atomic_disk();
  const auto store = open_store(host_on(disk));
  for (int i = 0; i < 60; ++i) put(*store, std::to_string(i), std::string(200'000, 'x'));
  const auto remove_from = [&](int first) {
    for (const Item& item : value_of(store->items().list(std::nullopt, 100, first))) {
      require_ok(in_transaction(*store, [&] { return store->remove(item, kNow); }));
    }
  };
  remove_from(50);
  const size_t before = database_of(disk).size();
  CHECK(value_of(store->compact(10)) == 60);  // too much is left: only the journal is cut
  CHECK(database_of(disk).size() == before);
  remove_from(20);
  value_of(store->compact(10));
  CHECK(database_of(disk).size() < before / 2);
  CHECK(value_of(store->check(5)).empty());
  CHECK(value_of(open_store(host_on(disk))->items().count()) == 20);
}

}  // namespace
}  // namespace loci::test
