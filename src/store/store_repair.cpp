// A damaged store, written anew from what can be read. Tested by tests/store/store_repair_test.cpp
// and tests/engine_repair_test.cpp.

#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "base/json.h"
#include "store/memory_host.h"
#include "store/row_rules.h"
#include "store/salvage.h"
#include "store/store.h"

namespace loci {
namespace {

// The last revision that anything tells of.
constexpr const char* kReadRevisions[] = {
    "SELECT max(id) FROM item",
    "SELECT max(id) FROM event",
    "SELECT max(id) FROM drawer",
    "SELECT max(id) FROM closet",
    "SELECT max(id) FROM tunnel",
    "SELECT max(id) FROM place",
    "SELECT max(revision) FROM journal",
    "SELECT max(value) FROM meta WHERE key IN ('event_revision', 'palace_revision')",
    "SELECT max(value) FROM meta WHERE key IN ('trimmed_revision', 'vector_revision')"};

// Where the counts themselves are lost, revisions go on behind all that may have been counted.
constexpr int64_t kUncounted = 1 << 20;

// A repair is a revision that may have written anything but items. Of those the journal tells, and
// where it has lost its end, that counts as cut.
constexpr char kWriteRevision[] =
    "REPLACE INTO meta VALUES('vector_revision', ?1), ('event_revision', ?1),"
    " ('palace_revision', ?1)";
constexpr char kCutJournal[] =
    "REPLACE INTO meta SELECT 'trimmed_revision', max(last, coalesce((SELECT value FROM meta"
    " WHERE key = 'trimmed_revision'), 0)) FROM (SELECT max(id) AS last FROM item)"
    " WHERE last > coalesce((SELECT max(revision) FROM journal), 0)";

// The time is a mark that no import has had before.
constexpr char kMark[] =
    "REPLACE INTO meta VALUES('import_mark', max(?1, coalesce((SELECT value + 1 FROM meta"
    " WHERE key = 'import_mark'), ?1)))";

// What lies in a place of which nothing tells the names any more stays together.
#define LOCI_NAME_PLACES(table)                                                               \
  "INSERT OR IGNORE INTO place SELECT place, 'recovered', 'place ' || place, 'recovered',"    \
  " 'place_' || place FROM " table " WHERE NOT EXISTS (SELECT 1 FROM place WHERE id = " table \
  ".place)"

// Where nothing tells the width of vectors, the first of them does.
constexpr const char* kWidths[] = {
    "INSERT OR IGNORE INTO meta SELECT 'embedding_width', length(embedding) / 4 FROM item_vector"
    " LIMIT 1",
    "INSERT OR IGNORE INTO meta SELECT 'embedding_width', length(embedding) / 4 FROM event_vector"
    " LIMIT 1",
    "INSERT OR IGNORE INTO meta SELECT 'embedding_width', length(embedding) / 4 FROM chunk_vector"
    " LIMIT 1",
    "INSERT OR IGNORE INTO meta SELECT 'embedding_width', length(embedding) / 4 FROM drawer_vector"
    " LIMIT 1",
    "INSERT OR IGNORE INTO meta SELECT 'embedding_width', length(embedding) / 4 FROM closet_vector"
    " LIMIT 1"};

/// Runs a statement that changes rows of `table`, and notes how many.
Status cure(Connection& connection, const std::string& sql, const char* table, const char* what,
            std::vector<Loss>& lost) {
  LOCI_TRY(connection.execute(sql.c_str()));
  const int rows = connection.changes();
  if (rows > 0) lost.push_back({table, rows, what});
  return Ok{};
}

Status cure_json(Connection& connection, const JsonRule& rule) {
  std::vector<int64_t> broken;
  LOCI_ASSIGN(rows, connection.prepare(rule.sql));
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) break;
    if (!is_json_object(rows.column_text(1))) broken.push_back(rows.column_int64(0));
  }
  LOCI_ASSIGN(cure, connection.prepare(rule.cure));
  for (const int64_t id : broken) LOCI_TRY(cure.bind(1, id).run());
  return Ok{};
}

}  // namespace

Result<std::unique_ptr<Store>> Store::salvage(int64_t now, std::vector<Loss>& lost) {
  LOCI_ASSIGN(copy, connection_->copy_unless_log_is_empty());
  LOCI_ASSIGN(made, open(std::make_unique<MemoryHost>(), {}));
  LOCI_ASSIGN(transaction, Transaction::begin(*made->connection_));
  Salvage salvage((copy ? *copy : *connection_).host(), *made->connection_);
  LOCI_TRY(salvage.run());
  const int64_t known = revision_ + (salvage.counts_are_lost() ? kUncounted : 0);
  LOCI_TRY(made->count_repair(known, now));
  LOCI_TRY(made->mend(lost));
  LOCI_TRY(salvage.report(lost));
  LOCI_TRY(made->connection_->execute("DROP TABLE known; DROP TABLE IF EXISTS latest"));
  LOCI_TRY(transaction.commit());
  return std::move(made);
}

Status Store::count_repair(int64_t known, int64_t now) {
  int64_t last = known;
  for (const char* sql : kReadRevisions) {
    int64_t read = 0;
    LOCI_TRY(connection_->read_integer(sql, read));
    last = std::max(last, read);
  }
  revision_ = last + 1;
  LOCI_ASSIGN(write, connection_->prepare(kWriteRevision));
  LOCI_TRY(write.bind(1, revision_).run());
  LOCI_TRY(connection_->execute(kCutJournal));
  LOCI_ASSIGN(mark, connection_->prepare(kMark));
  return mark.bind(1, now).run();
}

// Makes rows keep the rules, and writes anew what is derived from others.
Status Store::mend(std::vector<Loss>& lost) {
  Connection& connection = *connection_;
  LOCI_TRY(cure(connection, LOCI_NAME_PLACES("drawer"), "place",
                "have lost their names; their drawers are now in the wing 'recovered'", lost));
  LOCI_TRY(cure(connection, LOCI_NAME_PLACES("closet"), "place",
                "have lost their names; their closets are now in the wing 'recovered'", lost));
  for (const RowRule& rule : row_rules()) {
    const std::string what =
        rule.cure != nullptr ? std::string(rule.cure) : concat({"DELETE FROM ", rule.table});
    LOCI_TRY(cure(connection, concat({what, " WHERE ", rule.broken}), rule.table,
                  "belong to nothing that could be read, or break a rule", lost));
  }
  for (const JsonRule& rule : json_rules()) LOCI_TRY(cure_json(connection, rule));
  LOCI_TRY(events_->scan(
      0, [&](const EventText& event) { return events_->insert_chunks(event.id, event.content); }));
  for (const char* sql : kWidths) LOCI_TRY(connection.execute(sql));
  std::vector<std::string> wrong;
  LOCI_TRY(check_vectors(SIZE_MAX, wrong, /*drop=*/true));
  return vectors_->drop_unused_stamp();
}

Status Store::repair(int64_t now, std::vector<Loss>& lost) {
  LOCI_ASSIGN(made, salvage(now, lost));
  made->forget_tables();
  Host& host = connection_->host();
  if (!host.durable() && !host.atomic()) {
    forget_tables();
    LOCI_TRY(connection_->replace_by(*made->connection_));
    return prepare();
  }
  const auto replace = [&] { return connection_->replace_by(*made->connection_); };
  Status replaced = with_reserve(*connection_, StatusWork(replace));
  Status reopened = reopen();
  return replaced.ok() ? std::move(reopened) : std::move(replaced);
}

}  // namespace loci
