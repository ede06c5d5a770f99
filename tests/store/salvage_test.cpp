// Leaves that no tree reaches: which table they are of, and which of them are old.

#include "store/salvage.h"

#include <catch_amalgamated.hpp>

#include "store/checksum.h"
#include "support/full_store.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr size_t kFirstFreeAt = 32;

std::string& database(FaultDisk& disk) { return disk.now.at(StoreFile::kDatabase); }

unsigned number_at(const std::string& bytes, size_t at) {
  unsigned number = 0;
  for (int i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

void hit(FaultDisk& disk, size_t page) { database(disk)[(page - 1) * kPageSize + 9] ^= 4; }

size_t root_of(FaultDisk& disk, const std::string& name) {
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  int64_t page = 0;
  require_ok(store->connection().read_integer(
      ("SELECT rootpage FROM sqlite_schema WHERE name = '" + name + "'").c_str(), page));
  return static_cast<size_t>(page);
}

/// Items of which all but every tenth was removed, so that many old leaves are free.
FaultDisk thinned_disk() {
  FaultDisk disk;
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  require_ok(in_transaction(*store, [&]() -> Status {
    for (int i = 0; i < 200; ++i) {
      value_of(store->put(make_item("n", std::to_string(i), std::string(400, 'x')), {}, kNow));
    }
    return Ok{};
  }));
  require_ok(in_transaction(*store, [&]() -> Status {
    for (int i = 0; i < 200; ++i) {
      if (i % 10 != 0) require_ok(store->remove(value_of(store->items().get(i + 1)), kNow));
    }
    return Ok{};
  }));
  return disk;
}

/// The items that can be saved; the losses beside.
int64_t saved(FaultDisk& disk, std::vector<Loss>& lost) {
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  const auto made = value_of(store->salvage(kNow, lost));
  CHECK(value_of(made->check(9)) == Texts());
  return value_of(made->items().count());
}

}  // namespace

TEST_CASE("removed rows stay removed, whatever else is lost beside the list of free pages") {
  FaultDisk sound = thinned_disk();
  const size_t items = root_of(sound, "item");
  const size_t names = root_of(sound, "item_by_name");
  const size_t free = number_at(database(sound), kFirstFreeAt);
  REQUIRE(free > 0);
  for (const auto& pages : {std::vector<size_t>{items, free}, {items, free, names}, {1, free}}) {
    INFO(pages.size() << " pages, " << pages[0]);
    FaultDisk disk = sound;
    for (const size_t page : pages) hit(disk, page);
    std::vector<Loss> lost;
    CHECK(saved(disk, lost) == 20);
  }
}

TEST_CASE("the inner page of a table costs no row") {
  FaultDisk disk = full_disk(30);
  const Rows before = rows_of(*open_store(std::make_unique<FaultHost>(disk)));
  for (const char* table : {"item", "event", "drawer", "item_vector"}) {
    INFO(table);
    FaultDisk copy = disk;
    hit(copy, root_of(disk, table));
    std::vector<Loss> lost;
    const auto store = open_store(std::make_unique<FaultHost>(copy));
    const auto made = value_of(store->salvage(kNow, lost));
    CHECK(rows_of(*made) == before);
  }
}

TEST_CASE("names of places that are lost are made up, and drawers stay together") {
  FaultDisk disk = full_disk(12);
  FaultDisk hit_once = disk;
  hit(hit_once, root_of(disk, "place"));
  std::vector<Loss> lost;
  {
    const auto store = open_store(std::make_unique<FaultHost>(hit_once));
    const auto made = value_of(store->salvage(kNow, lost));
    CHECK(value_of(made->places().all())[0].wing == "wing_0");
    CHECK(value_of(made->drawers().count()) == 12);
  }
  hit(hit_once, root_of(disk, "place_by_key"));
  lost.clear();
  const auto store = open_store(std::make_unique<FaultHost>(hit_once));
  const auto made = value_of(store->salvage(kNow, lost));
  CHECK(value_of(made->places().all())[0].wing == "recovered");
  CHECK(value_of(made->drawers().count()) == 12);
  REQUIRE_FALSE(lost.empty());
  CHECK(lost[0].table == "place");
}

TEST_CASE("a revision is never given twice") {
  FaultDisk disk = full_disk(12);
  const int64_t before = open_store(std::make_unique<FaultHost>(disk))->revision();
  hit(disk, root_of(disk, "meta"));
  std::vector<Loss> lost;
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  CHECK(value_of(store->salvage(kNow, lost))->revision() > before);
}

TEST_CASE("a host that fails says nothing of the store") {
  FaultDisk disk = full_disk(4);
  hit(disk, root_of(disk, "item"));
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  std::vector<Loss> lost;
  disk.plan({.call = 30, .answer = kHostFailed, .among = DiskCalls::kAll});
  const auto made = store->salvage(kNow, lost);
  REQUIRE_FALSE(made.ok());
  CHECK(made.error().code == ErrorCode::kStorageError);
}
