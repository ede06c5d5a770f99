#pragma once

/// The places of the palace in the store: which rooms of which wings there are. No rules: rows in,
/// rows out.
///
/// A store of a format before 5, which is only read, has none.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/connection.h"
#include "store/drawer.h"

namespace loci {

class PlaceTable {
 public:
  /// `connection` must outlive the table. Statements are compiled when they are first needed.
  PlaceTable(Connection& connection, int64_t format_version);

  /// Finds the place by the keys of both names, or makes it with this spelling under `id`, which is
  /// free; its id. The names are trimmed and have keys that are not empty. Only inside a
  /// transaction, as all that writes.
  Result<int64_t> intern(std::string_view wing, std::string_view room, int64_t id);

  /// The place with these names, however they are spelled.
  Result<std::optional<int64_t>> find(std::string_view wing, std::string_view room);

  /// All places by id.
  Result<std::vector<Place>> all();

  /// Removes the place if no drawer, closet or tunnel stands in it.
  Status remove_if_empty(int64_t id);

  /// Places with keys that are not those of their names, as findings, up to `limit` in all, and
  /// their ids.
  Status check(size_t limit, std::vector<std::string>& findings, std::vector<int64_t>& ids);

 private:
  Result<std::optional<int64_t>> find_keys(std::string_view wing_key, std::string_view room_key);

  Connection* connection_;
  bool present_;
  Statement find_;
  Statement insert_;
  Statement remove_;
};

}  // namespace loci
