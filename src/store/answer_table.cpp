// Statements are prepared when they are needed: a store of format 1 that is only read has no such
// table, and most writes carry no key.
//
// Tested by tests/store/answer_table_test.cpp.

#include "store/answer_table.h"

#include "base/json.h"

namespace loci {

Result<std::optional<std::string>> AnswerTable::find(std::string_view key) {
  LOCI_ASSIGN(statement, connection_->prepare("SELECT reply FROM answer WHERE key = ?1"));
  LOCI_ASSIGN(row, statement.bind(1, key).step());
  if (!row) return std::optional<std::string>();
  const std::string_view reply = statement.column_text(0);
  if (!is_json_object(reply)) {
    return fail(ErrorCode::kStoreDamaged, "an answer is no JSON object; run check");
  }
  return std::optional<std::string>(reply);
}

Status AnswerTable::put(std::string_view key, std::string_view reply) {
  LOCI_ASSIGN(insert, connection_->prepare("INSERT INTO answer(key, reply) VALUES(?1, ?2)"));
  LOCI_TRY(insert.bind(1, key).bind(2, reply).run());
  LOCI_ASSIGN(cut, connection_->prepare("DELETE FROM answer WHERE id <= ?1"));
  return cut.bind(1, connection_->last_insert_rowid() - kKept).run();
}

Status AnswerTable::copy_from(Connection& other) {
  LOCI_TRY(connection_->execute("DELETE FROM answer"));
  LOCI_ASSIGN(row, other.prepare("SELECT id, key, reply FROM answer ORDER BY id"));
  LOCI_ASSIGN(insert, connection_->prepare("INSERT INTO answer VALUES(?1, ?2, ?3)"));
  for (;;) {
    LOCI_ASSIGN(has_row, row.step());
    if (!has_row) return Ok{};
    insert.bind(1, row.column_int64(0)).bind(2, row.column_text(1)).bind(3, row.column_text(2));
    LOCI_TRY(insert.run());
  }
}

}  // namespace loci
