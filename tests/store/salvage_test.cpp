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

namespace {

/// Puts another page of the disk where `page` is; its checksum fits, as after a misdirected write.
void misdirect(FaultDisk& disk, size_t page, size_t other) {
  database(disk).replace((page - 1) * kPageSize, kPageSize, database(disk), (other - 1) * kPageSize,
                         kPageSize);
}

Rows saved_rows(FaultDisk disk, std::vector<Loss>& lost) {
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  const auto made = value_of(store->salvage(kNow, lost));
  CHECK(value_of(made->check(9)) == Texts());
  return rows_of(*made);
}

}  // namespace

TEST_CASE("a page of another kind in an index or a table costs no row") {
  const FaultDisk disk = full_disk(30);
  FaultDisk read = disk;
  const size_t other_index = root_of(read, "entity_by_folded");
  const size_t other_table = root_of(read, "answer");
  std::vector<Loss> lost;
  const Rows before = saved_rows(disk, lost);
  CHECK(lost.empty());
  for (const char* name : {"item_by_name", "sqlite_autoindex_event_1", "sqlite_autoindex_drawer_1",
                           "closet_by_source", "item", "event", "drawer"}) {
    for (const size_t other : {other_index, other_table}) {
      INFO(name << " by page " << other);
      FaultDisk copy = disk;
      misdirect(copy, root_of(read, name), other);
      CHECK(saved_rows(copy, lost) == before);
    }
  }
}

TEST_CASE("events keep the dates that they were given, in any spelling") {
  FaultDisk disk;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    require_ok(in_transaction(*store, [&]() -> Status {
      for (const char* date : {"2024-02-01", "2024-02-01T10:00Z", "2024-02-01 10:00"}) {
        Event event = make_event(date, "summary", "content", {});
        event.written_at = date;
        require_ok(store->put_event(event, {}));
      }
      Drawer drawer;
      drawer.name = "diary";
      drawer.place = value_of(store->intern_place("Diary", "2024-02-01"));
      drawer.text = "a room that is called like a date";
      value_of(store->put_drawer(drawer, {}));
      return Ok{};
    }));
  }
  std::vector<Loss> lost;
  const Rows before = saved_rows(disk, lost);
  hit(disk, root_of(disk, "item"));
  CHECK(saved_rows(disk, lost) == before);
}

TEST_CASE("a file that ends early is told of, and no revision comes again") {
  const FaultDisk disk = full_disk(30);
  FaultDisk read = disk;
  const size_t pages = database(read).size() / kPageSize;
  const int64_t revision = open_store(std::make_unique<FaultHost>(read))->revision();
  for (size_t kept = 2; kept < pages; kept += 5) {
    INFO(kept << " of " << pages);
    FaultDisk copy = disk;
    database(copy).resize(kept * kPageSize);
    std::vector<Loss> lost;
    const auto store = open_store(std::make_unique<FaultHost>(copy));
    const auto made = value_of(store->salvage(kNow, lost));
    CHECK(value_of(made->check(9)) == Texts());
    CHECK(made->revision() > revision);
    REQUIRE_FALSE(lost.empty());
    CHECK(std::any_of(lost.begin(), lost.end(), [&](const Loss& loss) {
      return loss.count == static_cast<int64_t>(pages - kept) && loss.table.empty();
    }));
  }
}

TEST_CASE("rows that may have been removed come back only where nothing tells, and that is said") {
  FaultDisk disk;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    require_ok(in_transaction(*store, [&]() -> Status {
      for (int i = 0; i < 200; ++i) {
        Drawer drawer;
        drawer.name = "drawer" + std::to_string(i);
        drawer.place = value_of(store->intern_place("Wing", "Room"));
        drawer.text = std::string(400, 'x');
        value_of(store->put_drawer(drawer, {}));
      }
      return Ok{};
    }));
    require_ok(in_transaction(*store, [&]() -> Status {
      for (int i = 0; i < 200; ++i) {
        const auto id = value_of(store->drawers().find("drawer" + std::to_string(i)));
        if (i % 10 != 0) value_of(store->remove_drawer(*id));
      }
      return Ok{};
    }));
  }
  FaultDisk read = disk;
  const size_t drawers = root_of(read, "drawer");
  const size_t names = root_of(read, "sqlite_autoindex_drawer_1");
  const size_t free = number_at(database(read), kFirstFreeAt);
  const auto count = [&](const std::vector<size_t>& pages, std::vector<Loss>& lost) {
    FaultDisk copy = disk;
    for (const size_t page : pages) hit(copy, page);
    const auto store = open_store(std::make_unique<FaultHost>(copy));
    const auto made = value_of(store->salvage(kNow, lost));
    CHECK(value_of(made->check(9)) == Texts());
    return value_of(made->drawers().count());
  };
  const auto is_doubted = [](const std::vector<Loss>& lost) {
    return std::any_of(lost.begin(), lost.end(), [](const Loss& loss) {
      return loss.what.find("may have been removed") != std::string::npos;
    });
  };
  for (const auto& pages : {std::vector<size_t>{1},
                            {1, names},
                            {drawers},
                            {drawers, names},
                            {drawers, free},
                            {1, drawers},
                            {names, free}}) {
    std::vector<Loss> lost;
    INFO(pages.size() << " pages, " << pages[0]);
    CHECK(count(pages, lost) == 20);
    CHECK_FALSE(is_doubted(lost));
  }
  std::vector<Loss> lost;
  CHECK(count({drawers, names, free}, lost) >= 20);
  CHECK(is_doubted(lost));
  lost.clear();
  CHECK(count({root_of(read, "place"), free}, lost) == 20);  // an index has the name of the place
  CHECK_FALSE(is_doubted(lost));
}
