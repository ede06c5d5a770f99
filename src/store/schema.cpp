// Tested by tests/store/schema_test.cpp.

#include "store/schema.h"

#include <string>

#include "base/concat.h"
#include "store/vector_table.h"

namespace loci {
namespace {

// item.id is the revision that wrote the item. The journal has a row for each revision that wrote
// items, until compact() cuts it; meta keeps the last revision that was cut.
constexpr const char* kCreateTables =
    "CREATE TABLE meta("
    "key TEXT PRIMARY KEY,"
    "value"
    ") WITHOUT ROWID;"
    "CREATE TABLE item("
    "id INTEGER PRIMARY KEY,"
    "category TEXT NOT NULL,"
    "name TEXT NOT NULL,"
    "content TEXT NOT NULL,"
    "ts TEXT NOT NULL,"
    "owner TEXT,"
    "source_conv TEXT,"
    "metadata TEXT,"
    "sequence_id TEXT,"
    "sequence_position INTEGER"
    ");"
    "CREATE UNIQUE INDEX item_by_name ON item(category, name);"
    "CREATE INDEX item_by_category ON item(category);"
    "CREATE TABLE journal("
    "revision INTEGER PRIMARY KEY,"
    "time INTEGER NOT NULL,"
    "action INTEGER NOT NULL,"
    "category TEXT NOT NULL,"
    "name TEXT NOT NULL,"
    "owner TEXT,"
    "source_conv TEXT"
    ");";

// What format 2 added: see store/answer_table.h.
constexpr const char* kCreateAnswer =
    "CREATE TABLE answer("
    "id INTEGER PRIMARY KEY,"
    "key TEXT UNIQUE NOT NULL,"
    "reply TEXT NOT NULL"
    ");";

// What format 4 added: see store/event_table.h and store/entity_table.h. What is large comes last:
// SQLite finds a column by way of all those before it. Rows of `mention` begin with the event, and
// the index with the entity.
constexpr const char* kCreateEvidence =
    "CREATE TABLE event("
    "id INTEGER PRIMARY KEY,"
    "name TEXT UNIQUE NOT NULL,"
    "written_at TEXT,"
    "summary TEXT NOT NULL,"
    "content TEXT NOT NULL"
    ");"
    "CREATE INDEX event_by_date ON event(written_at);"
    "CREATE INDEX event_without_summary ON event(id) WHERE summary = '';"
    "CREATE TABLE chunk("
    "id INTEGER PRIMARY KEY,"
    "start INTEGER NOT NULL,"
    "end INTEGER NOT NULL"
    ");"
    "CREATE TABLE entity("
    "id INTEGER PRIMARY KEY,"
    "kind INTEGER NOT NULL,"
    "name TEXT UNIQUE NOT NULL,"
    "label TEXT NOT NULL,"
    "folded TEXT NOT NULL"
    ");"
    "CREATE INDEX entity_by_folded ON entity(folded);"
    "CREATE TABLE mention("
    "event INTEGER NOT NULL,"
    "entity INTEGER NOT NULL,"
    "position INTEGER NOT NULL,"
    "PRIMARY KEY(event, entity)"
    ") WITHOUT ROWID;"
    "CREATE INDEX mention_by_entity ON mention(entity, event);";

// What format 5 added: see store/drawer.h. What is large comes last. The facts of all places are
// read from `drawer_by_place` alone.
constexpr const char* kCreatePalace =
    "CREATE TABLE place("
    "id INTEGER PRIMARY KEY,"
    "wing TEXT NOT NULL,"
    "room TEXT NOT NULL,"
    "wing_key TEXT NOT NULL,"
    "room_key TEXT NOT NULL"
    ");"
    "CREATE UNIQUE INDEX place_by_key ON place(wing_key, room_key);"
    "CREATE TABLE drawer("
    "id INTEGER PRIMARY KEY,"
    "name TEXT UNIQUE NOT NULL,"
    "place INTEGER NOT NULL,"
    "hall TEXT,"
    "source_file TEXT,"
    "chunk_index INTEGER,"
    "authored_at TEXT,"
    "filed_at TEXT,"
    "metadata TEXT,"
    "text TEXT NOT NULL"
    ");"
    "CREATE INDEX drawer_by_place ON drawer(place, hall, authored_at);"
    "CREATE INDEX drawer_by_source ON drawer(source_file, place);"
    "CREATE TABLE closet("
    "id INTEGER PRIMARY KEY,"
    "place INTEGER NOT NULL,"
    "source_file TEXT NOT NULL,"
    "text TEXT NOT NULL"
    ");"
    "CREATE UNIQUE INDEX closet_by_source ON closet(place, source_file);"
    "CREATE TABLE tunnel("
    "id INTEGER PRIMARY KEY,"
    "from_place INTEGER NOT NULL,"
    "to_place INTEGER NOT NULL,"
    "label TEXT,"
    "created_at TEXT NOT NULL"
    ");";

Status mark(Connection& connection, const char* pragma, int64_t value) {
  const std::string sql = concat({"PRAGMA ", pragma, "=", value});
  return connection.execute(sql.c_str());
}

Status create_tables(Connection& connection) {
  LOCI_ASSIGN(transaction, Transaction::begin(connection));
  LOCI_TRY(connection.execute(kCreateTables));
  LOCI_TRY(mark(connection, "application_id", kApplicationId));
  LOCI_TRY(migrate_schema(connection, 1));
  return transaction.commit();
}

}  // namespace

Result<int64_t> read_pragma(Connection& connection, const char* pragma) {
  LOCI_ASSIGN(statement, connection.prepare(concat({"PRAGMA ", pragma}).c_str()));
  LOCI_ASSIGN(row, statement.step());
  return row ? statement.column_int64(0) : 0;
}

// Format 1 had no answers, format 2 no vectors, format 3 no events, and format 4 no palace.
Status migrate_schema(Connection& connection, int64_t version) {
  if (version >= kFormatVersion) return Ok{};
  if (version < 2) LOCI_TRY(connection.execute(kCreateAnswer));
  if (version < 3) LOCI_TRY(create_vector_table(connection, "item_vector"));
  if (version < 4) {
    LOCI_TRY(connection.execute(kCreateEvidence));
    LOCI_TRY(create_vector_table(connection, "event_vector"));
    LOCI_TRY(create_vector_table(connection, "chunk_vector"));
  }
  LOCI_TRY(connection.execute(kCreatePalace));
  LOCI_TRY(create_vector_table(connection, "drawer_vector"));
  LOCI_TRY(create_vector_table(connection, "closet_vector"));
  return mark(connection, "user_version", kFormatVersion);
}

Result<int64_t> prepare_schema(Connection& connection, bool read_only) {
  LOCI_ASSIGN(tables, read_pragma(connection, "schema_version"));
  LOCI_ASSIGN(application, read_pragma(connection, "application_id"));
  LOCI_ASSIGN(version, read_pragma(connection, "user_version"));
  if (tables == 0 && application == 0 && version == 0) {
    if (read_only) return fail(ErrorCode::kReadOnly, "the store is empty and readOnly keeps it so");
    LOCI_TRY(create_tables(connection));
    return kFormatVersion;
  }
  if (application != kApplicationId) {
    return fail(ErrorCode::kUnsupportedFormat,
                "this is an SQLite database of another program; give the path of a Loci store");
  }
  if (version < 1 || version > kFormatVersion) {
    return fail(ErrorCode::kUnsupportedFormat,
                {"the store has format ", version, " and this Loci reads 1 to ", kFormatVersion,
                 "; open it with a newer Loci"});
  }
  return version;
}

}  // namespace loci
