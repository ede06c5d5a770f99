#pragma once

/// The graph of rooms: one room is next to another when they stand in a wing together. The room
/// with the key `general` is none of it, since it stands everywhere and joins nothing.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "palace/filing.h"

namespace loci {

struct GraphRoom {
  const ShownPlace* place = nullptr;  // one of its places, for its name
  std::vector<uint32_t> wings;        // numbers in Places, rising
  std::vector<std::string> halls;     // sorted
  int64_t count = 0;                  // of drawers
  std::string newest;                 // the day of the newest authored_at, or empty

  bool is_tunnel() const { return wings.size() > 1; }
  bool stands_in(uint32_t wing) const;
};

class Graph {
 public:
  /// `filing` must outlive the graph.
  explicit Graph(const Filing& filing);

  /// In order of first filing.
  const std::vector<GraphRoom>& rooms() const { return rooms_; }

  /// The rooms of a wing by number, as places in rooms(), rising.
  const std::vector<uint32_t>& rooms_in(uint32_t wing) const { return rooms_in_[wing]; }

  /// The names of wings, sorted.
  std::vector<std::string> names(const std::vector<uint32_t>& wings) const;

 private:
  const Filing& filing_;
  std::vector<GraphRoom> rooms_;
  std::vector<std::vector<uint32_t>> rooms_in_;
};

/// What a walk from one room reaches.
struct GraphVisit {
  uint32_t room = 0;
  int hop = 0;
  uint32_t from = 0;  // whence it was first reached; itself at hop 0
};

/// Rooms within `max_hops` of `start`, breadth first: from each room those that it shares a wing
/// with, in order of first filing. Takes time linear in rooms and the wings that they stand in, but
/// for sorting.
std::vector<GraphVisit> walk(const Graph& graph, uint32_t start, int max_hops);

}  // namespace loci
