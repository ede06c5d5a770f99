// Tested by tests/store/journal_table_test.cpp.

#include "store/journal_table.h"

namespace loci {
std::string_view name_of(JournalAction action) noexcept {
  switch (action) {
    case JournalAction::kAdd:
      return "add";
    case JournalAction::kUpdate:
      return "update";
    case JournalAction::kRemove:
      return "remove";
  }
  return "unknown";
}

Status count_import(Connection& replaced, Connection& candidate) {
  int64_t imports = 0;
  LOCI_TRY(replaced.read_integer("SELECT value FROM meta WHERE key = 'import_mark'", imports));
  LOCI_ASSIGN(count, candidate.prepare("REPLACE INTO meta VALUES('import_mark', ?1)"));
  return count.bind(1, imports + 1).run();
}

Result<JournalTable> JournalTable::open(Connection& connection) {
  JournalTable table;
  table.connection_ = &connection;
  LOCI_ASSIGN(append, connection.prepare("INSERT INTO journal VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  table.append_ = std::move(append);
  return table;
}

Status JournalTable::append(const JournalEntry& entry) {
  return append_.bind(1, entry.revision)
      .bind(2, entry.time)
      .bind(3, static_cast<int>(entry.action))
      .bind(4, entry.category)
      .bind(5, entry.name)
      .bind(6, entry.owner)
      .bind(7, entry.source_conv)
      .run();
}

Result<int64_t> JournalTable::revision() {
  int64_t last = 0;
  LOCI_TRY(connection_->read_integer(
      "SELECT max(coalesce((SELECT max(revision) FROM journal), 0),"
      " coalesce((SELECT value FROM meta WHERE key = 'trimmed_revision'), 0),"
      " coalesce((SELECT value FROM meta WHERE key = 'vector_revision'), 0),"
      " coalesce((SELECT value FROM meta WHERE key = 'event_revision'), 0),"
      " coalesce((SELECT value FROM meta WHERE key = 'palace_revision'), 0))",
      last));
  return last;
}

Status JournalTable::mark(int64_t revision, HistoryMark& out) {
  LOCI_ASSIGN(row,
              connection_->prepare(
                  "SELECT (SELECT value FROM meta WHERE key = 'vector_revision'),"
                  " (SELECT value FROM meta WHERE key = 'event_revision'),"
                  " (SELECT value FROM meta WHERE key = 'palace_revision'),"
                  " coalesce((SELECT value FROM meta WHERE key = 'import_mark'), '') || ' ' ||"
                  " coalesce((SELECT revision || ' ' || time || ' ' || action || category || ':' ||"
                  " name FROM journal WHERE revision <= ?1 ORDER BY revision DESC LIMIT 1), '')"));
  LOCI_TRY(row.bind(1, revision).step());
  out.revision = revision;
  out.vector_revision = row.column_int64(0);
  out.event_revision = row.column_int64(1);
  out.palace_revision = row.column_int64(2);
  out.lineage = row.column_text(3);
  return Ok{};
}

Result<std::vector<JournalEntry>> JournalTable::list(int64_t since, int64_t limit) {
  LOCI_ASSIGN(statement, connection_->prepare(
                             "SELECT revision, time, action, category, name, owner, source_conv"
                             " FROM journal WHERE revision > ?1 ORDER BY revision LIMIT ?2"));
  statement.bind(1, since).bind(2, limit);
  std::vector<JournalEntry> entries;
  for (;;) {
    LOCI_ASSIGN(row, statement.step());
    if (!row) return entries;
    entries.push_back({statement.column_int64(0), statement.column_int64(1),
                       static_cast<JournalAction>(statement.column_int64(2)),
                       std::string(statement.column_text(3)), std::string(statement.column_text(4)),
                       statement.column_optional_text(5), statement.column_optional_text(6)});
  }
}

Result<int64_t> JournalTable::trim(int64_t keep) {
  LOCI_ASSIGN(newest, connection_->prepare("SELECT revision FROM journal ORDER BY revision DESC"
                                           " LIMIT 1 OFFSET ?1"));
  LOCI_ASSIGN(row, newest.bind(1, keep).step());
  if (!row) return 0;
  const int64_t cut_to = newest.column_int64(0);
  newest.reset();
  LOCI_ASSIGN(mark,
              connection_->prepare(
                  "REPLACE INTO meta VALUES('trimmed_revision', max(?1, coalesce((SELECT value"
                  " FROM meta WHERE key = 'trimmed_revision'), 0)))"));
  LOCI_TRY(mark.bind(1, cut_to).run());
  LOCI_ASSIGN(cut, connection_->prepare("DELETE FROM journal WHERE revision <= ?1"));
  LOCI_TRY(cut.bind(1, cut_to).run());
  return connection_->changes();
}

}  // namespace loci
