#pragma once

/// The structure of a palace, counted the slow way: from a plain list of drawers, by maps, and a
/// walk that looks at all pairs of rooms. What src/palace/structure.h must say.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "palace/structure.h"

namespace loci::test {

/// A drawer, named as it is shown, in order of filing.
struct CountedDrawer {
  std::string wing;
  std::string room;
  std::string hall;
  std::string day;  // of authored_at, or empty
};

class SlowStructure {
 public:
  explicit SlowStructure(std::vector<CountedDrawer> drawers) : drawers_(std::move(drawers)) {
    for (const CountedDrawer& drawer : drawers_) {
      remember(wings_, drawer.wing);
      remember(rooms_, drawer.room);
      if (drawer.room == "general") continue;
      remember(graph_, drawer.room);
      room_wings_[drawer.room].insert(drawer.wing);
      if (!drawer.hall.empty()) halls_[drawer.room].insert(drawer.hall);
    }
  }

  std::vector<std::string> wings() const { return wings_; }

  /// Whether the room stands in the graph.
  bool has_room(const std::string& room) const { return room_wings_.count(room) > 0; }

  std::vector<std::string> taxonomy() const {
    std::vector<std::string> lines;
    for (const std::string& wing : wings_) {
      for (const std::string& room : rooms_filed_in(wing)) {
        lines.push_back(wing + "/" + room + " " + std::to_string(count(wing, room)));
      }
    }
    return lines;
  }

  /// "room wing,wing drawers", of a wing or of all.
  std::vector<std::string> rooms(const std::string& wing) const {
    std::vector<std::string> lines;
    for (const std::string& room : wing.empty() ? rooms_ : rooms_filed_in(wing)) {
      std::set<std::string> wings;
      for (const CountedDrawer& drawer : drawers_) {
        if (drawer.room == room) wings.insert(drawer.wing);
      }
      lines.push_back(room + " " + joined(wings) + " " + std::to_string(count(wing, room)));
    }
    return lines;
  }

  std::vector<std::string> traverse(const std::string& start, int max_hops) const {
    std::vector<Reached> reached{{start, 0, {}}};
    for (size_t at = 0; at < reached.size(); ++at) {
      if (reached[at].hop >= max_hops) continue;
      for (const std::string& room : graph_) {
        const std::set<std::string> shared = common(reached[at].room, room);
        const auto same = [&](const Reached& other) { return other.room == room; };
        if (shared.empty() || std::any_of(reached.begin(), reached.end(), same)) continue;
        reached.push_back({room, reached[at].hop + 1, shared});
      }
    }
    // Stable over the order in which they were filed, not reached.
    std::vector<Reached> ordered;
    for (const std::string& room : graph_) {
      for (const Reached& one : reached) {
        if (one.room == room) ordered.push_back(one);
      }
    }
    sort_stably(ordered, [&](const Reached& a, const Reached& b) {
      return a.hop != b.hop ? a.hop < b.hop : count("", a.room) > count("", b.room);
    });
    std::vector<std::string> lines;
    for (const Reached& one : ordered) {
      lines.push_back(std::to_string(one.hop) + " " + described(one.room) + " via " +
                      joined(one.via));
    }
    return lines;
  }

  std::vector<std::string> tunnels(const std::string& a, const std::string& b) const {
    std::vector<std::string> found;
    for (const std::string& room : graph_) {
      const std::set<std::string>& wings = room_wings_.at(room);
      if (wings.size() < 2) continue;
      if (!a.empty() && wings.count(a) == 0) continue;
      if (!b.empty() && wings.count(b) == 0) continue;
      found.push_back(room);
    }
    sort_stably(found, [&](const std::string& x, const std::string& y) {
      return count("", x) > count("", y);
    });
    for (std::string& room : found) room = described(room) + " " + recent(room);
    return found;
  }

  std::vector<std::string> stats() const {
    size_t edges = 0;
    std::vector<std::string> tunnels;
    for (const std::string& room : graph_) {
      const size_t wings = room_wings_.at(room).size();
      if (wings < 2) continue;
      tunnels.push_back(room);
      edges += wings * (wings - 1) / 2 * halls_of(room).size();
    }
    std::vector<std::string> lines{std::to_string(graph_.size()), std::to_string(tunnels.size()),
                                   std::to_string(edges)};
    std::vector<std::string> wings = wings_;
    const auto rooms_in = [&](const std::string& wing) {
      size_t rooms = 0;
      for (const std::string& room : graph_) rooms += room_wings_.at(room).count(wing);
      return rooms;
    };
    sort_stably(wings, [&](const std::string& x, const std::string& y) {
      return rooms_in(x) > rooms_in(y);
    });
    for (const std::string& wing : wings) {
      if (rooms_in(wing) > 0) lines.push_back(wing + " " + std::to_string(rooms_in(wing)));
    }
    sort_stably(tunnels, [&](const std::string& x, const std::string& y) {
      return room_wings_.at(x).size() > room_wings_.at(y).size();
    });
    if (tunnels.size() > 10) tunnels.resize(10);
    for (const std::string& room : tunnels) {
      lines.push_back(room + " " + joined(room_wings_.at(room)) + " " +
                      std::to_string(count("", room)));
    }
    return lines;
  }

  static std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
    return text;
  }

 private:
  /// By insertion, so that equals stay in their order.
  template <typename T, typename Before>
  static void sort_stably(std::vector<T>& values, Before before) {
    for (size_t i = 0; i < values.size(); ++i) {
      for (size_t at = i; at > 0 && before(values[at], values[at - 1]); --at) {
        std::swap(values[at], values[at - 1]);
      }
    }
  }

  struct Reached {
    std::string room;
    int hop;
    std::set<std::string> via;
  };

  static void remember(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  std::vector<std::string> rooms_filed_in(const std::string& wing) const {
    std::vector<std::string> rooms;
    for (const CountedDrawer& drawer : drawers_) {
      if (drawer.wing == wing) remember(rooms, drawer.room);
    }
    return rooms;
  }

  int64_t count(const std::string& wing, const std::string& room) const {
    return std::count_if(drawers_.begin(), drawers_.end(), [&](const CountedDrawer& drawer) {
      return drawer.room == room && (wing.empty() || drawer.wing == wing);
    });
  }

  std::set<std::string> common(const std::string& a, const std::string& b) const {
    std::set<std::string> shared;
    for (const std::string& wing : room_wings_.at(a)) {
      if (room_wings_.at(b).count(wing) > 0) shared.insert(wing);
    }
    return shared;
  }

  std::set<std::string> halls_of(const std::string& room) const {
    const auto found = halls_.find(room);
    return found == halls_.end() ? std::set<std::string>() : found->second;
  }

  std::string described(const std::string& room) const {
    return room + " [" + joined(room_wings_.at(room)) + "] [" + joined(halls_of(room)) + "] " +
           std::to_string(count("", room));
  }

  std::string recent(const std::string& room) const {
    std::string newest;
    for (const CountedDrawer& drawer : drawers_) {
      if (drawer.room == room) newest = std::max(newest, drawer.day);
    }
    return newest;
  }

  std::vector<CountedDrawer> drawers_;
  std::vector<std::string> wings_;  // in order of first filing, as the others
  std::vector<std::string> rooms_;
  std::vector<std::string> graph_;  // without `general`
  std::map<std::string, std::set<std::string>> room_wings_;
  std::map<std::string, std::set<std::string>> halls_;
};

}  // namespace loci::test
