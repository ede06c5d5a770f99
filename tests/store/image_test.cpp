#include "store/image.h"

#include <catch_amalgamated.hpp>

#include "store/connection.h"
#include "store/memory_host.h"
#include "support/fault_host.h"
#include "support/host_contract.h"

namespace loci::test {
namespace {

std::unique_ptr<Connection> open_in_memory() {
  auto opened = Connection::open(std::make_unique<MemoryHost>(), {});
  REQUIRE(opened.ok());
  return std::move(opened.value());
}

std::unique_ptr<Connection> open_on(FaultDisk& disk) {
  auto opened = Connection::open(std::make_unique<FaultHost>(disk), {});
  REQUIRE(opened.ok());
  return std::move(opened.value());
}

void fill(Connection& db, int rows, int body_bytes) {
  std::string sql = "BEGIN; CREATE TABLE t(id INTEGER PRIMARY KEY, body BLOB);";
  const std::string insert =
      "INSERT INTO t VALUES (NULL, randomblob(" + std::to_string(body_bytes) + "));";
  for (int row = 0; row < rows; ++row) sql += insert;
  REQUIRE(db.execute((sql + "COMMIT").c_str()).ok());
}

int64_t total(Connection& db) {
  auto statement = db.prepare("SELECT sum(length(body)) FROM t");
  REQUIRE(statement.ok());
  auto row = statement.value().step();
  REQUIRE((row.ok() && row.value()));
  return statement.value().column_int64(0);
}

std::string image_of(Connection& db) {
  auto image = db.export_image();
  REQUIRE(image.ok());
  return image.value();
}

std::string sample_image() {
  auto db = open_in_memory();
  fill(*db, 30, 2000);
  return image_of(*db);
}

ErrorCode code_of(const Status& status) {
  REQUIRE_FALSE(status.ok());
  return status.error().code;
}

TEST_CASE("an image from a durable store opens anywhere: it asks for no log") {
  FaultDisk disk;
  auto db = open_on(disk);
  fill(*db, 30, 2000);
  CHECK(disk.now.at(StoreFile::kDatabase)[18] == 2);
  const std::string image = image_of(*db);
  CHECK(image[18] == 1);
  CHECK(image[19] == 1);
  CHECK(verify_image(image).ok());
  auto memory = open_in_memory();
  REQUIRE(memory->import_image(image).ok());
  CHECK(total(*memory) == 60'000);
  CHECK(image_of(*memory).size() == image.size());
}

TEST_CASE("an image replaces the whole store, larger or smaller, with either flag") {
  for (int version : {1, 2}) {
    for (int rows : {1, 400}) {
      auto source = open_in_memory();
      fill(*source, rows, 2000);
      std::string image = image_of(*source);
      image[18] = image[19] = static_cast<char>(version);
      write_page_checksum(image.data());
      FaultDisk disk;
      {
        auto db = open_on(disk);
        fill(*db, 40, 1000);
        auto prepared = db->prepare("SELECT count(*) FROM t");
        REQUIRE(prepared.ok());
        REQUIRE(prepared.value().run().ok());
        REQUIRE(db->import_image(image).ok());
        auto row = prepared.value().step();
        REQUIRE((row.ok() && row.value()));
        CHECK(prepared.value().column_int64(0) == rows);
      }
      auto db = open_on(disk);
      CHECK(total(*db) == rows * 2000);
      auto findings = db->integrity_check(10);
      REQUIRE(findings.ok());
      CHECK(findings.value().empty());
    }
  }
}

TEST_CASE("an image that is damaged, cut or foreign is refused, and the store stays") {
  const std::string image = sample_image();
  auto db = open_in_memory();
  fill(*db, 7, 100);
  std::string bad = image;
  bad[5 * kPageSize + 3] ^= 16;
  const Status damaged = db->import_image(bad);
  CHECK(code_of(damaged) == ErrorCode::kStoreDamaged);
  CHECK(damaged.error().message.find("page 6") != std::string::npos);
  for (size_t size : {size_t{50}, size_t{kPageSize}, image.size() - 1, image.size() - kPageSize}) {
    CHECK(code_of(verify_image(image.substr(0, size))) == ErrorCode::kStoreDamaged);
    CHECK(code_of(db->import_image(image.substr(0, size))) == ErrorCode::kStoreDamaged);
  }
  CHECK(code_of(db->import_image("")) == ErrorCode::kUnsupportedFormat);
  CHECK(code_of(db->import_image("no database")) == ErrorCode::kUnsupportedFormat);
  CHECK(code_of(db->import_image(std::string(9000, 'x'))) == ErrorCode::kUnsupportedFormat);
  CHECK(total(*db) == 700);
}

TEST_CASE("an image with sound pages and a broken tree is refused") {
  std::string image = sample_image();
  char* page = image.data() + kPageSize;
  page[0] = 99;  // no kind of tree page
  write_page_checksum(page);
  auto db = open_in_memory();
  CHECK(code_of(db->import_image(image)) == ErrorCode::kStoreDamaged);
}

TEST_CASE("the caller decides, and may change what is taken") {
  const std::string image = sample_image();
  const std::string before = image;
  auto db = open_in_memory();
  fill(*db, 7, 100);
  const auto refuse = [](Connection& candidate) -> Status {
    CHECK(total(candidate) == 60'000);
    CHECK(candidate.execute("DELETE FROM t").ok());
    return fail(ErrorCode::kUnsupportedFormat, "not today");
  };
  CHECK(code_of(db->import_image(image, refuse)) == ErrorCode::kUnsupportedFormat);
  CHECK(total(*db) == 700);
  const auto accept = [](Connection& candidate) {
    return candidate.execute(
        "DELETE FROM t WHERE id > 20; BEGIN; DELETE FROM t; ROLLBACK;"
        "INSERT INTO t VALUES (100, zeroblob(50000))");
  };
  CHECK(db->import_image(image, accept).ok());
  CHECK(total(*db) == 90'000);
  CHECK(image == before);
  CHECK(verify_image(image_of(*db)).ok());
}

TEST_CASE("an import that fails at any write leaves the old store, and the store works on") {
  const std::string image = sample_image();
  for (int64_t call = 1;; ++call) {
    FaultDisk disk;
    auto db = open_on(disk);
    fill(*db, 40, 1000);
    disk.plan({.call = call, .answer = call % 2 == 0 ? kHostFull : kHostFailed});
    const Status imported = db->import_image(image);
    const bool struck = disk.struck();
    disk.plan({});
    INFO("write " << call);
    CHECK(imported.ok() != struck);
    CHECK(total(*db) == (struck ? 40'000 : 60'000));
    CHECK(db->execute("INSERT INTO t(body) VALUES (zeroblob(1))").ok());
    if (!struck) break;
  }
}

TEST_CASE("an image shows as a host whose files can be changed, and stays as it is") {
  check_host_contract([] { return std::make_unique<ImageHost>(std::string_view()); });
  std::string image = sample_image();
  image[18] = image[19] = 2;
  write_page_checksum(image.data());
  const std::string before = image;
  const auto size = static_cast<int64_t>(image.size());
  ImageHost host(image);
  const StoreFile file = StoreFile::kDatabase;
  std::string expected = image;
  clear_wal_flag(expected.data());
  CHECK(get(host, file, size, 0) == expected);
  for (const int64_t at : {int64_t{24}, int64_t{kPageSize} * 3 - 2, size - 1}) {
    CHECK(put(host, file, "abc", at) == 3);
    if (at + 3 > static_cast<int64_t>(expected.size())) expected.resize(at + 3);
    expected.replace(at, 3, "abc");
    CHECK(get(host, file, size + 9, 0) == expected);
    CHECK(get(host, file, 5000, 100) == expected.substr(100, 5000));
  }
  CHECK(host.truncate(file, kPageSize + 10) == 0);
  CHECK(host.truncate(file, 3 * kPageSize) == 0);
  expected.resize(kPageSize + 10);
  expected.resize(3 * kPageSize, '\0');
  CHECK(get(host, file, size, 0) == expected);
  CHECK(host.size(StoreFile::kJournal) == 0);
  CHECK(image == before);
}

TEST_CASE("no import and no export inside a transaction") {
  const std::string image = sample_image();
  auto db = open_in_memory();
  fill(*db, 7, 100);
  REQUIRE(db->begin().ok());
  CHECK_FALSE(db->import_image(image).ok());
  CHECK_FALSE(db->export_image().ok());
  db->rollback();
  CHECK(total(*db) == 700);
}

TEST_CASE("a store that was never written to is an empty image") {
  CHECK(image_of(*open_in_memory()).empty());
}

}  // namespace
}  // namespace loci::test
