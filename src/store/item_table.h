#pragma once

/// The items of the wiki face in the store. No rules and no ranking: rows in, rows out.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "store/connection.h"
#include "store/item.h"

namespace loci {

/// A Sequence, as views.
struct SequenceView {
  std::string_view id;
  int64_t position;
};

/// What of an item the index needs. The views live until the visitor returns.
struct ItemText {
  int64_t id;
  std::string_view category;
  std::string_view name;
  std::string_view content;
  std::string_view ts;
  std::optional<SequenceView> sequence;
};

class ItemTable {
 public:
  static Result<ItemTable> open(Connection& connection);

  /// Writes an item under its id. The (category, name) must be free.
  Status insert(const Item& item);
  Status remove(int64_t id);

  Result<std::optional<int64_t>> find(std::string_view category, std::string_view name);
  /// The item `id`, which must exist.
  Result<Item> get(int64_t id);

  /// Items in store order (category by bytes, then id), of one category or of all.
  Result<std::vector<Item>> list(std::optional<std::string_view> category, int64_t limit,
                                 int64_t offset);
  /// Each category with the number of its items, by bytes.
  Result<std::vector<std::pair<std::string, int64_t>>> categories();
  Result<int64_t> count();
  /// The highest id; 0 in an empty table.
  Result<int64_t> last_id();

  /// Shows every item with an id above `after` to `visit`, in order of id, until one visit fails.
  template <typename Visit>
  Status scan(int64_t after, Visit visit) {
    scan_.bind(1, after);
    return each_row(scan_, [&](Statement& row) {
      ItemText item = {row.column_int64(0), row.column_text(1), row.column_text(2),
                       row.column_text(3),  row.column_text(4), {}};
      if (!row.is_null(5)) item.sequence = {row.column_text(5), row.column_int64(6)};
      return visit(item);
    });
  }

  /// Shows the id of every item to `visit`, in no order. Reads no texts.
  using VisitId = FunctionRef<void(int64_t id)>;
  Status each_id(VisitId visit);

  /// Shows every item to `visit`, in order of id, until one visit fails.
  template <typename Visit>
  Status scan_items(Visit visit) {
    return each_row(scan_items_, [&](Statement& row) { return visit(read_item(row)); });
  }

 private:
  ItemTable() = default;

  template <typename Visit>
  static Status each_row(Statement& statement, Visit visit) {
    const StatementRun run(statement);
    for (;;) {
      LOCI_ASSIGN(row, statement.step());
      if (!row) return Ok{};
      LOCI_TRY(visit(statement));
    }
  }

  static Item read_item(Statement& row);

  Connection* connection_ = nullptr;
  Statement insert_;
  Statement remove_;
  Statement find_;
  Statement get_;
  Statement scan_;
  Statement scan_items_;
};

}  // namespace loci
