// Rooms are next to each other by way of a wing, so a wing that was walked through once leads
// nowhere new: each is opened once, whatever the number of rooms in it, and the walk takes no time
// in pairs of rooms. Given up: nothing; the order is that of a walk over all pairs.
//
// Tested by tests/palace/structure_test.cpp and, against that walk over all pairs, by
// tests/palace/structure_model_test.cpp.

#include "palace/graph.h"

#include <algorithm>

#include "base/sort.h"

namespace loci {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

template <typename T>
void sort_once_each(std::vector<T>& values) {
  heap_sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

void add(GraphRoom& room, const FiledPlace& filed) {
  room.wings.push_back(filed.wing);
  room.halls.insert(room.halls.end(), filed.halls.begin(), filed.halls.end());
  room.count += filed.drawers;
  room.newest = std::max(room.newest, filed.newest);
}

}  // namespace

bool GraphRoom::stands_in(uint32_t wing) const {
  return std::binary_search(wings.begin(), wings.end(), wing);
}

Graph::Graph(const Filing& filing) : filing_(filing), rooms_in_(filing.places.wing_count()) {
  std::vector<uint32_t> node_of(filing.places.room_count(), kNone);
  for (const FiledPlace& filed : filing.filed) {
    if (filed.place->room_key == "general") continue;
    uint32_t& node = node_of[filed.room];
    if (node == kNone) {
      node = static_cast<uint32_t>(rooms_.size());
      rooms_.emplace_back().place = filed.place;
    }
    add(rooms_[node], filed);
  }
  for (uint32_t node = 0; node < rooms_.size(); ++node) {
    heap_sort(rooms_[node].wings.begin(), rooms_[node].wings.end());
    sort_once_each(rooms_[node].halls);
    for (const uint32_t wing : rooms_[node].wings) rooms_in_[wing].push_back(node);
  }
}

std::vector<std::string> Graph::names(const std::vector<uint32_t>& wings) const {
  std::vector<std::string> names;
  for (const uint32_t wing : wings) names.push_back(filing_.places.wing(wing));
  heap_sort(names.begin(), names.end());
  return names;
}

std::vector<GraphVisit> walk(const Graph& graph, uint32_t start, int max_hops) {
  std::vector<GraphVisit> visits{{start, 0, start}};
  std::vector<bool> seen(graph.rooms().size());
  std::vector<bool> opened;
  seen[start] = true;
  std::vector<uint32_t> next;
  for (size_t at = 0; at < visits.size() && visits[at].hop < max_hops; ++at) {
    const GraphVisit here = visits[at];
    next.clear();
    for (const uint32_t wing : graph.rooms()[here.room].wings) {
      if (opened.size() <= wing) opened.resize(wing + 1);
      if (opened[wing]) continue;
      opened[wing] = true;
      for (const uint32_t room : graph.rooms_in(wing)) {
        if (!seen[room]) next.push_back(room);
        seen[room] = true;
      }
    }
    heap_sort(next.begin(), next.end());
    for (const uint32_t room : next) visits.push_back({room, here.hop + 1, here.room});
  }
  return visits;
}

}  // namespace loci
