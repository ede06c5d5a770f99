// Tested by tests/store/place_table_test.cpp.

#include "store/place_table.h"

#include "base/concat.h"
#include "text/name_key.h"

namespace loci {

PlaceTable::PlaceTable(Connection& connection, int64_t format_version)
    : connection_(&connection), present_(format_version >= 5) {}

Result<int64_t> PlaceTable::intern(std::string_view wing, std::string_view room, int64_t id) {
  const std::string wing_key = name_key(wing);
  const std::string room_key = name_key(room);
  LOCI_ASSIGN(known, find_keys(wing_key, room_key));
  if (known) return *known;
  LOCI_TRY(connection_->prepare_once(insert_, "INSERT INTO place VALUES(?1, ?2, ?3, ?4, ?5)"));
  insert_.bind(1, id).bind(2, wing).bind(3, room).bind(4, wing_key).bind(5, room_key);
  LOCI_TRY(insert_.run());
  return id;
}

Result<std::optional<int64_t>> PlaceTable::find(std::string_view wing, std::string_view room) {
  return find_keys(name_key(wing), name_key(room));
}

Result<std::optional<int64_t>> PlaceTable::find_keys(std::string_view wing_key,
                                                     std::string_view room_key) {
  std::optional<int64_t> id;
  if (!present_) return id;
  LOCI_TRY(connection_->prepare_once(find_,
                                     "SELECT id FROM place WHERE wing_key = ?1 AND room_key = ?2"));
  const StatementRun run(find_);
  LOCI_ASSIGN(row, find_.bind(1, wing_key).bind(2, room_key).step());
  if (row) id = find_.column_int64(0);
  return id;
}

Result<std::vector<Place>> PlaceTable::all() {
  std::vector<Place> places;
  if (!present_) return places;
  LOCI_ASSIGN(rows, connection_->prepare(
                        "SELECT id, wing, room, wing_key, room_key FROM place ORDER BY id"));
  const auto text = [&](int column) { return std::string(rows.column_text(column)); };
  for (;;) {
    LOCI_ASSIGN(row, rows.step());
    if (!row) return places;
    places.push_back({rows.column_int64(0), text(1), text(2), text(3), text(4)});
  }
}

Status PlaceTable::remove_if_empty(int64_t id) {
  LOCI_TRY(connection_->prepare_once(
      remove_,
      "DELETE FROM place WHERE id = ?1"
      " AND NOT EXISTS (SELECT 1 FROM drawer WHERE place = ?1)"
      " AND NOT EXISTS (SELECT 1 FROM closet WHERE place = ?1)"
      " AND NOT EXISTS (SELECT 1 FROM tunnel WHERE from_place = ?1 OR to_place = ?1)"));
  return remove_.bind(1, id).run();
}

Status PlaceTable::check(size_t limit, std::vector<std::string>& findings,
                         std::vector<int64_t>& ids) {
  LOCI_ASSIGN(places, all());
  for (const Place& place : places) {
    if (findings.size() >= limit) break;
    if (place.wing_key == name_key(place.wing) && place.room_key == name_key(place.room)) continue;
    ids.push_back(place.id);
    findings.push_back(concat({"place ", place.id, ": its keys are not those of its names"}));
  }
  return Ok{};
}

}  // namespace loci
