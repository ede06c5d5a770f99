// Pages, cells and records read without SQLite, held against what SQLite says; and bytes that mean
// nothing.

#include "store/salvage_pages.h"

#include <catch_amalgamated.hpp>
#include <random>

#include "support/fault_host.h"
#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

/// Every row of a table, `id` and its two columns, as SQLite gives it and as its pages hold it.
struct Rows {
  Texts by_sqlite;
  Texts by_pages;
};

std::string text_of(const SalvagedValue& value) {
  if (value.type == SalvagedValue::kInteger) return std::to_string(value.integer);
  return value.type == SalvagedValue::kNull ? "null" : std::string(value.bytes);
}

/// A table filled by `fill` with integers and texts.
Rows rows_after(const char* fill) {
  FaultDisk disk;
  Rows rows;
  {
    auto db = value_of(Connection::open(std::make_unique<FaultHost>(disk), {}));
    require_ok(db->execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b)"));
    require_ok(db->execute(fill));
    auto all = value_of(db->prepare("SELECT id || ' ' || coalesce(a, 'null') || ' ' || b FROM t"));
    while (value_of(all.step())) rows.by_sqlite.emplace_back(all.column_text(0));
  }
  FaultHost host(disk);
  SalvagedPages pages(host);
  require_ok(pages.open());
  SalvagedPage page;
  SalvagedPage::Cell cell;
  std::vector<SalvagedValue> values;
  for (int64_t number = 2; number <= pages.count(); ++number) {
    REQUIRE(value_of(pages.read(number, page)));
    if (pages.was_met(number) || page.kind() != SalvagedPage::kLeafTable) continue;
    for (int i = 0; i < page.cell_count(); ++i) {
      REQUIRE(page.read_cell(i, cell));
      const std::string payload = value_of(pages.payload(cell));
      REQUIRE(read_record(payload, values));
      rows.by_pages.push_back(std::to_string(cell.rowid) + " " + text_of(values[1]) + " " +
                              text_of(values[2]));
    }
  }
  std::sort(rows.by_sqlite.begin(), rows.by_sqlite.end());
  std::sort(rows.by_pages.begin(), rows.by_pages.end());
  return rows;
}

}  // namespace

TEST_CASE("integers of every size, texts, and nothing are read as SQLite wrote them") {
  const Rows rows = rows_after(
      "INSERT INTO t VALUES(1, 0, 'x'), (2, 1, ''), (3, -1, 'y'), (4, 127, 'z'), (5, -32768, 'a'),"
      " (6, 8388607, 'b'), (7, -2147483648, 'c'), (8, 140737488355327, 'd'),"
      " (9, 9223372036854775807, 'e'), (-9223372036854775808, -9223372036854775808, 'f'),"
      " (10, NULL, 'g'), (300, 300, 'h'), (70000, 70000, 'i')");
  CHECK(rows.by_sqlite.size() == 13);
  CHECK(rows.by_pages == rows.by_sqlite);
}

TEST_CASE("texts that go on in other pages are read to their end, at every length near a page's") {
  std::string fill = "INSERT INTO t VALUES(1, 1, 'x')";
  for (const int size : {470,  471,  3900, 4040, 4041, 4042, 4043, 4044, 4045, 4046, 4047,
                         4048, 4049, 4050, 4051, 4052, 4053, 4054, 4055, 4060, 4100, 8130,
                         8131, 8132, 8133, 8134, 8135, 8136, 8500, 8600, 50000}) {
    fill += ", (" + std::to_string(size) + ", 2, '" + std::string(size, 'a') + "')";
  }
  const Rows rows = rows_after(fill.c_str());
  CHECK(rows.by_pages == rows.by_sqlite);
}

TEST_CASE("free pages count as met") {
  const Rows rows = rows_after(
      "INSERT INTO t VALUES(1, 1, zeroblob(90000));"
      "INSERT INTO t VALUES(2, 1, zeroblob(90000));"
      "INSERT INTO t VALUES(3, 3, 'kept');"
      "INSERT INTO t SELECT id + 10, a, hex(zeroblob(1500)) FROM t;"
      "DELETE FROM t WHERE id <> 3");
  CHECK(rows.by_pages == Texts{"3 3 kept"});
}

TEST_CASE("no page and no record of random bytes is read outside of itself") {
  std::mt19937 random(11);
  SalvagedPage page;
  SalvagedPage::Cell cell;
  std::vector<SalvagedValue> values;
  int cells = 0;
  for (int round = 0; round < 4000; ++round) {
    for (unsigned char& byte : page.bytes) byte = static_cast<unsigned char>(random());
    page.number = 1 + round % 2;
    constexpr unsigned char kKinds[] = {2, 5, 10, 13};
    page.bytes[page.number == 1 ? 100 : 0] = kKinds[random() % 4];
    for (int i = 0; i < page.cell_count(); ++i) {
      if (!page.read_cell(i, cell)) continue;
      ++cells;
      (void)read_record(std::string(cell.payload), values);
      for (const SalvagedValue& value : values) CHECK(value.bytes.size() <= cell.payload.size());
    }
  }
  CHECK(cells > 1000);
  for (size_t size = 0; size < 40; ++size) {
    std::string record(size, '\0');
    for (char& byte : record) byte = static_cast<char>(random() % 20);
    (void)read_record(record, values);
  }
}
