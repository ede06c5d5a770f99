#pragma once

/// The drawers of the palace in the store. No rules and no ranking: rows in, rows out.
///
/// A store of a format before 5, which is only read, has none.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "store/connection.h"
#include "store/drawer.h"

namespace loci {

/// A drawer as it stands in its row. The views live until the visitor returns; one whose data() is
/// null says that there is none.
struct DrawerRow {
  int64_t id;
  std::string_view name;
  int64_t place;
  std::string_view hall;
  std::string_view source_file;
  std::optional<int64_t> chunk_index;
  std::string_view authored_at;
  std::string_view filed_at;
  std::string_view metadata;
  std::string_view text;
};

/// A copy of the row.
Drawer copy_of(const DrawerRow& row);

/// What drawers of one place say together: all of them, or those of one hall. The views live until
/// the visitor returns.
struct PlaceFact {
  int64_t place;
  std::string_view hall;    // empty: those without a hall, or all
  int64_t count;            // of drawers, at least 1
  std::string_view newest;  // the day of the newest authored_at, YYYY-MM-DD; empty: none is known
  int64_t first;            // the lowest id among them
};

/// Which drawers are meant: those of a wing, of a room, by name_key(); empty for any.
struct PlaceKeys {
  std::string_view wing;
  std::string_view room;
};

class DrawerTable {
 public:
  /// `connection` must outlive the table. Statements are compiled when they are first needed.
  DrawerTable(Connection& connection, int64_t format_version);

  /// Writes a drawer under its id. Its name must be free. Only inside a transaction, as all that
  /// writes. Store::put_drawer() and the others there also keep what depends on drawers in order.
  Status insert(const Drawer& drawer);
  /// Writes all but name and text of the drawer `drawer.id` anew.
  Status update(const Drawer& drawer);
  Status remove(int64_t id);

  /// The id of the drawer that callers know by `name`.
  Result<std::optional<int64_t>> find(std::string_view name);
  /// The drawer `id`, which must exist.
  Result<Drawer> get(int64_t id);
  /// Shows the drawer `id` without a copy of its text; false where there is none.
  using Visit = FunctionRef<Status(const DrawerRow& drawer)>;
  Result<bool> show(int64_t id, Visit visit);

  /// Shows every drawer with an id above `after`, in order of id, until one visit fails.
  Status scan(int64_t after, Visit visit);
  /// Shows every drawer, in order of id, as one whose text is empty: that is not read.
  Status each_without_text(Visit visit);

  /// Shows a fact for each place that has drawers, without hall and day, or one for each hall of
  /// each. By place. Reads an index and no drawer.
  enum class Facts { kPlaces, kHalls };
  using VisitFact = FunctionRef<void(const PlaceFact& fact)>;
  Status each_fact(Facts facts, VisitFact visit);

  /// The ids of up to `limit` drawers behind the first `offset`, in order. Reads no texts.
  Result<std::vector<int64_t>> list(const PlaceKeys& keys, int64_t limit, int64_t offset);
  Result<int64_t> count(const PlaceKeys& keys);
  Result<int64_t> count();

  /// Whether the place has a drawer; of this file, where one is named.
  Result<bool> has_any(int64_t place, const std::optional<std::string>& source_file);

 private:
  Status show_all(const char* sql, int64_t after, Visit visit);
  static DrawerRow read_row(const Statement& row);

  Connection* connection_;
  bool present_;
  Statement insert_;
  Statement update_;
  Statement remove_;
  Statement find_;
  Statement show_;
  Statement has_any_;
};

}  // namespace loci
