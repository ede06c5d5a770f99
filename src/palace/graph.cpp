// Rooms are next to each other by way of a wing, so a wing that was walked through once leads
// nowhere new: each is opened once, whatever the number of rooms in it, and the walk takes no time
// in pairs of rooms. Given up: nothing; the order is that of a walk over all pairs.
//
// Tested by tests/palace/structure_test.cpp and, against that walk over all pairs, by
// tests/palace/structure_model_test.cpp.

#include "palace/graph.h"

#include <algorithm>

#include "base/sort.h"
#include "text/name_key.h"

namespace loci {
namespace {

using Numbers = std::vector<uint32_t>;

constexpr uint32_t kNone = UINT32_MAX;

bool is_general(const ShownPlace& place) { return place.room_key == "general"; }

void sort_once_each(std::vector<std::string>& names) {
  heap_sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

void add(RoomSummary& room, const FiledPlace& filed) {
  room.room = filed.place->room;
  room.count += filed.drawers;
  room.recent = std::max(room.recent, filed.newest);
  room.halls.insert(room.halls.end(), filed.halls.begin(), filed.halls.end());
}

/// The room of a place, by its number; a new one if there is none yet, and that is allowed.
RoomSummary* entry_of(const ShownPlace& place, bool may_add, Numbers& at,
                      std::vector<RoomSummary>& rooms) {
  uint32_t& entry = at[place.room_number];
  if (entry == kNone && may_add) {
    entry = static_cast<uint32_t>(rooms.size());
    rooms.emplace_back();
  }
  return entry == kNone ? nullptr : &rooms[entry];
}

}  // namespace

std::vector<RoomSummary> rooms_of(const Filing& filing, RoomsOf which, uint32_t wing) {
  std::vector<RoomSummary> rooms;
  Numbers at(filing.places.room_count(), kNone);
  for (const bool counting : {true, false}) {
    for (const uint32_t next : filing.order) {
      const FiledPlace& filed = filing.filed[next];
      const bool is_here = wing == kAllWings || filed.place->wing_number == wing;
      if (which == RoomsOf::kGraph && is_general(*filed.place)) continue;
      if (counting && !is_here) continue;
      RoomSummary* const room = entry_of(*filed.place, counting, at, rooms);
      if (room == nullptr) continue;
      if (counting) add(*room, filed);
      if (!counting) room->wings.push_back(filed.place->wing);
    }
  }
  for (RoomSummary& room : rooms) {
    sort_once_each(room.halls);
    sort_once_each(room.wings);
  }
  return rooms;
}

Graph::Graph(const Filing& filing)
    : rooms(rooms_of(filing, RoomsOf::kGraph)),
      wings_of(rooms.size()),
      rooms_in(filing.places.wing_count()) {
  Numbers at(filing.places.room_count(), kNone);
  uint32_t known = 0;
  for (const uint32_t next : filing.order) {
    const ShownPlace& place = *filing.filed[next].place;
    if (is_general(place)) continue;
    uint32_t& room = at[place.room_number];
    if (room == kNone) room = known++;
    wings_of[room].push_back(place.wing_number);
    rooms_in[place.wing_number].push_back(room);
  }
}

uint32_t Graph::find(std::string_view key) const {
  uint32_t room = 0;
  while (room < rooms.size() && name_key(rooms[room].room) != key) ++room;
  return room;
}

void Graph::open_wings(uint32_t room, std::vector<bool>& opened, Numbers& found) {
  for (const uint32_t wing : wings_of[room]) {
    if (opened[wing]) continue;
    opened[wing] = true;
    found.insert(found.end(), rooms_in[wing].begin(), rooms_in[wing].end());
  }
  heap_sort(found.begin(), found.end(), std::less<>());
}

std::vector<uint32_t> Graph::walk(uint32_t start, int max_hops) {
  Numbers reached{start};
  std::vector<bool> seen(rooms.size());
  std::vector<bool> opened(rooms_in.size());
  seen[start] = true;
  Numbers found;
  for (size_t at = 0; at < reached.size() && rooms[reached[at]].hop < max_hops; ++at) {
    const RoomSummary& here = rooms[reached[at]];
    found.clear();
    open_wings(reached[at], opened, found);
    for (const uint32_t room : found) {
      if (seen[room]) continue;
      seen[room] = true;
      reached.push_back(room);
      rooms[room].hop = here.hop + 1;
      for (const std::string& wing : rooms[room].wings) {
        if (here.stands_in(wing)) rooms[room].connected_via.push_back(wing);
      }
    }
  }
  return reached;
}

}  // namespace loci
