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

/// "wing rooms drawers".
inline Texts wing_lines(Store& store) {
  Texts lines;
  for (const WingSummary& wing : value_of(list_wings(store))) {
    lines.push_back(wing.wing + " " + std::to_string(wing.rooms) + " " +
                    std::to_string(wing.drawers));
  }
  return lines;
}

/// "wing/room drawers".
inline Texts taxonomy_lines(Store& store) {
  Texts lines;
  for (const RoomSummary& room : value_of(taxonomy(store))) {
    lines.push_back(joined(room.wings) + "/" + room.room + " " + std::to_string(room.count));
  }
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
