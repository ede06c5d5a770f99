// Tested by tests/store/drawer_table_test.cpp.

#include "store/drawer_table.h"

#include "base/concat.h"

namespace loci {
namespace {

#define LOCI_DRAWER_FIELDS \
  "id, name, place, hall, source_file, chunk_index, authored_at, filed_at, metadata"
#define LOCI_DRAWER_COLUMNS LOCI_DRAWER_FIELDS ", text"

// The index holds the rows of a place side by side, so that what is asked of a place reads no text.
#define LOCI_BY_PLACE                                      \
  " FROM drawer INDEXED BY drawer_by_place WHERE place IN" \
  " (SELECT id FROM place WHERE (?1 = '' OR wing_key = ?1) AND (?2 = '' OR room_key = ?2))"

std::optional<std::string> copy_of(std::string_view text) {
  if (text.data() == nullptr) return std::nullopt;
  return std::string(text);
}

Statement& bind_fields(Statement& statement, const Drawer& drawer) {
  statement.bind(1, drawer.id).bind(2, drawer.place).bind(3, drawer.hall);
  statement.bind(4, drawer.source_file).bind(6, drawer.authored_at).bind(7, drawer.filed_at);
  statement.bind(8, drawer.metadata);
  return drawer.chunk_index ? statement.bind(5, *drawer.chunk_index) : statement.bind(5, nullptr);
}

}  // namespace

Drawer copy_of(const DrawerRow& row) {
  return {row.id,
          std::string(row.name),
          row.place,
          std::string(row.text),
          copy_of(row.hall),
          copy_of(row.source_file),
          row.chunk_index,
          copy_of(row.authored_at),
          copy_of(row.filed_at),
          copy_of(row.metadata)};
}

DrawerTable::DrawerTable(Connection& connection, int64_t format_version)
    : connection_(&connection), present_(format_version >= 5) {}

Status DrawerTable::insert(const Drawer& drawer) {
  LOCI_TRY(connection_->prepare_once(insert_, "INSERT INTO drawer(" LOCI_DRAWER_COLUMNS
                                              ") VALUES(?1,?9,?2,?3,?4,?5,?6,?7,?8,?10)"));
  return bind_fields(insert_, drawer).bind(9, drawer.name).bind(10, drawer.text).run();
}

Status DrawerTable::update(const Drawer& drawer) {
  LOCI_TRY(connection_->prepare_once(
      update_,
      "UPDATE drawer SET place = ?2, hall = ?3, source_file = ?4, chunk_index = ?5,"
      " authored_at = ?6, filed_at = ?7, metadata = ?8 WHERE id = ?1"));
  return bind_fields(update_, drawer).run();
}

Status DrawerTable::remove(int64_t id) {
  LOCI_TRY(connection_->prepare_once(remove_, "DELETE FROM drawer WHERE id = ?1"));
  return remove_.bind(1, id).run();
}

Result<std::optional<int64_t>> DrawerTable::find(std::string_view name) {
  std::optional<int64_t> id;
  if (!present_) return id;
  LOCI_TRY(connection_->prepare_once(find_, "SELECT id FROM drawer WHERE name = ?1"));
  const StatementRun run(find_);
  LOCI_ASSIGN(row, find_.bind(1, name).step());
  if (row) id = find_.column_int64(0);
  return id;
}

DrawerRow DrawerTable::read_row(const Statement& row) {
  DrawerRow drawer{row.column_int64(0), row.column_text(1), row.column_int64(2), row.column_text(3),
                   row.column_text(4),  std::nullopt,       row.column_text(6),  row.column_text(7),
                   row.column_text(8),  row.column_text(9)};
  if (!row.is_null(5)) drawer.chunk_index = row.column_int64(5);
  return drawer;
}

Result<bool> DrawerTable::show(int64_t id, Visit visit) {
  if (!present_) return false;
  LOCI_TRY(
      connection_->prepare_once(show_, "SELECT " LOCI_DRAWER_COLUMNS " FROM drawer WHERE id = ?1"));
  const StatementRun run(show_);
  LOCI_ASSIGN(row, show_.bind(1, id).step());
  if (row) LOCI_TRY(visit(read_row(show_)));
  return row;
}

Result<Drawer> DrawerTable::get(int64_t id) {
  Drawer drawer;
  LOCI_ASSIGN(exists, show(id, [&](const DrawerRow& row) -> Status {
                drawer = copy_of(row);
                return Ok{};
              }));
  if (exists) return drawer;
  return fail(ErrorCode::kStoreDamaged, {"drawer ", id, " is missing from the store; run check"});
}

Status DrawerTable::scan(int64_t after, Visit visit) {
  return show_all("SELECT " LOCI_DRAWER_COLUMNS " FROM drawer WHERE id > ?1 ORDER BY id", after,
                  visit);
}

Status DrawerTable::each_without_text(Visit visit) {
  return show_all("SELECT " LOCI_DRAWER_FIELDS ", '' FROM drawer WHERE id > ?1 ORDER BY id", 0,
                  visit);
}

Status DrawerTable::show_all(const char* sql, int64_t after, Visit visit) {
  if (!present_) return Ok{};
  LOCI_ASSIGN(rows, connection_->prepare(sql));
  rows.bind(1, after);
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return Ok{};
    LOCI_TRY(visit(read_row(rows)));
  }
}

// Halls take half of the time, so who counts does without.
Status DrawerTable::each_fact(Facts facts, VisitFact visit) {
  if (!present_) return Ok{};
  const char* const sql =
      facts == Facts::kPlaces
          ? "SELECT place, NULL, count(*), NULL, min(id)"
            " FROM drawer INDEXED BY drawer_by_place GROUP BY place"
          : "SELECT place, hall, count(*), substr(max(authored_at), 1, 10), min(id)"
            " FROM drawer INDEXED BY drawer_by_place GROUP BY place, hall";
  LOCI_ASSIGN(rows, connection_->prepare(sql));
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return Ok{};
    visit({rows.column_int64(0), rows.column_text(1), rows.column_int64(2), rows.column_text(3),
           rows.column_int64(4)});
  }
}

Result<std::vector<int64_t>> DrawerTable::list(const PlaceKeys& keys, int64_t limit,
                                               int64_t offset) {
  std::vector<int64_t> ids;
  if (!present_) return ids;
  LOCI_ASSIGN(rows,
              connection_->prepare("SELECT id" LOCI_BY_PLACE " ORDER BY id LIMIT ?3 OFFSET ?4"));
  rows.bind(1, keys.wing).bind(2, keys.room).bind(3, limit).bind(4, offset);
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return ids;
    ids.push_back(rows.column_int64(0));
  }
}

Result<int64_t> DrawerTable::count(const PlaceKeys& keys) {
  if (!present_) return 0;
  LOCI_ASSIGN(row, connection_->prepare("SELECT count(*)" LOCI_BY_PLACE));
  LOCI_TRY(row.bind(1, keys.wing).bind(2, keys.room).step());
  return row.column_int64(0);
}

Result<int64_t> DrawerTable::count() {
  int64_t count = 0;
  if (present_) LOCI_TRY(connection_->read_integer("SELECT count(*) FROM drawer", count));
  return count;
}

Result<bool> DrawerTable::has_any(int64_t place, const std::optional<std::string>& source_file) {
  if (!present_) return false;
  LOCI_TRY(connection_->prepare_once(
      has_any_,
      "SELECT CASE WHEN ?2 IS NULL THEN EXISTS (SELECT 1 FROM drawer WHERE place = ?1) ELSE"
      " EXISTS (SELECT 1 FROM drawer WHERE source_file = ?2 AND place = ?1) END"));
  const StatementRun run(has_any_);
  LOCI_TRY(has_any_.bind(1, place).bind(2, source_file).step());
  return has_any_.column_int64(0) != 0;
}

}  // namespace loci
