// Tested by tests/store/item_table_test.cpp.

#include "store/item_table.h"

#include <string>

namespace loci {
namespace {

#define LOCI_ITEM_COLUMNS \
  "id, category, name, content, ts, owner, source_conv, metadata, sequence_id, sequence_position"

}  // namespace

Result<ItemTable> ItemTable::open(Connection& connection) {
  ItemTable table;
  table.connection_ = &connection;
  const std::pair<Statement*, const char*> statements[] = {
      {&table.insert_,
       "INSERT INTO item(" LOCI_ITEM_COLUMNS ") VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10)"},
      {&table.remove_, "DELETE FROM item WHERE id = ?1"},
      {&table.find_, "SELECT id FROM item WHERE category = ?1 AND name = ?2"},
      {&table.get_, "SELECT " LOCI_ITEM_COLUMNS " FROM item WHERE id = ?1"},
      {&table.scan_,
       "SELECT id, category, name, content, ts, sequence_id, sequence_position FROM item"
       " WHERE id > ?1 ORDER BY id"},
      {&table.scan_items_, "SELECT " LOCI_ITEM_COLUMNS " FROM item ORDER BY id"},
  };
  for (const auto& [statement, sql] : statements) {
    LOCI_ASSIGN(prepared, connection.prepare(sql));
    *statement = std::move(prepared);
  }
  return table;
}

Status ItemTable::insert(const Item& item) {
  insert_.bind(1, item.id)
      .bind(2, item.category)
      .bind(3, item.name)
      .bind(4, item.content)
      .bind(5, item.ts)
      .bind(6, item.owner)
      .bind(7, item.source_conv)
      .bind(8, item.metadata);
  if (item.sequence) {
    insert_.bind(9, item.sequence->id).bind(10, item.sequence->position);
  } else {
    insert_.bind(9, nullptr).bind(10, nullptr);
  }
  return insert_.run();
}

Status ItemTable::remove(int64_t id) { return remove_.bind(1, id).run(); }

Result<std::optional<int64_t>> ItemTable::find(std::string_view category, std::string_view name) {
  const StatementRun run(find_);
  LOCI_ASSIGN(row, find_.bind(1, category).bind(2, name).step());
  std::optional<int64_t> id;
  if (row) id = find_.column_int64(0);
  return id;
}

Result<Item> ItemTable::get(int64_t id) {
  const StatementRun run(get_);
  LOCI_ASSIGN(row, get_.bind(1, id).step());
  if (!row) {
    return fail(ErrorCode::kStoreDamaged, {"item ", id, " is missing from the store; run check"});
  }
  return read_item(get_);
}

Item ItemTable::read_item(Statement& row) {
  Item item;
  item.id = row.column_int64(0);
  item.category = row.column_text(1);
  item.name = row.column_text(2);
  item.content = row.column_text(3);
  item.ts = row.column_text(4);
  item.owner = row.column_optional_text(5);
  item.source_conv = row.column_optional_text(6);
  item.metadata = row.column_optional_text(7);
  if (!row.is_null(8)) {
    item.sequence = Sequence{std::string(row.column_text(8)), row.column_int64(9)};
  }
  return item;
}

Result<std::vector<Item>> ItemTable::list(std::optional<std::string_view> category, int64_t limit,
                                          int64_t offset) {
  LOCI_ASSIGN(statement, connection_->prepare(
                             category ? "SELECT " LOCI_ITEM_COLUMNS " FROM item WHERE category = ?3"
                                        " ORDER BY category, id LIMIT ?1 OFFSET ?2"
                                      : "SELECT " LOCI_ITEM_COLUMNS
                                        " FROM item ORDER BY category, id LIMIT ?1 OFFSET ?2"));
  statement.bind(1, limit).bind(2, offset);
  if (category) statement.bind(3, *category);
  std::vector<Item> items;
  for (;;) {
    LOCI_ASSIGN(row, statement.step());
    if (!row) return items;
    items.push_back(read_item(statement));
  }
}

Result<std::vector<std::pair<std::string, int64_t>>> ItemTable::categories() {
  LOCI_ASSIGN(statement, connection_->prepare("SELECT category, count(*) FROM item"
                                              " GROUP BY category ORDER BY category"));
  std::vector<std::pair<std::string, int64_t>> found;
  for (;;) {
    LOCI_ASSIGN(row, statement.step());
    if (!row) return found;
    found.emplace_back(statement.column_text(0), statement.column_int64(1));
  }
}

Result<int64_t> ItemTable::count() {
  LOCI_ASSIGN(statement, connection_->prepare("SELECT count(*) FROM item"));
  LOCI_TRY(statement.step());
  return statement.column_int64(0);
}

Status ItemTable::each_id(VisitId visit) {
  LOCI_ASSIGN(ids, connection_->prepare("SELECT id FROM item INDEXED BY item_by_category"));
  for (;;) {
    LOCI_ASSIGN(row, ids.step());
    if (!row) return Ok{};
    visit(ids.column_int64(0));
  }
}

Result<int64_t> ItemTable::last_id() {
  LOCI_ASSIGN(statement, connection_->prepare("SELECT coalesce(max(id), 0) FROM item"));
  LOCI_TRY(statement.step());
  return statement.column_int64(0);
}

}  // namespace loci
