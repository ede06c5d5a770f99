// Every call of the host fails once, one run after another, and every call from some point on: the
// error surfaces, what was acknowledged stays and nothing else appears, and the store works on when
// the host does.

#include <catch_amalgamated.hpp>

#include "support/store_workload.h"

namespace loci::test {
namespace {

/// The store holds what it must, as it is open and as a killed process would leave it.
void check_content(StoreRun& run, FaultDisk& disk) {
  disk.paused = true;
  REQUIRE_FALSE(run.db()->in_transaction());
  REQUIRE(digest_of(*run.db()) == run.digest());
  REQUIRE(recover(disk.now, false, disk.atomic) == run.digest());
  disk.paused = false;
}

/// Opens the store again where that had failed, with a host that works.
void mend(StoreRun& run, FaultDisk& disk) {
  disk.plan({});
  if (run.db() == nullptr || run.moments().empty()) REQUIRE(run.open());
}

/// Performs the workload with a call failing on the way. Says whether the failure was reached, and
/// counts into `surfaced` whether a call of ours reported it.
bool run_with_fault(DiskFault fault, Durability durability, int& surfaced, bool atomic = false) {
  FaultDisk disk;
  disk.atomic = atomic;
  disk.plan(fault);
  StoreRun run(disk, durability);
  bool failed = run.db() == nullptr || run.moments().empty();
  if (failed) mend(run, disk);
  for (const Action& action : store_workload(1)) {
    if (!run.perform(action)) {
      failed = true;
      mend(run, disk);
      check_content(run, disk);
      REQUIRE(run.perform(action));
    }
    disk.paused = true;
    REQUIRE(digest_of(*run.db()) == run.digest());
    disk.paused = false;
  }
  const bool struck = failed || disk.struck();
  disk.plan({});
  run.db()->close();
  REQUIRE(recover(disk.now, true, atomic) == run.digest());
  surfaced += failed;
  return struck;
}

TEST_CASE("each failing write, truncation or flush surfaces, and nothing acknowledged is lost") {
  for (const int64_t answer : {int64_t{kHostFull}, int64_t{kHostFailed}, kShortCount}) {
    for (const Durability durability : {Durability::kFull, Durability::kRelaxed}) {
      int surfaced = 0;
      int64_t call = 1;
      for (;; ++call) {
        INFO("call " << call << " answers " << answer);
        if (!run_with_fault({.call = call, .answer = answer}, durability, surfaced)) break;
      }
      CHECK(call > 100);
      CHECK(surfaced > call / 2);  // the rest struck checkpoints that SQLite runs by itself
    }
  }
}

TEST_CASE("each failing call of any kind surfaces, and nothing acknowledged is lost") {
  int surfaced = 0;
  int64_t call = 1;
  const auto fault = [&] {
    return DiskFault{.call = call, .answer = kHostFailed, .among = DiskCalls::kAll};
  };
  while (run_with_fault(fault(), Durability::kFull, surfaced)) ++call;
  CHECK(call > 200);
  CHECK(surfaced > 100);
}

TEST_CASE("each failing call of an atomic host surfaces, and each transaction is whole or absent") {
  for (const DiskCalls among : {DiskCalls::kChanges, DiskCalls::kAll}) {
    for (const int64_t answer : {int64_t{kHostFull}, int64_t{kHostFailed}, kShortCount}) {
      int surfaced = 0;
      int64_t call = 1;
      for (;; ++call) {
        INFO("call " << call << " answers " << answer);
        const DiskFault fault = {.call = call, .answer = answer, .among = among};
        if (!run_with_fault(fault, Durability::kFull, surfaced, /*atomic=*/true)) break;
      }
      CHECK(call > 50);
      CHECK(surfaced >= call - 2);  // the rest may strike a truncation, which need not succeed
    }
  }
}

TEST_CASE("on a full disk the store stays readable, and goes on when there is room") {
  int refused = 0;
  for (int64_t capacity = 30'000; capacity < 150'000; capacity += 1'000) {
    INFO("a disk of " << capacity << " bytes");
    FaultDisk disk;
    StoreRun run(disk, Durability::kFull);
    disk.capacity = capacity;
    for (const Action& action : store_workload(1)) {
      if (run.perform(action)) continue;
      ++refused;
      check_content(run, disk);
      REQUIRE(run.open());  // opening what is there needs no room
      check_content(run, disk);
      disk.capacity += 50'000;
      REQUIRE(run.perform(action));
      disk.capacity -= 50'000;
    }
    check_content(run, disk);
  }
  CHECK(refused > 50);
}

TEST_CASE("a full disk is storage_full, and what a failed transaction took is given back") {
  FaultDisk disk;
  StoreRun run(disk, Durability::kFull);
  REQUIRE(run.perform({Step::kTransaction, {{1, 50'000}, {2, 50'000}}}));
  REQUIRE(run.perform({Step::kCheckpoint, {}}));
  disk.capacity = static_cast<int64_t>(disk.now.at(StoreFile::kDatabase).size()) + 60'000;
  const Status written = run.db()->execute("INSERT INTO t VALUES (9, zeroblob(90000))");
  REQUIRE_FALSE(written.ok());
  CHECK(written.error().code == ErrorCode::kStorageFull);
  CHECK(disk.now.at(StoreFile::kWal).size() <= 32);  // its header at most
  REQUIRE(run.perform({Step::kTransaction, {{1, -1}}}));
  check_content(run, disk);
}

}  // namespace
}  // namespace loci::test
