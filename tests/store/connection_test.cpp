#include "store/connection.h"

#include <catch_amalgamated.hpp>
#include <cstring>

#include "store/checksum.h"
#include "store/memory_host.h"
#include "support/fault_host.h"

namespace loci::test {
namespace {

std::unique_ptr<Connection> open_on(FaultDisk& disk, ConnectionOptions options = {}) {
  auto opened = Connection::open(std::make_unique<FaultHost>(disk), options);
  INFO((opened.ok() ? std::string() : opened.error().message));
  REQUIRE(opened.ok());
  return std::move(opened.value());
}

std::unique_ptr<Connection> open_in_memory() {
  auto opened = Connection::open(std::make_unique<MemoryHost>(), {});
  REQUIRE(opened.ok());
  return std::move(opened.value());
}

/// Why the store cannot be opened or read.
ErrorCode failure_on(FaultDisk& disk) {
  auto opened = Connection::open(std::make_unique<FaultHost>(disk), {});
  if (!opened.ok()) return opened.error().code;
  auto read = opened.value()->execute("SELECT sum(length(body)) FROM t");
  REQUIRE_FALSE(read.ok());
  return read.error().code;
}

void run(Connection& db, const char* sql) {
  const Status done = db.execute(sql);
  INFO((done.ok() ? std::string() : done.error().message));
  REQUIRE(done.ok());
}

Statement first_row(Connection& db, const char* sql) {
  auto statement = db.prepare(sql);
  REQUIRE(statement.ok());
  auto row = statement.value().step();
  REQUIRE(row.ok());
  REQUIRE(row.value());
  return std::move(statement.value());
}

int64_t number(Connection& db, const char* sql) { return first_row(db, sql).column_int64(0); }

std::string text(Connection& db, const char* sql) {
  return std::string(first_row(db, sql).column_text(0));
}

constexpr char kCreate[] = "CREATE TABLE t(id INTEGER PRIMARY KEY, body BLOB)";

/// 40 rows of 1 000 bytes: about a dozen pages.
void fill(Connection& db) {
  run(db, kCreate);
  REQUIRE(db.begin().ok());
  auto insert = db.prepare("INSERT INTO t VALUES (?, ?)");
  REQUIRE(insert.ok());
  for (int id = 1; id <= 40; ++id) {
    const std::string body(1000, static_cast<char>('a' + id % 26));
    REQUIRE(insert.value().bind(1, id).bind(2, body).run().ok());
  }
  REQUIRE(db.commit().ok());
}

FaultDisk filled_disk() {
  FaultDisk disk;
  auto db = open_on(disk);
  fill(*db);
  return disk;
}

int64_t total(Connection& db) { return number(db, "SELECT sum(length(body)) FROM t"); }

TEST_CASE("what is bound comes back as it was") {
  auto db = open_in_memory();
  auto statement = db->prepare("SELECT ?1, ?2, ?3, ?4, ?5, ?6");
  REQUIRE(statement.ok());
  Statement& select = statement.value();
  const std::string zeros("a\0b", 3);
  select.bind(1, int64_t{1} << 60).bind(2, std::string_view()).bind(3, nullptr).bind(4, 2.5);
  select.bind(5, zeros).bind_blob(6, zeros);
  auto row = select.step();
  REQUIRE((row.ok() && row.value()));
  CHECK(select.column_int64(0) == int64_t{1} << 60);
  CHECK_FALSE(select.is_null(1));
  CHECK(select.column_text(1).empty());
  CHECK(select.is_null(2));
  CHECK(select.column_text(2).empty());
  CHECK(select.column_double(3) == 2.5);
  CHECK(select.column_text(4) == zeros);
  CHECK(select.column_blob(5) == zeros);
  row = select.step();
  REQUIRE(row.ok());
  CHECK_FALSE(row.value());
  select.reset();
  REQUIRE(select.step().ok());
  CHECK(select.is_null(0));
}

TEST_CASE("a binding that fails is reported by the next step") {
  auto db = open_in_memory();
  auto statement = db->prepare("SELECT ?");
  REQUIRE(statement.ok());
  auto row = statement.value().bind(7, 1).step();
  REQUIRE_FALSE(row.ok());
  CHECK(row.error().code == ErrorCode::kInternal);
  statement.value().reset();
  CHECK(statement.value().bind(1, 1).step().ok());
}

TEST_CASE("bad SQL and broken constraints are errors with SQLite's words") {
  auto db = open_in_memory();
  run(*db, kCreate);
  auto bad = db->prepare("SELEKT 1");
  REQUIRE_FALSE(bad.ok());
  CHECK(bad.error().message.find("SELEKT") != std::string::npos);
  run(*db, "INSERT INTO t VALUES (1, 'x')");
  CHECK(db->last_insert_rowid() == 1);
  CHECK(db->changes() == 1);
  const Status twice = db->execute("INSERT INTO t VALUES (1, 'y')");
  REQUIRE_FALSE(twice.ok());
  CHECK(twice.error().message.find("UNIQUE") != std::string::npos);
}

TEST_CASE("a transaction that is not committed is rolled back") {
  auto db = open_in_memory();
  fill(*db);
  {
    auto transaction = Transaction::begin(*db);
    REQUIRE(transaction.ok());
    run(*db, "DELETE FROM t");
    CHECK(db->in_transaction());
    CHECK_FALSE(db->begin().ok());
  }
  CHECK_FALSE(db->in_transaction());
  CHECK(total(*db) == 40'000);
  {
    auto transaction = Transaction::begin(*db);
    REQUIRE(transaction.ok());
    run(*db, "DELETE FROM t WHERE id > 10");
    REQUIRE(transaction.value().commit().ok());
  }
  CHECK(total(*db) == 10'000);
}

TEST_CASE("a commit that fails keeps nothing and leaves no transaction open") {
  FaultDisk disk = filled_disk();
  auto db = open_on(disk);
  auto transaction = Transaction::begin(*db);
  REQUIRE(transaction.ok());
  run(*db, "UPDATE t SET body = 'short'");
  disk.plan({.call = 1, .answer = kHostFull, .for_good = true});
  const Status committed = transaction.value().commit();
  REQUIRE_FALSE(committed.ok());
  CHECK(committed.error().code == ErrorCode::kStorageFull);
  CHECK_FALSE(db->in_transaction());
  CHECK(total(*db) == 40'000);
  disk.plan({});
  run(*db, "DELETE FROM t WHERE id > 39");
  CHECK(total(*db) == 39'000);
}

TEST_CASE("a statement that fails takes nothing of what was committed before it") {
  FaultDisk disk = filled_disk();
  auto db = open_on(disk);
  CHECK_FALSE(db->execute("DELETE FROM t WHERE id > 20; INSERT INTO t VALUES (1, 'twice')").ok());
  CHECK_FALSE(db->prepare("SELEKT 1").ok());
  CHECK_FALSE(db->execute("INSERT INTO t VALUES (1, 'twice')").ok());
  {
    auto rows = db->prepare("SELECT id FROM t");
    REQUIRE(rows.ok());
    REQUIRE(rows.value().step().ok());  // its reading goes on
    run(*db, "INSERT INTO t VALUES (50, zeroblob(500))");
    CHECK_FALSE(db->execute("INSERT INTO t VALUES (1, 'twice')").ok());
  }
  CHECK_FALSE(db->execute("INSERT INTO t VALUES (1, 'twice')").ok());
  CHECK(total(*db) == 20'500);
  FaultDisk killed;
  killed.now = disk.now;
  CHECK(total(*open_on(killed)) == 20'500);
}

TEST_CASE("a table gets another name, which leaves its own to another") {
  FaultDisk disk;
  {
    const auto db = open_on(disk);
    fill(*db);
    run(*db, "CREATE TABLE apple(id INTEGER PRIMARY KEY, name TEXT UNIQUE)");
    run(*db, "INSERT INTO apple VALUES(1, 'old')");
    run(*db, "BEGIN");
    REQUIRE(db->rename_table("apple", "pear").ok());
    run(*db, "CREATE TABLE apple(id INTEGER PRIMARY KEY, name TEXT UNIQUE)");
    run(*db, "INSERT INTO apple VALUES(1, 'new')");
    run(*db, "COMMIT");
    CHECK(text(*db, "SELECT apple.name || pear.name FROM apple, pear") == "newold");
  }
  const auto db = open_on(disk);
  CHECK(text(*db, "SELECT id || name FROM pear WHERE name = 'old'") == "1old");
  CHECK(number(*db, "SELECT count(*) FROM t, apple") == 40);
  CHECK(text(*db, "PRAGMA integrity_check") == "ok");
  CHECK_FALSE(db->execute("UPDATE sqlite_schema SET name = 'plum' WHERE name = 'pear'").ok());
}

TEST_CASE("a name that was given in a transaction goes with it") {
  const auto db = open_in_memory();
  fill(*db);
  run(*db, "BEGIN");
  REQUIRE(db->rename_table("t", "v").ok());
  CHECK(number(*db, "SELECT count(*) FROM v") == 40);
  run(*db, "ROLLBACK");
  CHECK(number(*db, "SELECT count(*) FROM t") == 40);
  CHECK_FALSE(db->prepare("SELECT 1 FROM v").ok());
}

TEST_CASE("a durable store runs an exclusive log, one in memory a rollback journal") {
  FaultDisk disk;
  auto durable = open_on(disk);
  CHECK(text(*durable, "PRAGMA journal_mode") == "wal");
  CHECK(number(*durable, "PRAGMA synchronous") == 2);
  auto relaxed = [] {
    static FaultDisk other;
    return open_on(other, {.durability = Durability::kRelaxed});
  }();
  CHECK(number(*relaxed, "PRAGMA synchronous") == 1);
  auto memory = open_in_memory();
  CHECK(text(*memory, "PRAGMA journal_mode") == "delete");
  CHECK(number(*memory, "PRAGMA synchronous") == 0);
  CHECK(number(*memory, "PRAGMA page_size") == kPageSize);
}

TEST_CASE("a durable store that is opened again holds what was committed") {
  FaultDisk disk = filled_disk();
  CHECK(disk.now.at(StoreFile::kWal).empty());
  {
    auto db = open_on(disk);
    run(*db, "DELETE FROM t WHERE id > 20");
    CHECK_FALSE(disk.now.at(StoreFile::kWal).empty());
    REQUIRE(db->checkpoint().ok());
    CHECK(disk.now.at(StoreFile::kWal).empty());
    run(*db, "DELETE FROM t WHERE id > 10");
    // The disk as a killed process leaves it: the log is not yet in the database.
    const DiskFiles killed = disk.now;
    db->close();
    disk.now = killed;
  }
  CHECK(total(*open_on(disk)) == 10'000);
}

TEST_CASE("a store that is resumed has the options it was opened with, and what others wrote") {
  FaultDisk disk = filled_disk();
  auto db = open_on(disk, {.durability = Durability::kRelaxed, .random_seed = 5});
  run(*db, "DELETE FROM t WHERE id > 20");
  db->close();
  CHECK(disk.now.at(StoreFile::kWal).empty());
  run(*open_on(disk), "DELETE FROM t WHERE id > 10");
  REQUIRE(db->resume().ok());
  CHECK(total(*db) == 10'000);
  CHECK(number(*db, "PRAGMA synchronous") == 1);
  CHECK(text(*db, "PRAGMA journal_mode") == "wal");
}

TEST_CASE("each opening has its own salts in the log") {
  FaultDisk disk = filled_disk();
  auto db = open_on(disk, {.random_seed = 5});
  const auto salt = [&] {
    run(*db, "UPDATE t SET body = body || 'x' WHERE id = 1");
    return disk.now.at(StoreFile::kWal).substr(20, 4);  // the random one of the two
  };
  const std::string first = salt();
  db->close();
  REQUIRE(db->resume().ok());
  CHECK(salt() != first);
}

TEST_CASE("where a store cannot be resumed it stays closed, and the next time may do") {
  FaultDisk disk = filled_disk();
  auto db = open_on(disk);
  db->close();
  for (int64_t call = 1;; ++call) {
    disk.plan({.call = call, .answer = kHostFailed, .among = DiskCalls::kAll});
    const Status resumed = db->resume();
    if (resumed.ok()) break;
    CHECK(resumed.error().code == ErrorCode::kStorageError);
    REQUIRE(call < 100);
  }
  disk.plan({});
  CHECK(total(*db) == 40'000);
}

TEST_CASE("read-only reads the log too, and writes nothing") {
  FaultDisk disk = filled_disk();
  {
    auto db = open_on(disk);
    run(*db, "DELETE FROM t WHERE id > 20");
    const DiskFiles killed = disk.now;
    db->close();
    disk.now = killed;
  }
  const DiskFiles before = disk.now;
  auto db = open_on(disk, {.read_only = true});
  CHECK(total(*db) == 20'000);
  const Status written = db->execute("DELETE FROM t");
  REQUIRE_FALSE(written.ok());
  CHECK(written.error().code == ErrorCode::kReadOnly);
  auto findings = db->integrity_check(10);
  REQUIRE(findings.ok());
  CHECK(findings.value().empty());
  db->close();
  CHECK(disk.now == before);
}

class RefusingHost final : public Host {
 public:
  explicit RefusingHost(int answer) : answer_(answer) {}
  int open() override { return answer_; }
  int64_t read(StoreFile, void*, int64_t, int64_t) override { return kHostFailed; }
  int64_t write(StoreFile, const void*, int64_t, int64_t) override { return kHostFailed; }
  int truncate(StoreFile, int64_t) override { return kHostFailed; }
  int flush(StoreFile) override { return kHostFailed; }
  int64_t size(StoreFile) override { return kHostFailed; }
  void close() override {}
  bool durable() const override { return true; }
  std::string last_error() const override { return "in the words of the host"; }

 private:
  int answer_;
};

TEST_CASE("a host that refuses to open says why") {
  const auto code_for = [](int answer) {
    auto opened = Connection::open(std::make_unique<RefusingHost>(answer), {});
    REQUIRE_FALSE(opened.ok());
    CHECK(opened.error().message.find("in the words of the host") != std::string::npos);
    return opened.error().code;
  };
  CHECK(code_for(kHostBusy) == ErrorCode::kStoreBusy);
  CHECK(code_for(kHostReadOnly) == ErrorCode::kReadOnly);
  CHECK(code_for(kHostFull) == ErrorCode::kStorageFull);
  CHECK(code_for(kHostFailed) == ErrorCode::kStorageError);
  CHECK(code_for(0) == ErrorCode::kStorageError);  // opens, but nothing can be read
}

TEST_CASE("a file of another kind is not a damaged store") {
  FaultDisk disk;
  disk.now.at(StoreFile::kDatabase) = "# A text\n";
  CHECK(failure_on(disk) == ErrorCode::kUnsupportedFormat);
  disk.now.at(StoreFile::kDatabase) = std::string(100'000, 'x');
  CHECK(failure_on(disk) == ErrorCode::kUnsupportedFormat);
  disk = filled_disk();
  std::string& bytes = disk.now.at(StoreFile::kDatabase);
  for (size_t page = 0; page < bytes.size(); page += kPageSize) bytes[page + kPageSize - 1] ^= 1;
  bytes[20] = 0;  // as SQLite makes databases by itself
  CHECK(failure_on(disk) == ErrorCode::kUnsupportedFormat);
}

TEST_CASE("a flipped bit anywhere in the database is found") {
  const FaultDisk sound = filled_disk();
  const size_t size = sound.now.files[0].size();
  // Each bit of the header's first 100 bytes, then every 61st byte.
  for (size_t at = 0; at < size; at += at < 100 ? 1 : 61) {
    FaultDisk disk = sound;
    disk.now.files[0][at] ^= static_cast<char>(1 << at % 8);
    INFO("byte " << at);
    auto opened = Connection::open(std::make_unique<FaultHost>(disk), {});
    if (!opened.ok()) {
      CHECK(opened.error().code == ErrorCode::kStoreDamaged);
      continue;
    }
    auto findings = opened.value()->integrity_check(5);
    REQUIRE(findings.ok());
    CHECK_FALSE(findings.value().empty());
    const Status read = opened.value()->execute("SELECT sum(length(body)) FROM t");
    CHECK((read.ok() || read.error().code == ErrorCode::kStoreDamaged));
  }
}

TEST_CASE("a host that fails to read during a check is no finding") {
  for (int64_t call = 1;; ++call) {
    INFO("call " << call);
    FaultDisk disk = filled_disk();
    auto db = open_on(disk);
    disk.plan({.call = call, .answer = kHostFailed, .for_good = true, .among = DiskCalls::kAll});
    const auto findings = db->integrity_check(5);
    if (!disk.struck()) break;
    if (findings.ok()) {
      CHECK(findings.value() == std::vector<std::string>{});
    } else {
      CHECK(findings.error().code == ErrorCode::kStorageError);
    }
  }
}

TEST_CASE("a damaged page is named") {
  FaultDisk disk = filled_disk();
  disk.now.at(StoreFile::kDatabase)[3 * kPageSize + 17] ^= 1;
  auto db = open_on(disk);
  const Status read = db->execute("SELECT sum(length(body)) FROM t");
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == ErrorCode::kStoreDamaged);
  CHECK(read.error().message == "page 4 of the store fails its checksum");
  CHECK(read.error().detail == "{\"page\":4}");
  auto image = db->export_image();
  REQUIRE(image.ok());
  CHECK(image.value().size() == disk.now.at(StoreFile::kDatabase).size());
}

TEST_CASE("a file cut short is found") {
  const FaultDisk sound = filled_disk();
  for (size_t size : {1, 15, 99, 4095, 4096, 5000, 8192, 20'000}) {
    FaultDisk disk = sound;
    disk.now.files[0].resize(size);
    INFO("cut to " << size);
    CHECK(failure_on(disk) == ErrorCode::kStoreDamaged);
  }
  FaultDisk disk = sound;
  disk.now.files[0].clear();
  disk.now.at(StoreFile::kWal) = "a log without its database";
  CHECK(failure_on(disk) == ErrorCode::kStoreDamaged);
}

TEST_CASE("random bytes in place of any file neither trap nor loop") {
  const FaultDisk sound = filled_disk();
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::srand(seed);
    FaultDisk disk = sound;
    std::string& bytes = disk.now.files[seed % 3];
    bytes.resize(std::max<size_t>(bytes.size(), 20'000));
    const size_t from = std::rand() % bytes.size();
    for (size_t at = from; at < std::min(from + 3000, bytes.size()); ++at) {
      bytes[at] = static_cast<char>(std::rand());
    }
    auto opened = Connection::open(std::make_unique<FaultHost>(disk), {});
    if (!opened.ok()) continue;
    (void)opened.value()->execute("SELECT sum(length(body)) FROM t; DELETE FROM t WHERE id < 9");
    CHECK(opened.value()->integrity_check(3).ok());
  }
}

}  // namespace
}  // namespace loci::test
