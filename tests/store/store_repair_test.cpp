// Whatever page of a store is hit, repair makes it sound again, with every row of which no page was
// hit.

#include <catch_amalgamated.hpp>
#include <set>

#include "store/checksum.h"
#include "store/salvage.h"
#include "support/full_store.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kTexts = 24;

void flip(FaultDisk& disk, size_t at) {
  std::string& database = disk.now.at(StoreFile::kDatabase);
  database[at] = static_cast<char>(database[at] ^ 4);
}

/// Which pages each row of the tables with ids stands on, by `table id`.
class PageMap {
 public:
  explicit PageMap(const FaultDisk& disk) : disk_(disk), host_(disk_), pages_(host_) {
    require_ok(pages_.open());
    for (int64_t number = 1; number <= pages_.count(); ++number) read(number);
    auto store = open_store(std::make_unique<FaultHost>(disk_));
    auto roots = value_of(store->connection().prepare(
        "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'"));
    while (value_of(roots.step())) follow(std::string(roots.column_text(0)), roots.column_int64(1));
  }

  /// Whether a row may be gone where `page` was hit: it stands on it, or that to which it belongs.
  bool may_go(const std::string& row, int64_t page) const {
    if (is_on(row, page)) return true;
    const std::string table = row.substr(0, row.find(' '));
    const std::string rest = row.substr(row.find(' ') + 1);
    const auto event = [&](int64_t id) { return is_on("event " + std::to_string(id), page); };
    if (table.ends_with("_vector"))
      return is_on(table.substr(0, table.size() - 7) + " " + rest, page);
    if (table == "place") return true;  // with its last drawer; check() finds a drawer without
    if (table == "chunk") return event(event_of_chunk(std::stoll(rest)));
    if (table == "mention")
      return event(std::stoll(rest)) || is_on("entity " + rest.substr(rest.find(' ') + 1), page);
    return false;
  }

 private:
  bool is_on(const std::string& row, int64_t page) const {
    const auto found = rows_.find(row);
    return found != rows_.end() && found->second.count(page) > 0;
  }

  void read(int64_t number) { REQUIRE(value_of(pages_.read(number, page_))); }

  void follow(const std::string& table, int64_t number) {
    read(number);
    const SalvagedPage page = page_;
    SalvagedPage::Cell cell;
    if (page.kind() == SalvagedPage::kInnerTable) follow(table, page.last_child());
    for (int i = 0; i < page.cell_count(); ++i) {
      REQUIRE(page.read_cell(i, cell));
      if (page.kind() == SalvagedPage::kInnerTable) {
        follow(table, cell.child);
      } else if (page.kind() == SalvagedPage::kLeafTable) {
        note(table, number, cell);
      }
    }
  }

  void note(const std::string& table, int64_t number, const SalvagedPage::Cell& cell) {
    std::vector<SalvagedValue> values;
    const std::string payload(cell.payload);
    const bool is_vector = table.find("_vector") != table.npos;
    REQUIRE((!is_vector || read_record(payload, values)));
    const int64_t id = is_vector ? values[1].integer : cell.rowid;
    std::set<int64_t>& pages = rows_[table + " " + std::to_string(id)];
    pages.insert(number);
    for (int64_t next = cell.overflow; next != 0;) {
      pages.insert(next);
      read(next);
      next = 0;
      for (int i = 0; i < 4; ++i) next = next << 8 | page_.bytes[i];
    }
  }

  FaultDisk disk_;
  FaultHost host_;
  SalvagedPages pages_;
  SalvagedPage page_;
  std::map<std::string, std::set<int64_t>> rows_;
};

/// Repairs what is on the disk; the rows that it has then.
Rows repaired(FaultDisk& disk, std::vector<Loss>& lost) {
  auto opened = Store::open(std::make_unique<FaultHost>(disk), {});
  if (!opened.ok()) FAIL("cannot be opened: " << opened.error().message);
  auto store = std::move(opened.value());
  const int64_t before = store->revision();
  require_ok(store->repair(kNow, lost));
  CHECK_FALSE(store->damage());
  CHECK(value_of(store->check(9)) == Texts());
  CHECK(store->revision() > before);
  store.reset();
  auto again = open_store(std::make_unique<FaultHost>(disk));
  CHECK(value_of(again->check(9)) == Texts());
  return rows_of(*again);
}

}  // namespace

TEST_CASE("a sound store is the same after a repair") {
  FaultDisk disk = full_disk(kTexts);
  const Rows before = rows_of(*open_store(std::make_unique<FaultHost>(disk)));
  std::vector<Loss> lost;
  CHECK(repaired(disk, lost) == before);
  CHECK(lost.empty());
}

TEST_CASE("whatever page is hit, a repair keeps all rows that do not stand on it") {
  const FaultDisk sound = full_disk(kTexts);
  FaultDisk copy = sound;
  const Rows before = rows_of(*open_store(std::make_unique<FaultHost>(copy)));
  const PageMap map(sound);
  const auto pages = static_cast<int64_t>(sound.now.files[0].size() / kPageSize);
  REQUIRE(pages > 80);
  for (int64_t page = 1; page <= pages; ++page) {
    for (const int64_t offset : {33, 2500}) {
      INFO("byte " << offset << " of page " << page);
      FaultDisk disk = sound;
      flip(disk, (page - 1) * kPageSize + offset);
      std::vector<Loss> lost;
      const Rows after = repaired(disk, lost);
      Texts wrong;
      for (const auto& [row, value] : before) {
        const auto found = after.find(row);
        const bool kept = found != after.end();
        if (!kept && !map.may_go(row, page)) wrong.push_back(row + " is gone");
        if (kept && found->second != value && !row.starts_with("place ")) wrong.push_back(row);
      }
      for (const auto& [row, value] : after) {
        if (before.count(row) == 0) wrong.push_back(row + " came from nowhere");
      }
      CHECK(wrong == Texts());
    }
  }
}
