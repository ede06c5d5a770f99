#pragma once

/// What the palace looks like, without a word of what its drawers say: wings, rooms, and which
/// rooms join which wings. All of it is counted anew at each call, from an index of the store, so
/// it is exact at any size.
///
/// First filing is that of the drawer with the lowest id. A room is one room in all its wings. In
/// the graph (traverse, find_tunnels, graph_stats) the room with the key `general` does not stand,
/// and explicit tunnels (palace/tunnels.h) are no part of it. Names are given in any spelling, and
/// come back as they are shown (palace/places.h); lists of names are sorted by bytes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace loci {

struct WingSummary {
  std::string wing;
  int64_t rooms = 0;
  int64_t drawers = 0;
};

/// In order of first filing.
Result<std::vector<WingSummary>> list_wings(Store& store);

struct RoomSummary {
  std::string room;
  std::vector<std::string> wings;  // all in which it stands
  int64_t drawers = 0;             // in the wing that was asked for, or in all
};

struct RoomList {
  std::optional<std::string> wing;  // that was asked for, as it is shown
  bool unknown_wing = false;        // there is no such wing, and so no rooms
  std::vector<RoomSummary> rooms;   // in order of first filing, in that wing
  std::vector<std::string> wings;   // all, in order of first filing, where it is unknown
};

/// The rooms of one wing, or of all where `wing` is empty.
Result<RoomList> list_rooms(Store& store, std::string_view wing);

struct RoomCount {
  std::string room;
  int64_t drawers = 0;
};
struct WingRooms {
  std::string wing;
  std::vector<RoomCount> rooms;
};

/// Wings, and the rooms of each, in order of first filing. A name may be any.
Result<std::vector<WingRooms>> taxonomy(Store& store);

struct VisitedRoom {
  std::string room;
  std::vector<std::string> wings;
  std::vector<std::string> halls;
  int64_t count = 0;  // of drawers
  int hop = 0;
  std::vector<std::string> connected_via;  // wings shared with whence it was first reached; hop > 0
};

inline constexpr size_t kMostVisitedRooms = 50;
inline constexpr size_t kMostSuggestions = 5;

struct Traversal {
  bool found = false;                    // whether there is such a room
  std::vector<std::string> suggestions;  // where not: some whose name contains what was asked
  std::vector<VisitedRoom> rooms;        // by hop, then count descending, then first filing
  bool truncated = false;                // more than kMostVisitedRooms were reached
};

/// The rooms within `max_hops` of a room, one hop being a wing in common, found breadth first in
/// order of first filing.
Result<Traversal> traverse(Store& store, std::string_view start_room, int max_hops);

struct TunnelRoom {
  std::string room;
  std::vector<std::string> wings;
  std::vector<std::string> halls;
  int64_t count = 0;
  std::string recent;  // the day of the newest authored_at, YYYY-MM-DD; empty where none has one
};

/// The rooms that stand in two wings or more, among them those that are named (empty: any), by
/// count descending, then first filing. None where a named wing is none.
Result<std::vector<TunnelRoom>> find_tunnels(Store& store, std::string_view wing_a,
                                             std::string_view wing_b);

struct WingCount {
  std::string wing;
  int64_t rooms = 0;
};
struct TopTunnel {
  std::string room;
  std::vector<std::string> wings;
  int64_t count = 0;
};

inline constexpr size_t kMostTopTunnels = 10;

struct GraphStats {
  int64_t total_rooms = 0;
  int64_t tunnel_rooms = 0;               // in two wings or more
  int64_t total_edges = 0;                // over these, pairs of wings times halls
  std::vector<WingCount> rooms_per_wing;  // by rooms descending, then first filing
  std::vector<TopTunnel> top_tunnels;     // by number of wings descending, then first filing
};

Result<GraphStats> graph_stats(Store& store);

}  // namespace loci
