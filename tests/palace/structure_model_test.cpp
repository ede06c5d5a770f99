// Random palaces, whose structure must be what slow_structure.h counts from a plain list.

#include <catch_amalgamated.hpp>
#include <random>

#include "support/slow_structure.h"
#include "support/stored_drawers.h"
#include "support/structure_lines.h"

using namespace loci;
using namespace loci::test;

namespace {

struct Palaces {
  explicit Palaces(uint32_t seed) : random(seed) {}

  uint32_t below(uint32_t n) { return random() % n; }

  CountedDrawer drawer() {
    CountedDrawer drawer;
    drawer.wing = "wing" + std::to_string(below(wings));
    drawer.room = below(9) == 0 ? "general" : "room" + std::to_string(below(rooms));
    if (below(3) > 0) drawer.hall = "hall" + std::to_string(below(4));
    if (below(4) > 0)
      drawer.day = "2026-0" + std::to_string(1 + below(9)) + "-1" + std::to_string(below(10));
    return drawer;
  }

  /// Files drawers, and takes some away again; what is left.
  std::vector<CountedDrawer> fill(Store& store) {
    std::map<int64_t, CountedDrawer> filed;
    for (uint32_t left = below(80); left > 0; --left) {
      const CountedDrawer drawer = this->drawer();
      Drawer stored = make_drawer("d" + std::to_string(store.revision()));
      if (!drawer.hall.empty()) stored.hall = drawer.hall;
      if (!drawer.day.empty()) stored.authored_at = drawer.day + "T12:00:00Z";
      filed[put_drawer(store, drawer.wing, drawer.room, stored).id] = drawer;
      if (below(5) > 0) continue;
      const auto gone = std::next(filed.begin(), below(static_cast<uint32_t>(filed.size())));
      remove_drawer(store, gone->first);
      filed.erase(gone);
    }
    std::vector<CountedDrawer> drawers;
    for (auto& [id, drawer] : filed) drawers.push_back(std::move(drawer));
    return drawers;
  }

  std::mt19937 random;
  uint32_t wings = 1 + below(8);
  uint32_t rooms = 1 + below(20);
};

void require_same_walks(Store& store, const SlowStructure& slow, const Palaces& palaces) {
  for (uint32_t room = 0; room < palaces.rooms; ++room) {
    const std::string name = "room" + std::to_string(room);
    for (const int hops : {0, 1, 2, 5}) {
      INFO(name << ", " << hops << " hops");
      const Traversal traversal = walk(store, name, hops);
      if (traversal.found) REQUIRE(walk_lines(traversal) == slow.traverse(name, hops));
      REQUIRE(traversal.found == slow.has_room(name));
    }
  }
}

}  // namespace

TEST_CASE("the structure of a palace is what is counted drawer by drawer") {
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    INFO("seed " << seed);
    Palaces palaces(seed);
    const auto store = open_store();
    const SlowStructure slow(palaces.fill(*store));
    REQUIRE(taxonomy_lines(*store) == slow.taxonomy());
    REQUIRE(room_lines(rooms_in(*store, "")) == slow.rooms(""));
    for (const std::string& wing : slow.wings()) {
      REQUIRE(room_lines(rooms_in(*store, wing)) == slow.rooms(wing));
    }
    require_same_walks(*store, slow, palaces);
    for (const auto& [a, b] :
         {std::pair("", ""), std::pair("wing0", ""), std::pair("wing1", "wing0")}) {
      REQUIRE(tunnel_lines(tunnels_of(*store, a, b)) == slow.tunnels(a, b));
    }
    REQUIRE(stats_lines(stats_of(*store)) == slow.stats());
  }
}
