#include <sqlite3.h>

#include <string>

#include "base/concat.h"
#include "store/connection.h"

// A table's other name, without ALTER TABLE, which would be 14 KB of the module: it looks for the
// name in views, triggers and constraints, of which a store has none. What a table is called says
// its row in the schema, and so does that of an index that stands for UNIQUE.
//
// Tested by tests/store/connection_test.cpp and vector_tables_test.cpp.

namespace loci {
namespace {

constexpr char kRename[] =
    "UPDATE sqlite_schema SET name = replace(name, ?1, ?2), tbl_name = ?2,"
    " sql = replace(sql, ?1, ?2) WHERE tbl_name = ?1";

/// Another version of the schema makes SQLite read it anew, also after a rollback. It notices when
/// a statement is run, not when one is compiled that needs the old name to be free.
Status count_schema(Connection& connection) {
  int64_t version = 0;
  LOCI_TRY(connection.read_integer("PRAGMA schema_version", version));
  LOCI_TRY(connection.execute(concat({"PRAGMA schema_version=", version + 1}).c_str()));
  return connection.execute("SELECT 1 FROM sqlite_schema");
}

}  // namespace

Status Connection::rename_table(std::string_view from, std::string_view to) {
  const auto rename = [&]() -> Status {
    LOCI_ASSIGN(update, prepare(kRename));
    LOCI_TRY(update.bind(1, from).bind(2, to).run());
    return count_schema(*this);
  };
  allow_schema_writes(true);
  Status renamed = rename();
  allow_schema_writes(false);
  return renamed;
}

void Connection::allow_schema_writes(bool allowed) {
  sqlite3_db_config(database_, SQLITE_DBCONFIG_DEFENSIVE, allowed ? 0 : 1, nullptr);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_WRITABLE_SCHEMA, allowed ? 1 : 0, nullptr);
}

}  // namespace loci
