// A host that is full and has set room aside: what makes room works, once, and closing leaves the
// store in one file.

#include <catch_amalgamated.hpp>

#include "support/event_calls.h"
#include "support/fault_host.h"

using namespace loci;
using namespace loci::test;

namespace {

/// Adds until the disk is full; how many items were acknowledged.
int fill(Engine& engine) {
  for (int i = 0; i < 10'000; ++i) {
    const json item = item_json("n", std::to_string(i), std::string(500, 'x'));
    const Reply reply = engine.add(argument_list({item}), kCallTime);
    if (reply.ok()) continue;
    CHECK(reply.error().code == ErrorCode::kStorageFull);
    return i;
  }
  FAIL("the disk is never full");
  return 0;
}

FaultDisk small_disk(int64_t reserve) {
  FaultDisk disk;
  disk.capacity = 700'000;
  disk.reserve = reserve;
  return disk;
}

/// That the disk holds one whole store of so many items, in its database alone.
void check_whole(FaultDisk& disk, int items) {
  CHECK(disk.now.at(StoreFile::kWal).empty());
  disk.capacity = INT64_MAX;
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  CHECK(call(*engine, &Engine::status)["items"] == items);
  CHECK(call(*engine, &Engine::check)["ok"] == true);
}

}  // namespace

TEST_CASE("on a full disk add fails, and leaves the reserve alone") {
  FaultDisk disk = small_disk(400'000);
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  const int items = fill(*engine);
  CHECK(items > 0);
  CHECK(disk.reserve == 400'000);
  CHECK(call(*engine, &Engine::status)["items"] == items);
}

TEST_CASE("a log that has filled the disk is emptied, and writing goes on") {
  FaultDisk disk = small_disk(0);
  disk.log_capacity = 300'000;
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  for (int i = 0; i < 300; ++i) {
    INFO(i);
    const json item = item_json("n", "the same", std::to_string(i) + std::string(3000, 'x'));
    call(*engine, &Engine::claim, {"key " + std::to_string(i)});
    CHECK(call(*engine, &Engine::add, {item})["revision"] == i + 1);
  }
  CHECK(call(*engine, &Engine::claim, {"key 299"})["answer"]["revision"] == 300);
  CHECK(call(*engine, &Engine::status)["items"] == 1);
}

TEST_CASE("checkpoint folds the log into the one file") {
  FaultDisk disk;
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  call(*engine, &Engine::add, {item_json("n", "one", "text")});
  CHECK(disk.now.at(StoreFile::kWal).size() > 0);
  CHECK(call(*engine, &Engine::checkpoint).is_null());
  CHECK(disk.now.at(StoreFile::kWal).empty());
  CHECK(call(*engine, &Engine::status)["items"] == 1);
}

TEST_CASE("on a full disk remove takes the reserve, keyed or not") {
  for (const bool keyed : {false, true}) {
    FaultDisk disk = small_disk(400'000);
    auto engine = open_engine(std::make_unique<FaultHost>(disk));
    const int items = fill(*engine);
    if (keyed) call(*engine, &Engine::claim, {"key"});
    const json removed = call(*engine, &Engine::remove, {"n", "0"});
    CHECK(removed["removed"] == true);
    CHECK(disk.reserve == 0);
    CHECK(call(*engine, &Engine::remove, {"n", "1"})["removed"] == true);
    if (keyed) CHECK(call(*engine, &Engine::claim, {"key"})["answer"] == removed);
    engine.reset();
    check_whole(disk, items - 2);
  }
}

TEST_CASE("on a full disk an event is refused, and removing one takes the reserve") {
  FaultDisk disk = small_disk(400'000);
  auto engine = open_engine(std::make_unique<FaultHost>(disk));
  save(*engine, event_json("a", "summary", "content"));
  const int items = fill(*engine);
  const std::string more = argument_list({event_json("b", "summary", std::string(5000, 'x'))});
  CHECK(refusal(*engine, &Engine::evidence_save, more).starts_with("storage_full"));
  CHECK(disk.reserve == 400'000);
  CHECK(call(*engine, &Engine::evidence_remove, {"a"})["removed"] == true);
  CHECK(disk.reserve == 0);
  CHECK(find_events(*engine, "summary")["events"].empty());
  engine.reset();
  check_whole(disk, items);
}

TEST_CASE("on a full disk compact takes the reserve") {
  FaultDisk disk = small_disk(400'000);
  auto engine = open_engine(std::make_unique<FaultHost>(disk));
  const int items = fill(*engine);
  const json compacted = call(*engine, &Engine::compact, {{{"keepJournal", 1}}});
  CHECK(compacted["journalRemoved"] == items - 1);
  CHECK(disk.reserve == 0);
  engine.reset();
  check_whole(disk, items);
}

TEST_CASE("closing on a full disk takes the reserve to move the log") {
  FaultDisk disk = small_disk(400'000);
  auto engine = open_engine(std::make_unique<FaultHost>(disk));
  const int items = fill(*engine);
  CHECK(disk.now.at(StoreFile::kWal).size() > 200'000);
  engine.reset();
  CHECK(disk.reserve == 0);
  check_whole(disk, items);
}

TEST_CASE("without a reserve a full disk refuses to remove, and nothing is lost") {
  FaultDisk disk = small_disk(0);
  auto engine = open_engine(std::make_unique<FaultHost>(disk));
  const int items = fill(*engine);
  CHECK(refusal(*engine, &Engine::remove, R"(["n","0"])").starts_with("storage_full"));
  engine.reset();
  CHECK(disk.now.at(StoreFile::kWal).size() > 200'000);
  disk.capacity = INT64_MAX;
  engine = open_engine(std::make_unique<FaultHost>(disk));
  CHECK(call(*engine, &Engine::status)["items"] == items);
}
