// Tested by tests/store/closet_table_test.cpp.

#include "store/closet_table.h"

namespace loci {
namespace {

ClosetTable::Row read_row(const Statement& row) {
  return {row.column_int64(0), row.column_int64(1), row.column_text(2), row.column_text(3)};
}

}  // namespace

ClosetTable::ClosetTable(Connection& connection, int64_t format_version)
    : connection_(&connection), present_(format_version >= 5) {}

Status ClosetTable::insert(const Closet& closet) {
  LOCI_TRY(connection_->prepare_once(insert_, "INSERT INTO closet VALUES(?1, ?2, ?3, ?4)"));
  return insert_.bind(1, closet.id)
      .bind(2, closet.place)
      .bind(3, closet.source_file)
      .bind(4, closet.text)
      .run();
}

Status ClosetTable::remove(int64_t id) {
  LOCI_TRY(connection_->prepare_once(remove_, "DELETE FROM closet WHERE id = ?1"));
  return remove_.bind(1, id).run();
}

Result<std::optional<int64_t>> ClosetTable::find(int64_t place, std::string_view source_file) {
  std::optional<int64_t> id;
  if (!present_) return id;
  LOCI_TRY(connection_->prepare_once(
      find_, "SELECT id FROM closet WHERE place = ?1 AND source_file = ?2"));
  const StatementRun run(find_);
  LOCI_ASSIGN(row, find_.bind(1, place).bind(2, source_file).step());
  if (row) id = find_.column_int64(0);
  return id;
}

Result<std::optional<Closet>> ClosetTable::get(int64_t id) {
  std::optional<Closet> closet;
  if (!present_) return closet;
  LOCI_TRY(connection_->prepare_once(
      get_, "SELECT id, place, source_file, text FROM closet WHERE id = ?1"));
  const StatementRun run(get_);
  LOCI_ASSIGN(found, get_.bind(1, id).step());
  if (!found) return closet;
  const Row row = read_row(get_);
  closet = {row.id, row.place, std::string(row.source_file), std::string(row.text)};
  return closet;
}

Status ClosetTable::scan(int64_t after, Visit visit) {
  if (!present_) return Ok{};
  LOCI_ASSIGN(rows, connection_->prepare("SELECT id, place, source_file, text FROM closet"
                                         " WHERE id > ?1 ORDER BY id"));
  rows.bind(1, after);
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return Ok{};
    LOCI_TRY(visit(read_row(rows)));
  }
}

Result<int64_t> ClosetTable::count() {
  int64_t count = 0;
  if (present_) LOCI_TRY(connection_->read_integer("SELECT count(*) FROM closet", count));
  return count;
}

}  // namespace loci
