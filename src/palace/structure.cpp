// Tested by tests/palace/structure_test.cpp, and against a walk over every drawer by
// tests/palace/structure_model_test.cpp.

#include "palace/structure.h"

#include <algorithm>
#include <numeric>

#include "base/function_ref.h"
#include "base/sort.h"
#include "palace/filing.h"
#include "palace/graph.h"
#include "text/name_key.h"

namespace loci {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

/// The entry of a number in a list, made at its first use: so a list that is filled from places in
/// order of first filing has that order.
template <typename Entry>
class Entries {
 public:
  Entries(std::vector<Entry>& list, size_t numbers) : list_(list), at_(numbers, kNone) {}

  bool has(uint32_t number) const { return at_[number] != kNone; }
  Entry& operator[](uint32_t number) {
    if (!has(number)) {
      at_[number] = static_cast<uint32_t>(list_.size());
      list_.emplace_back();
    }
    return list_[at_[number]];
  }

 private:
  std::vector<Entry>& list_;
  std::vector<uint32_t> at_;
};

/// Sorts numbers of things, which rise by first filing, so that what has most comes first.
void sort_by_most(std::vector<uint32_t>& things, FunctionRef<int64_t(uint32_t thing)> amount) {
  heap_sort(things.begin(), things.end(), [&](uint32_t a, uint32_t b) {
    const int64_t amounts[] = {amount(a), amount(b)};
    return amounts[0] != amounts[1] ? amounts[0] > amounts[1] : a < b;
  });
}

std::vector<uint32_t> tunnel_rooms(const Graph& graph) {
  std::vector<uint32_t> found;
  for (uint32_t room = 0; room < graph.rooms().size(); ++room) {
    if (graph.rooms()[room].is_tunnel()) found.push_back(room);
  }
  return found;
}

std::vector<std::string> wing_names(const std::vector<WingSummary>& wings) {
  std::vector<std::string> names;
  for (const WingSummary& wing : wings) names.push_back(wing.wing);
  return names;
}

std::vector<WingSummary> wings_of(const Filing& filing) {
  std::vector<WingSummary> wings;
  Entries entries(wings, filing.places.wing_count());
  for (const FiledPlace& filed : filing.filed) {
    WingSummary& entry = entries[filed.wing];
    entry.wing = filed.place->wing;
    entry.drawers += filed.drawers;
    ++entry.rooms;
  }
  return wings;
}

/// The rooms of the wing with a number, or of all.
std::vector<RoomSummary> rooms_of(const Filing& filing, uint32_t wing) {
  std::vector<RoomSummary> rooms;
  Entries entries(rooms, filing.places.room_count());
  for (const FiledPlace& filed : filing.filed) {
    if (wing != kNone && filed.wing != wing) continue;
    RoomSummary& entry = entries[filed.room];
    entry.room = filed.place->room;
    entry.drawers += filed.drawers;
  }
  for (const FiledPlace& filed : filing.filed) {
    if (entries.has(filed.room)) entries[filed.room].wings.push_back(filed.place->wing);
  }
  for (RoomSummary& room : rooms) heap_sort(room.wings.begin(), room.wings.end());
  return rooms;
}

uint32_t find_room(const Graph& graph, std::string_view key) {
  for (uint32_t room = 0; room < graph.rooms().size(); ++room) {
    if (graph.rooms()[room].place->room_key == key) return room;
  }
  return kNone;
}

std::vector<std::string> suggestions(const Graph& graph, std::string_view key) {
  std::vector<std::string> found;
  for (const GraphRoom& room : graph.rooms()) {
    if (room.place->room_key.find(key) == std::string::npos) continue;
    found.push_back(room.place->room);
    if (found.size() == kMostSuggestions) break;
  }
  return found;
}

VisitedRoom visited(const Graph& graph, const GraphVisit& visit) {
  const GraphRoom& room = graph.rooms()[visit.room];
  VisitedRoom out{room.place->room, graph.names(room.wings), room.halls, room.count, visit.hop, {}};
  if (visit.hop == 0) return out;
  std::vector<uint32_t> shared;
  for (const uint32_t wing : room.wings) {
    if (graph.rooms()[visit.from].stands_in(wing)) shared.push_back(wing);
  }
  out.connected_via = graph.names(shared);
  return out;
}

int64_t wing_count(const GraphRoom& room) { return static_cast<int64_t>(room.wings.size()); }

/// Pairs of wings that the room joins, once for each hall.
int64_t edges_of(const GraphRoom& room) {
  return wing_count(room) * (wing_count(room) - 1) / 2 * static_cast<int64_t>(room.halls.size());
}

std::vector<WingCount> rooms_per_wing(const Filing& filing, const Graph& graph) {
  std::vector<uint32_t> numbers;
  for (const WingSummary& wing : wings_of(filing)) {
    const uint32_t number = filing.places.with_wing(name_key(wing.wing))->wing_number;
    if (!graph.rooms_in(number).empty()) numbers.push_back(number);
  }
  const auto rooms = [&](uint32_t at) {
    return static_cast<int64_t>(graph.rooms_in(numbers[at]).size());
  };
  std::vector<uint32_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  sort_by_most(order, rooms);
  std::vector<WingCount> counts;
  for (const uint32_t at : order) counts.push_back({filing.places.wing(numbers[at]), rooms(at)});
  return counts;
}

}  // namespace

Result<std::vector<WingSummary>> list_wings(Store& store) {
  LOCI_ASSIGN(filing, Filing::load(store, DrawerTable::Facts::kPlaces));
  return wings_of(filing);
}

Result<RoomList> list_rooms(Store& store, std::string_view wing) {
  LOCI_ASSIGN(filing, Filing::load(store, DrawerTable::Facts::kPlaces));
  RoomList list;
  if (wing.empty()) {
    list.rooms = rooms_of(filing, kNone);
    return list;
  }
  if (const ShownPlace* const place = filing.places.with_wing(name_key(wing))) {
    list.rooms = rooms_of(filing, place->wing_number);
    list.wing = place->wing;
  }
  list.unknown_wing = list.rooms.empty();
  if (list.unknown_wing) list.wings = wing_names(wings_of(filing));
  return list;
}

Result<std::vector<WingRooms>> taxonomy(Store& store) {
  LOCI_ASSIGN(filing, Filing::load(store, DrawerTable::Facts::kPlaces));
  std::vector<WingRooms> wings;
  Entries entries(wings, filing.places.wing_count());
  for (const FiledPlace& filed : filing.filed) {
    WingRooms& entry = entries[filed.wing];
    entry.wing = filed.place->wing;
    entry.rooms.push_back({filed.place->room, filed.drawers});
  }
  return wings;
}

Result<Traversal> traverse(Store& store, std::string_view start_room, int max_hops) {
  LOCI_ASSIGN(filing, Filing::load(store, DrawerTable::Facts::kHalls));
  const Graph graph(filing);
  const std::string key = name_key(start_room);
  Traversal result;
  const uint32_t start = find_room(graph, key);
  if (start == kNone) {
    result.suggestions = suggestions(graph, key);
    return result;
  }
  std::vector<GraphVisit> visits = walk(graph, start, max_hops);
  heap_sort(visits.begin(), visits.end(), [&](const GraphVisit& a, const GraphVisit& b) {
    if (a.hop != b.hop) return a.hop < b.hop;
    const int64_t counts[] = {graph.rooms()[a.room].count, graph.rooms()[b.room].count};
    return counts[0] != counts[1] ? counts[0] > counts[1] : a.room < b.room;
  });
  result.found = true;
  result.truncated = visits.size() > kMostVisitedRooms;
  visits.resize(std::min(visits.size(), kMostVisitedRooms));
  for (const GraphVisit& visit : visits) result.rooms.push_back(visited(graph, visit));
  return result;
}

Result<std::vector<TunnelRoom>> find_tunnels(Store& store, std::string_view wing_a,
                                             std::string_view wing_b) {
  LOCI_ASSIGN(filing, Filing::load(store, DrawerTable::Facts::kHalls));
  const Graph graph(filing);
  std::vector<uint32_t> rooms = tunnel_rooms(graph);
  for (const std::string_view wing : {wing_a, wing_b}) {
    if (wing.empty()) continue;
    const ShownPlace* const place = filing.places.with_wing(name_key(wing));
    std::erase_if(rooms, [&](uint32_t room) {
      return place == nullptr || !graph.rooms()[room].stands_in(place->wing_number);
    });
  }
  sort_by_most(rooms, [&](uint32_t room) { return graph.rooms()[room].count; });
  std::vector<TunnelRoom> tunnels;
  for (const uint32_t at : rooms) {
    const GraphRoom& room = graph.rooms()[at];
    tunnels.push_back(
        {room.place->room, graph.names(room.wings), room.halls, room.count, room.newest});
  }
  return tunnels;
}

Result<GraphStats> graph_stats(Store& store) {
  LOCI_ASSIGN(filing, Filing::load(store, DrawerTable::Facts::kHalls));
  const Graph graph(filing);
  std::vector<uint32_t> tunnels = tunnel_rooms(graph);
  GraphStats stats;
  stats.total_rooms = static_cast<int64_t>(graph.rooms().size());
  stats.tunnel_rooms = static_cast<int64_t>(tunnels.size());
  for (const uint32_t room : tunnels) stats.total_edges += edges_of(graph.rooms()[room]);
  stats.rooms_per_wing = rooms_per_wing(filing, graph);
  sort_by_most(tunnels, [&](uint32_t room) { return wing_count(graph.rooms()[room]); });
  tunnels.resize(std::min(tunnels.size(), kMostTopTunnels));
  for (const uint32_t at : tunnels) {
    const GraphRoom& room = graph.rooms()[at];
    stats.top_tunnels.push_back({room.place->room, graph.names(room.wings), room.count});
  }
  return stats;
}

}  // namespace loci
