#include "store/vfs.h"

#include <sqlite3.h>

#include <catch_amalgamated.hpp>
#include <cstring>
#include <set>

#include "support/fault_host.h"

namespace loci::test {
namespace {

/// A bare SQLite over a disk, without what Connection adds.
class Database {
 public:
  explicit Database(FaultDisk& disk, VfsOptions options = {}) : host_(disk), vfs_(host_, options) {
    const int access =
        options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    REQUIRE(sqlite3_open_v2(kDatabaseName, &database_, access, vfs_.name()) == SQLITE_OK);
    sqlite3_extended_result_codes(database_, 1);
    int reserved = kChecksumSize;
    sqlite3_file_control(database_, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
  }
  ~Database() { sqlite3_close(database_); }

  int run(const char* sql) { return sqlite3_exec(database_, sql, nullptr, nullptr, nullptr); }
  const char* message() { return sqlite3_errmsg(database_); }
  Vfs& vfs() { return vfs_; }

  int64_t number(const char* sql) {
    int64_t answer = -1;
    const auto keep = [](void* to, int, char** values, char**) {
      *static_cast<int64_t*>(to) = std::atoll(values[0]);
      return 0;
    };
    CHECK(sqlite3_exec(database_, sql, keep, &answer, nullptr) == SQLITE_OK);
    return answer;
  }

 private:
  FaultHost host_;
  Vfs vfs_;
  sqlite3* database_ = nullptr;
};

constexpr char kCreate[] = "CREATE TABLE t(id INTEGER PRIMARY KEY, body BLOB)";

const std::string& database_file(FaultDisk& disk) { return disk.now.at(StoreFile::kDatabase); }

TEST_CASE("every page that reaches the host carries its checksum") {
  FaultDisk disk;
  {
    Database db(disk);
    REQUIRE(db.run(kCreate) == SQLITE_OK);
    REQUIRE(db.run("INSERT INTO t VALUES (1, zeroblob(20000)); INSERT INTO t VALUES (2, 'two')") ==
            SQLITE_OK);
  }
  const std::string& bytes = database_file(disk);
  REQUIRE(bytes.size() % kPageSize == 0);
  REQUIRE(bytes.size() > 5 * kPageSize);
  CHECK(bytes[20] == kChecksumSize);
  for (size_t at = 0; at < bytes.size(); at += kPageSize) {
    CHECK(page_checksum_matches(bytes.data() + at));
  }
}

TEST_CASE("a page that is not what was written is an error, remembered by its number") {
  FaultDisk disk;
  {
    Database db(disk);
    REQUIRE(db.run(kCreate) == SQLITE_OK);
    REQUIRE(db.run("INSERT INTO t VALUES (1, 'one')") == SQLITE_OK);
  }
  disk.now.at(StoreFile::kDatabase)[2 * kPageSize - 100] ^= 4;
  Database db(disk);
  CHECK(db.vfs().damaged_page() == 0);
  CHECK(db.run("SELECT * FROM t") == SQLITE_IOERR_DATA);
  CHECK(db.vfs().damaged_page() == 2);
}

TEST_CASE("only the three files of a store can be opened") {
  FaultDisk disk;
  Database db(disk);
  sqlite3* other = nullptr;
  CHECK(sqlite3_open_v2("else", &other, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                        db.vfs().name()) == SQLITE_CANTOPEN);
  sqlite3_close(other);
  CHECK(db.run("ATTACH 'other.db' AS other") == SQLITE_CANTOPEN);
}

TEST_CASE("journal modes that were not proven are refused") {
  FaultDisk disk;
  Database db(disk);
  for (const char* mode : {"off", "memory", "truncate", "persist"}) {
    const std::string sql = std::string("PRAGMA journal_mode=") + mode;
    CHECK(db.run(sql.c_str()) == SQLITE_ERROR);
    CHECK(std::string(db.message()).find(mode) != std::string::npos);
  }
  CHECK(db.run("PRAGMA journal_mode=delete") == SQLITE_OK);
  CHECK(db.run("PRAGMA locking_mode=exclusive; PRAGMA journal_mode=WAL") == SQLITE_OK);
}

TEST_CASE("a hot journal left by a crash is rolled back") {
  FaultDisk disk;
  DiskFiles crashed;
  {
    Database db(disk);
    REQUIRE(db.run(kCreate) == SQLITE_OK);
    for (int row = 0; row < 50; ++row) {
      REQUIRE(db.run("INSERT INTO t VALUES (NULL, randomblob(3000))") == SQLITE_OK);
    }
    // A cache of ten pages makes the transaction spill half-done pages into the database.
    REQUIRE(db.run("PRAGMA cache_size=10; BEGIN; UPDATE t SET body = zeroblob(3000)") == SQLITE_OK);
    crashed = disk.now;
    REQUIRE(db.run("ROLLBACK") == SQLITE_OK);
  }
  REQUIRE_FALSE(crashed.at(StoreFile::kJournal).empty());
  REQUIRE(crashed.at(StoreFile::kDatabase) != database_file(disk));
  disk.now = crashed;
  Database db(disk);
  CHECK(db.number("SELECT count(*) FROM t WHERE body = zeroblob(3000)") == 0);
  CHECK(db.number("SELECT count(*) FROM t") == 50);
  CHECK(disk.now.at(StoreFile::kJournal).empty());
}

TEST_CASE("failures of the host become SQLite's codes") {
  FaultDisk disk;
  Database db(disk);
  REQUIRE(db.run(kCreate) == SQLITE_OK);
  const auto insert_with = [&](int64_t answer, DiskCalls among = DiskCalls::kChanges) {
    disk.plan({.call = 1, .answer = answer, .for_good = true, .among = among});
    const int code = db.run("INSERT INTO t VALUES (NULL, 'x')");
    disk.plan({});
    return code;
  };
  CHECK(insert_with(kHostFull) == SQLITE_FULL);
  CHECK(insert_with(kShortCount) == SQLITE_FULL);
  CHECK(insert_with(4294967288) == SQLITE_FULL);
  CHECK(insert_with(kHostReadOnly) == SQLITE_READONLY);
  CHECK((insert_with(kHostFailed) & 0xff) == SQLITE_IOERR);
  CHECK((insert_with(-77) & 0xff) == SQLITE_IOERR);
  CHECK((insert_with(kHostFailed, DiskCalls::kAll) & 0xff) == SQLITE_IOERR);
  CHECK(db.run("INSERT INTO t VALUES (NULL, 'y')") == SQLITE_OK);
  CHECK(db.number("SELECT count(*) FROM t") == 1);
}

TEST_CASE("a read-only VFS writes nothing") {
  FaultDisk disk;
  {
    REQUIRE(Database(disk).run(kCreate) == SQLITE_OK);
  }
  const DiskFiles before = disk.now;
  Database db(disk, {.read_only = true});
  CHECK(db.run("INSERT INTO t VALUES (1, 'x')") == SQLITE_READONLY);
  CHECK(db.number("SELECT count(*) FROM t") == 0);
  CHECK(disk.now == before);
}

TEST_CASE("SQLite's random numbers follow the seed, and nothing else") {
  const auto draw = [](uint64_t seed) {
    FaultDisk disk;
    Database db(disk, {.random_seed = seed});
    return db.number("SELECT random()");
  };
  CHECK(draw(1) == draw(1));
  std::set<int64_t> numbers;
  for (uint64_t seed = 0; seed < 100; ++seed) numbers.insert(draw(seed));
  CHECK(numbers.size() == 100);
}

TEST_CASE("stores that are open together have file systems of their own") {
  FaultDisk disks[2];
  Database first(disks[0]), second(disks[1]);
  CHECK(std::strcmp(first.vfs().name(), second.vfs().name()) != 0);
  REQUIRE(first.run(kCreate) == SQLITE_OK);
  CHECK(second.number("SELECT count(*) FROM sqlite_schema") == 0);
}

}  // namespace
}  // namespace loci::test
