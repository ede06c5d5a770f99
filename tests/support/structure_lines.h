#pragma once

/// What palace/structure.h answers, as lines that tests compare; slow_structure.h writes the same.

#include <set>
#include <string>
#include <vector>

#include "palace/structure.h"
#include "support/wiki_fixture.h"

namespace loci::test {

inline std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

inline RoomList rooms_in(Store& store, std::string_view wing) {
  RoomList list;
  require_ok(list_rooms(store, wing, list));
  return list;
}

inline Traversal walk(Store& store, std::string_view room, int hops) {
  Traversal traversal;
  require_ok(traverse(store, room, hops, traversal));
  return traversal;
}

inline std::vector<RoomSummary> tunnels_of(Store& store, std::string_view a, std::string_view b) {
  std::vector<RoomSummary> rooms;
  require_ok(find_tunnels(store, a, b, [&](const RoomSummary& room) { rooms.push_back(room); }));
  return rooms;
}

inline GraphStats stats_of(Store& store) {
  GraphStats stats;
  require_ok(graph_stats(store, stats));
  return stats;
}

/// "wing rooms drawers".
inline Texts wing_lines(Store& store) {
  Texts lines;
  require_ok(list_wings(store, [&](const WingSummary& wing) {
    lines.push_back(wing.wing + " " + std::to_string(wing.rooms) + " " +
                    std::to_string(wing.drawers));
  }));
  return lines;
}

/// "wing/room drawers".
inline Texts taxonomy_lines(Store& store) {
  Texts lines;
  require_ok(taxonomy(store, [&](const ShownPlace& place, int64_t drawers) {
    lines.push_back(place.wing + "/" + place.room + " " + std::to_string(drawers));
  }));
  return lines;
}

/// "room wing,wing drawers".
inline Texts room_lines(const RoomList& list) {
  Texts lines;
  for (const RoomSummary& room : list.rooms) {
    lines.push_back(room.room + " " + joined(room.wings) + " " + std::to_string(room.count));
  }
  return lines;
}

/// "hop room [wings] [halls] count via wings".
inline Texts walk_lines(const Traversal& traversal) {
  Texts lines;
  for (const RoomSummary& room : traversal.rooms) {
    lines.push_back(std::to_string(room.hop) + " " + room.room + " [" + joined(room.wings) + "] [" +
                    joined(room.halls) + "] " + std::to_string(room.count) + " via " +
                    joined(room.connected_via));
  }
  return lines;
}

/// "room [wings] [halls] count recent".
inline Texts tunnel_lines(const std::vector<RoomSummary>& tunnels) {
  Texts lines;
  for (const RoomSummary& room : tunnels) {
    lines.push_back(room.room + " [" + joined(room.wings) + "] [" + joined(room.halls) + "] " +
                    std::to_string(room.count) + " " + room.recent);
  }
  return lines;
}

/// Rooms, tunnels, edges; "wing rooms" of each; "room wings count" of the top tunnels.
inline Texts stats_lines(const GraphStats& stats) {
  Texts lines{std::to_string(stats.total_rooms), std::to_string(stats.tunnel_rooms),
              std::to_string(stats.total_edges)};
  for (const WingSummary& wing : stats.rooms_per_wing) {
    lines.push_back(wing.wing + " " + std::to_string(wing.rooms));
  }
  for (const RoomSummary& room : stats.top_tunnels) {
    lines.push_back(room.room + " " + joined(room.wings) + " " + std::to_string(room.count));
  }
  return lines;
}

}  // namespace loci::test
