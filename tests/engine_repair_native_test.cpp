// A repair that is cut off: by a host that fails at any call, and by a power cut at any moment.
// What is there afterwards is the damaged store or the repaired one, whole.

#include <catch_amalgamated.hpp>

#include "engine.h"
#include "store/checksum.h"
#include "support/engine_calls.h"
#include "support/full_store.h"
#include "support/power_cut.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kTexts = 4;

/// A store whose first page was hit, or one in its middle.
FaultDisk hit_disk(size_t byte, bool atomic) {
  FaultDisk disk;
  disk.atomic = atomic;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    fill_store(*store, kTexts);
  }
  std::string& database = disk.now.at(StoreFile::kDatabase);
  database[byte] = static_cast<char>(database[byte] ^ 4);
  return disk;
}

/// Opens what is there and repairs it, if that was not done; both must give the same items.
void require_saved(FaultDisk disk) {
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  const json reply = call(*engine, &Engine::repair);
  INFO(reply.dump());
  CHECK(reply["kept"]["items"] == 3);
  CHECK(reply["kept"]["drawers"] == kTexts);
  CHECK(call(*engine, &Engine::check)["ok"] == true);
}

constexpr size_t kHits[] = {60, 3, kPageSize + 100};

}  // namespace

TEST_CASE("a repair that any call of the host fails changes nothing or all") {
  for (const bool atomic : {false, true}) {
    for (const size_t byte : kHits) {
      const FaultDisk hit = hit_disk(byte, atomic);
      bool struck = true;
      int64_t call_number = 0;
      while (struck) {
        ++call_number;
        INFO("atomic " << atomic << ", byte " << byte << ", call " << call_number);
        FaultDisk disk = hit;
        auto engine = open_engine(std::make_unique<FaultHost>(disk));
        disk.plan({.call = call_number, .answer = kHostFailed, .among = DiskCalls::kAll});
        const Reply reply = engine->repair("[]", kCallTime);
        struck = disk.struck();
        disk.plan({});
        if (!reply.ok()) {
          CHECK(reply.error().code == ErrorCode::kStorageError);
          CHECK(call(*engine, &Engine::repair)["kept"]["items"] == 3);
        }
        CHECK(call(*engine, &Engine::check)["ok"] == true);
        engine.reset();
        require_saved(disk);
      }
      CHECK(call_number > 20);
    }
  }
}

TEST_CASE("a repair without room says so, and is done when there is some") {
  FaultDisk disk = hit_disk(60, false);
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  disk.capacity = static_cast<int64_t>(disk.now.at(StoreFile::kDatabase).size()) + 20'000;
  CHECK(refusal(*engine, &Engine::repair, "[]").starts_with("storage_full"));
  CHECK(call(*engine, &Engine::status)["damaged"] == true);
  disk.capacity = INT64_MAX;
  CHECK(call(*engine, &Engine::repair)["kept"]["items"] == 3);
}

TEST_CASE("a power cut leaves the damaged store or the repaired one") {
  for (const size_t byte : kHits) {
    FaultDisk disk = hit_disk(byte, false);
    const DiskFiles before = disk.now;
    for (int file = 0; file < kStoreFileCount; ++file) {
      const auto kind = static_cast<StoreFile>(file);
      disk.events.push_back({DiskEvent::kWrite, kind, 0, before.files[file]});
      disk.events.push_back({DiskEvent::kFlush, kind, 0, {}});
    }
    const size_t start = disk.events.size();
    disk.recording = true;
    {
      const auto engine = open_engine(std::make_unique<FaultHost>(disk));
      call(*engine, &Engine::repair);
    }
    disk.recording = false;
    REQUIRE(disk.events.size() > start + 20);
    PowerCut cut(disk.events);
    std::mt19937_64 random(7);
    while (cut.advance()) {
      if (cut.position() < start) continue;
      for (int round = 0; round < 3; ++round) {
        INFO("byte " << byte << ", event " << cut.position() << ", round " << round);
        FaultDisk left;
        left.now = random_loss(cut, random);
        require_saved(left);
      }
    }
  }
}
