// Tested by tests/store/event_table_test.cpp.

#include "store/event_table.h"

#include "base/concat.h"
#include "base/utf8.h"

namespace loci {
namespace {

#define LOCI_EVENT_COLUMNS "id, name, written_at, summary, content"
#define LOCI_HAS_CHUNKS "EXISTS(SELECT 1 FROM chunk WHERE chunk.id = event.id * 65536)"
static_assert(kMostChunks == 65536);

}  // namespace

EventTable::EventTable(Connection& connection, int64_t format_version)
    : connection_(&connection), present_(format_version >= 4) {}

Status EventTable::insert(const Event& event) {
  LOCI_TRY(connection_->prepare_once(
      insert_, "INSERT INTO event(" LOCI_EVENT_COLUMNS ") VALUES(?1,?2,?3,?4,?5)"));
  insert_.bind(1, event.id).bind(2, event.name).bind(3, event.written_at);
  LOCI_TRY(insert_.bind(4, event.summary).bind(5, event.content).run());
  return insert_chunks(event.id, event.content);
}

Status EventTable::insert_chunks(int64_t id, std::string_view content) {
  LOCI_TRY(connection_->prepare_once(insert_chunk_, "INSERT INTO chunk VALUES(?1, ?2, ?3)"));
  int64_t number = 0;
  for (const ChunkRange& range : chunk_ranges(utf8::count_code_points(content))) {
    insert_chunk_.bind(1, chunk_id(id, number++)).bind(2, range.start).bind(3, range.end);
    LOCI_TRY(insert_chunk_.run());
  }
  return Ok{};
}

Status EventTable::set_written_at(int64_t id, const std::optional<std::string>& written_at) {
  LOCI_ASSIGN(update, connection_->prepare("UPDATE event SET written_at = ?2 WHERE id = ?1"));
  return update.bind(1, id).bind(2, written_at).run();
}

Status EventTable::remove(int64_t id) {
  LOCI_TRY(connection_->prepare_once(remove_, "DELETE FROM event WHERE id = ?1"));
  LOCI_TRY(
      connection_->prepare_once(remove_chunks_, "DELETE FROM chunk WHERE id >= ?1 AND id < ?2"));
  LOCI_TRY(remove_.bind(1, id).run());
  return remove_chunks_.bind(1, chunk_id(id, 0)).bind(2, chunk_id(id + 1, 0)).run();
}

Result<std::optional<int64_t>> EventTable::find(std::string_view name) {
  std::optional<int64_t> id;
  if (!present_) return id;
  LOCI_TRY(connection_->prepare_once(find_, "SELECT id FROM event WHERE name = ?1"));
  const StatementRun run(find_);
  LOCI_ASSIGN(row, find_.bind(1, name).step());
  if (row) id = find_.column_int64(0);
  return id;
}

// What an expression asks of the content SQLite would have to read twice.
EventText EventTable::read_text(const Statement& row) {
  EventText event{row.column_int64(0), row.column_text(1), std::nullopt,
                  row.column_text(3),  row.column_text(4), row.column_int64(5) != 0};
  if (!row.is_null(2)) event.written_at = row.column_text(2);
  if (event.content.empty()) event.has_chunks = true;
  return event;
}

Result<bool> EventTable::show(int64_t id, Visit visit) {
  if (!present_) return false;
  LOCI_TRY(connection_->prepare_once(
      show_, "SELECT " LOCI_EVENT_COLUMNS ", " LOCI_HAS_CHUNKS " FROM event WHERE id = ?1"));
  const StatementRun run(show_);
  LOCI_ASSIGN(row, show_.bind(1, id).step());
  if (row) LOCI_TRY(visit(read_text(show_)));
  return row;
}

Result<Event> EventTable::get(int64_t id) {
  Event event;
  LOCI_ASSIGN(exists, show(id, [&](const EventText& text) -> Status {
                event.id = text.id;
                event.name = text.name;
                event.written_at = text.written_at;
                event.summary = text.summary;
                event.content = text.content;
                return Ok{};
              }));
  if (exists) return event;
  return fail(ErrorCode::kStoreDamaged, {"event ", id, " is missing from the store; run check"});
}

Status EventTable::scan(int64_t after, Visit visit) {
  if (!present_) return Ok{};
  LOCI_ASSIGN(rows, connection_->prepare("SELECT " LOCI_EVENT_COLUMNS ", " LOCI_HAS_CHUNKS
                                         " FROM event WHERE id > ?1 ORDER BY id"));
  rows.bind(1, after);
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return Ok{};
    LOCI_TRY(visit(read_text(rows)));
  }
}

Status EventTable::each_date(VisitDate visit) {
  if (!present_) return Ok{};
  LOCI_ASSIGN(rows,
              connection_->prepare("SELECT id, written_at FROM event INDEXED BY event_by_date"));
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return Ok{};
    std::optional<std::string_view> written_at;
    if (!rows.is_null(1)) written_at = rows.column_text(1);
    visit(rows.column_int64(0), written_at);
  }
}

Status EventTable::each_name(std::string_view lower, std::string_view upper, VisitName visit) {
  if (!present_) return Ok{};
  LOCI_ASSIGN(rows, connection_->prepare("SELECT id, name FROM event"
                                         " WHERE name >= ?1 AND name < ?2 ORDER BY name"));
  rows.bind(1, lower).bind(2, upper);
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return Ok{};
    visit(rows.column_int64(0), rows.column_text(1));
  }
}

Result<int64_t> EventTable::count() { return read_count("SELECT count(*) FROM event"); }

// An index knows the empty ones, so that no text is read.
Result<int64_t> EventTable::summary_count() {
  return read_count(
      "SELECT (SELECT count(*) FROM event)"
      " - (SELECT count(*) FROM event WHERE summary = '')");
}

Result<int64_t> EventTable::chunk_count() { return read_count("SELECT count(*) FROM chunk"); }

Result<int64_t> EventTable::read_count(const char* sql) {
  int64_t count = 0;
  if (present_) LOCI_TRY(connection_->read_integer(sql, count));
  return count;
}

Result<std::vector<ChunkRange>> EventTable::chunks(int64_t id) {
  std::vector<ChunkRange> chunks;
  if (!present_) return chunks;
  LOCI_TRY(connection_->prepare_once(
      chunks_, "SELECT start, end FROM chunk WHERE id >= ?1 AND id < ?2 ORDER BY id"));
  const StatementRun run(chunks_);
  chunks_.bind(1, chunk_id(id, 0)).bind(2, chunk_id(id + 1, 0));
  for (;;) {
    LOCI_ASSIGN(row, chunks_.step());
    if (!row) return chunks;
    chunks.push_back({static_cast<uint32_t>(chunks_.column_int64(0)),
                      static_cast<uint32_t>(chunks_.column_int64(1))});
  }
}

}  // namespace loci
