#pragma once

/// The explicit tunnels of the palace in the store: rows in, rows out. They are few.
///
/// A store of a format before 5, which is only read, has none.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "store/connection.h"
#include "store/drawer.h"

namespace loci {

class TunnelTable {
 public:
  /// `connection` must outlive the table.
  TunnelTable(Connection& connection, int64_t format_version);

  /// Writes a tunnel under its id, in place of the one that has it. No other joins these places.
  /// Only inside a transaction, as all that writes.
  Status put(const Tunnel& tunnel);
  /// Whether there was one.
  Result<bool> remove(int64_t id);
  /// Removes all that begin or end in the place; how many there were.
  Result<int64_t> remove_of(int64_t place);

  /// All tunnels, or those of a place, by id.
  Result<std::vector<Tunnel>> all(std::optional<int64_t> place = {});
  /// The tunnel of two places, whichever comes first.
  Result<std::optional<Tunnel>> find(int64_t a, int64_t b);

  Result<int64_t> count();

 private:
  Result<int64_t> changes_of(const char* sql, int64_t id);

  Connection* connection_;
  bool present_;
};

}  // namespace loci
