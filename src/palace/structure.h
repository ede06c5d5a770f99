#pragma once

/// What the palace looks like, without a word of what its drawers say: wings, rooms, and which
/// rooms join which wings. All of it is counted anew at each call, from an index of the store, so
/// it is exact at any size.
///
/// First filing is that of the drawer with the lowest id. A room is one room in all its wings. In
/// the graph (traverse, find_tunnels, graph_stats) the room with the key `general` does not stand,
/// and explicit tunnels (palace/tunnels.h) are no part of it. Names are given in any spelling, and
/// come back as they are shown (palace/places.h); lists of names are sorted by bytes. What is shown
/// one by one is valid until the visitor returns.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "palace/places.h"
#include "store/store.h"

namespace loci {

struct WingSummary {
  std::string wing;
  int64_t rooms = 0;
  int64_t drawers = 0;
};

/// In order of first filing.
Status list_wings(Store& store, FunctionRef<void(const WingSummary& wing)> show);

/// A room, and what was asked of it; the rest is empty.
struct RoomSummary {
  std::string room;
  std::vector<std::string> wings;
  std::vector<std::string> halls;
  int64_t count = 0;   // of drawers
  std::string recent;  // the day of the newest authored_at, YYYY-MM-DD; empty where none has one

  // Of a room that was reached by a walk.
  int hop = 0;
  std::vector<std::string> connected_via;  // wings shared with whence it was first reached; hop > 0

  bool is_tunnel() const { return wings.size() > 1; }
  bool stands_in(const std::string& wing) const;
};

struct RoomList {
  std::optional<std::string> wing;  // that was asked for, as it is shown
  bool unknown_wing = false;        // there is no such wing, and so no rooms
  std::vector<RoomSummary> rooms;   // in order of first filing, in that wing
  std::vector<std::string> wings;   // all, in order of first filing, where it is unknown
};

/// The rooms of one wing, or of all where `wing` is empty: in which wings they stand, and how many
/// drawers they hold in that wing, or in all.
Status list_rooms(Store& store, std::string_view wing, RoomList& list);

struct PalaceCounts {
  int64_t tunnels = 0;  // explicit ones
  int64_t wings = 0;    // that hold drawers, as rooms do
  int64_t rooms = 0;
};
Status count_palace(Store& store, PalaceCounts& counts);

/// Each room of each wing by itself, with its drawers there: wings, and the rooms of each, in order
/// of first filing. A name may be any.
Status taxonomy(Store& store, FunctionRef<void(const ShownPlace& place, int64_t drawers)> show);

inline constexpr size_t kMostVisitedRooms = 50;
inline constexpr size_t kMostSuggestions = 5;

struct Traversal {
  bool found = false;                    // whether there is such a room
  std::vector<std::string> suggestions;  // where not: some whose name contains what was asked
  std::vector<RoomSummary> rooms;        // by hop, then count descending, then first filing
  bool truncated = false;                // more than kMostVisitedRooms were reached
};

/// The rooms within `max_hops` of a room, one hop being a wing in common, found breadth first in
/// order of first filing.
Status traverse(Store& store, std::string_view start_room, int max_hops, Traversal& result);

/// The rooms that stand in two wings or more, among them those that are named (empty: any), by
/// count descending, then first filing. None where a named wing is none.
Status find_tunnels(Store& store, std::string_view wing_a, std::string_view wing_b,
                    FunctionRef<void(const RoomSummary& room)> show);

inline constexpr size_t kMostTopTunnels = 10;

struct GraphStats {
  int64_t total_rooms = 0;
  int64_t tunnel_rooms = 0;                 // in two wings or more
  int64_t total_edges = 0;                  // over these, pairs of wings times halls
  std::vector<WingSummary> rooms_per_wing;  // by rooms descending, then first filing
  std::vector<RoomSummary> top_tunnels;     // by number of wings descending, then first filing
};

Status graph_stats(Store& store, GraphStats& stats);

}  // namespace loci
