// Tested by tests/store/tunnel_table_test.cpp.

#include "store/tunnel_table.h"

namespace loci {

TunnelTable::TunnelTable(Connection& connection, int64_t format_version)
    : connection_(&connection), present_(format_version >= 5) {}

Status TunnelTable::put(const Tunnel& tunnel) {
  LOCI_ASSIGN(put, connection_->prepare("REPLACE INTO tunnel VALUES(?1, ?2, ?3, ?4, ?5)"));
  put.bind(1, tunnel.id).bind(2, tunnel.from).bind(3, tunnel.to);
  return put.bind(4, tunnel.label).bind(5, tunnel.created_at).run();
}

Result<int64_t> TunnelTable::changes_of(const char* sql, int64_t id) {
  LOCI_ASSIGN(change, connection_->prepare(sql));
  LOCI_TRY(change.bind(1, id).run());
  return connection_->changes();
}

Result<bool> TunnelTable::remove(int64_t id) {
  LOCI_ASSIGN(removed, changes_of("DELETE FROM tunnel WHERE id = ?1", id));
  return removed > 0;
}

Result<int64_t> TunnelTable::remove_of(int64_t place) {
  return changes_of("DELETE FROM tunnel WHERE from_place = ?1 OR to_place = ?1", place);
}

Result<std::vector<Tunnel>> TunnelTable::all(std::optional<int64_t> place) {
  std::vector<Tunnel> tunnels;
  if (!present_) return tunnels;
  LOCI_ASSIGN(rows, connection_->prepare(
                        "SELECT id, from_place, to_place, label, created_at FROM tunnel"
                        " WHERE ?1 IS NULL OR from_place = ?1 OR to_place = ?1 ORDER BY id"));
  if (place) rows.bind(1, *place);
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return tunnels;
    tunnels.push_back({rows.column_int64(0), rows.column_int64(1), rows.column_int64(2),
                       rows.column_optional_text(3), std::string(rows.column_text(4))});
  }
}

Result<std::optional<Tunnel>> TunnelTable::find(int64_t a, int64_t b) {
  LOCI_ASSIGN(tunnels, all(a));
  std::optional<Tunnel> found;
  for (Tunnel& tunnel : tunnels) {
    if ((tunnel.from == a ? tunnel.to : tunnel.from) == b) found = std::move(tunnel);
  }
  return found;
}

Result<int64_t> TunnelTable::count() {
  int64_t count = 0;
  if (present_) LOCI_TRY(connection_->read_integer("SELECT count(*) FROM tunnel", count));
  return count;
}

}  // namespace loci
