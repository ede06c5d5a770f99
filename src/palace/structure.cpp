// Tested by tests/palace/structure_test.cpp, and against a count drawer by drawer by
// tests/palace/structure_model_test.cpp.

#include "palace/structure.h"

#include <algorithm>

#include "base/function_ref.h"
#include "base/sort.h"
#include "palace/filing.h"
#include "palace/graph.h"
#include "text/name_key.h"

namespace loci {
namespace {

using Numbers = std::vector<uint32_t>;
using Facts = DrawerTable::Facts;

/// Sorts places in a list, which is in order of first filing, so that what has most comes first.
void sort_by_most(Numbers& places, FunctionRef<int64_t(uint32_t place)> amount) {
  const auto comes_first = [&](uint32_t a, uint32_t b) {
    const int64_t amounts[] = {amount(a), amount(b)};
    return amounts[0] != amounts[1] ? amounts[0] > amounts[1] : a < b;
  };
  heap_sort(places.begin(), places.end(), comes_first);
}

/// The rooms at these places, in their order.
std::vector<RoomSummary> chosen(Graph& graph, const Numbers& places) {
  std::vector<RoomSummary> rooms;
  for (const uint32_t place : places) rooms.push_back(std::move(graph.rooms[place]));
  return rooms;
}

Numbers tunnel_rooms(const Graph& graph) {
  Numbers found;
  for (uint32_t room = 0; room < graph.rooms.size(); ++room) {
    if (graph.rooms[room].is_tunnel()) found.push_back(room);
  }
  return found;
}

/// What a wing holds.
struct Filed {
  int64_t rooms = 0;
  int64_t drawers = 0;
};

std::vector<std::string> suggestions(const Graph& graph, std::string_view key) {
  std::vector<std::string> found;
  for (const RoomSummary& room : graph.rooms) {
    if (name_key(room.room).find(key) == std::string::npos) continue;
    found.push_back(room.room);
    if (found.size() == kMostSuggestions) break;
  }
  return found;
}

/// Pairs of wings that the room joins, once for each hall.
int64_t edges_of(const RoomSummary& room) {
  const auto wings = static_cast<int64_t>(room.wings.size());
  return wings * (wings - 1) / 2 * static_cast<int64_t>(room.halls.size());
}

/// Wings with rooms of the graph, by their number.
std::vector<WingSummary> rooms_per_wing(const Filing& filing, const Graph& graph) {
  const auto rooms = [&](uint32_t at) {
    return static_cast<int64_t>(graph.rooms_in[filing.wings[at]].size());
  };
  Numbers order;
  for (uint32_t at = 0; at < filing.wings.size(); ++at) {
    if (rooms(at) > 0) order.push_back(at);
  }
  sort_by_most(order, rooms);
  std::vector<WingSummary> wings(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    wings[i].wing = filing.places.wing(filing.wings[order[i]]);
    wings[i].rooms = rooms(order[i]);
  }
  return wings;
}

}  // namespace

bool RoomSummary::stands_in(const std::string& wing) const {
  return std::binary_search(wings.begin(), wings.end(), wing);
}

Status list_wings(Store& store, FunctionRef<void(const WingSummary& wing)> show) {
  LOCI_ASSIGN(filing, Filing::load(store, Facts::kPlaces));
  std::vector<Filed> in(filing.places.wing_count());
  for (const FiledPlace& filed : filing.filed) {
    Filed& wing = in[filed.place->wing_number];
    wing.drawers += filed.drawers;
    ++wing.rooms;
  }
  for (const uint32_t wing : filing.wings) {
    show({filing.places.wing(wing), in[wing].rooms, in[wing].drawers});
  }
  return Ok{};
}

Status list_rooms(Store& store, std::string_view wing, RoomList& list) {
  LOCI_ASSIGN(filing, Filing::load(store, Facts::kPlaces));
  const ShownPlace* const place = filing.places.with_wing(name_key(wing));
  if (wing.empty()) {
    list.rooms = rooms_of(filing, RoomsOf::kPalace);
  } else if (place != nullptr) {
    list.rooms = rooms_of(filing, RoomsOf::kPalace, place->wing_number);
    list.wing = place->wing;
  }
  list.unknown_wing = !wing.empty() && list.rooms.empty();
  if (list.unknown_wing) {
    for (const uint32_t known : filing.wings) list.wings.push_back(filing.places.wing(known));
  }
  return Ok{};
}

Status count_palace(Store& store, PalaceCounts& counts) {
  LOCI_ASSIGN(filing, Filing::load(store, Facts::kPlaces));
  LOCI_ASSIGN(tunnels, store.tunnels().count());
  counts = {tunnels, static_cast<int64_t>(filing.wings.size())};
  std::vector<bool> seen(filing.places.room_count());
  for (const FiledPlace& filed : filing.filed) {
    if (!seen[filed.place->room_number]) ++counts.rooms;
    seen[filed.place->room_number] = true;
  }
  return Ok{};
}

Status taxonomy(Store& store, FunctionRef<void(const ShownPlace& place, int64_t drawers)> show) {
  LOCI_ASSIGN(filing, Filing::load(store, Facts::kPlaces));
  std::vector<Numbers> filed_in(filing.places.wing_count());
  for (const uint32_t at : filing.order) {
    filed_in[filing.filed[at].place->wing_number].push_back(at);
  }
  for (const uint32_t wing : filing.wings) {
    for (const uint32_t at : filed_in[wing])
      show(*filing.filed[at].place, filing.filed[at].drawers);
  }
  return Ok{};
}

Status traverse(Store& store, std::string_view start_room, int max_hops, Traversal& result) {
  LOCI_ASSIGN(filing, Filing::load(store, Facts::kHalls));
  Graph graph(filing);
  const std::string key = name_key(start_room);
  const uint32_t start = graph.find(key);
  result.found = start < graph.rooms.size();
  if (!result.found) {
    result.suggestions = suggestions(graph, key);
    return Ok{};
  }
  Numbers reached = graph.walk(start, max_hops);
  // Hops are few and drawers fewer than this, so that one number orders by both.
  sort_by_most(reached, [&](uint32_t room) {
    return graph.rooms[room].count - (static_cast<int64_t>(graph.rooms[room].hop) << 48);
  });
  result.truncated = reached.size() > kMostVisitedRooms;
  reached.resize(std::min(reached.size(), kMostVisitedRooms));
  result.rooms = chosen(graph, reached);
  return Ok{};
}

Status find_tunnels(Store& store, std::string_view wing_a, std::string_view wing_b,
                    FunctionRef<void(const RoomSummary& room)> show) {
  LOCI_ASSIGN(filing, Filing::load(store, Facts::kHalls));
  Graph graph(filing);
  Numbers rooms = tunnel_rooms(graph);
  for (const std::string_view wing : {wing_a, wing_b}) {
    if (wing.empty()) continue;
    const ShownPlace* const place = filing.places.with_wing(name_key(wing));
    std::erase_if(rooms, [&](uint32_t room) {
      return place == nullptr || !graph.rooms[room].stands_in(place->wing);
    });
  }
  sort_by_most(rooms, [&](uint32_t room) { return graph.rooms[room].count; });
  for (const uint32_t room : rooms) show(graph.rooms[room]);
  return Ok{};
}

Status graph_stats(Store& store, GraphStats& stats) {
  LOCI_ASSIGN(filing, Filing::load(store, Facts::kHalls));
  Graph graph(filing);
  Numbers tunnels = tunnel_rooms(graph);
  stats.total_rooms = static_cast<int64_t>(graph.rooms.size());
  stats.tunnel_rooms = static_cast<int64_t>(tunnels.size());
  for (const uint32_t room : tunnels) stats.total_edges += edges_of(graph.rooms[room]);
  stats.rooms_per_wing = rooms_per_wing(filing, graph);
  sort_by_most(tunnels,
               [&](uint32_t room) { return static_cast<int64_t>(graph.rooms[room].wings.size()); });
  tunnels.resize(std::min(tunnels.size(), kMostTopTunnels));
  stats.top_tunnels = chosen(graph, tunnels);
  return Ok{};
}

}  // namespace loci
