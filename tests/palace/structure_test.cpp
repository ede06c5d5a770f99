#include "palace/structure.h"

#include <catch_amalgamated.hpp>

#include "support/stored_drawers.h"
#include "support/structure_lines.h"

using namespace loci;
using namespace loci::test;

namespace {

/// A store with a drawer in each "wing/room", or "wing/room/hall".
std::unique_ptr<Store> filed(const Texts& places) {
  auto store = open_store();
  for (const std::string& place : places) {
    const size_t room = place.find('/') + 1;
    const size_t hall = std::min(place.find('/', room), place.size());
    Drawer drawer = make_drawer("d" + std::to_string(store->revision()));
    if (hall < place.size()) drawer.hall = place.substr(hall + 1);
    put_drawer(*store, place.substr(0, room - 1), place.substr(room, hall - room), drawer);
  }
  return store;
}

Drawer authored(std::string name, std::string at) {
  Drawer drawer = make_drawer(std::move(name));
  drawer.authored_at = std::move(at);
  return drawer;
}

}  // namespace

TEST_CASE("an empty palace has no structure, and says so without an error") {
  const auto store = open_store();
  CHECK(wing_lines(*store).empty());
  CHECK(taxonomy_lines(*store).empty());
  CHECK(rooms_in(*store, "").rooms.empty());
  CHECK_FALSE(rooms_in(*store, "").unknown_wing);
  CHECK(rooms_in(*store, "w").unknown_wing);
  CHECK_FALSE(walk(*store, "r", 2).found);
  CHECK(tunnels_of(*store, "", "").empty());
  CHECK(stats_lines(stats_of(*store)) == Texts{"0", "0", "0"});
}

TEST_CASE("wings and rooms come in order of first filing, by name and not by spelling") {
  const auto store = filed({"b/tea", "my-wing/R", "b/rain", "My Wing/r", "B/Tea", "my_wing/tea"});
  CHECK(wing_lines(*store) == Texts{"b 2 3", "my-wing 2 3"});
  CHECK(taxonomy_lines(*store) == Texts{"b/tea 2", "b/rain 1", "my-wing/R 2", "my-wing/tea 1"});
  CHECK(room_lines(rooms_in(*store, "")) == Texts{"tea b,my-wing 3", "R my-wing 2", "rain b 1"});
  const RoomList of_wing = rooms_in(*store, " MY__wing ");
  CHECK(of_wing.wing == "my-wing");
  CHECK(room_lines(of_wing) == Texts{"R my-wing 2", "tea b,my-wing 1"});
  const RoomList of_none = rooms_in(*store, "mywing");
  CHECK(of_none.unknown_wing);
  CHECK(of_none.wings == Texts{"b", "my-wing"});
}

TEST_CASE("first filing is that of the drawers that are there") {
  const auto store = filed({"a/x", "b/y", "a/z", "b/x"});
  remove_drawer(*store, 1);
  CHECK(taxonomy_lines(*store) == Texts{"b/y 1", "b/x 1", "a/z 1"});
  CHECK(room_lines(rooms_in(*store, "")) == Texts{"y b 1", "z a 1", "x b 1"});
}

TEST_CASE("a wing that holds nothing but a closet is none") {
  const auto store = filed({"a/x"});
  put_closet(*store, "b", "y", "file", "digest");
  PalaceCounts counts;
  require_ok(count_palace(*store, counts));
  CHECK(counts.wings == 1);
  CHECK(counts.rooms == 1);
  CHECK(wing_lines(*store) == Texts{"a 1 1"});
  CHECK(rooms_in(*store, "b").unknown_wing);
  CHECK_FALSE(walk(*store, "y", 1).found);
  CHECK(tunnels_of(*store, "b", "").empty());
}

TEST_CASE("a walk goes from wing to wing, and says by which") {
  const auto store =
      filed({"a/start", "a/near", "b/near/facts", "b/far", "c/far", "c/end", "b/near", "d/other"});
  const auto lines = [&](const char* room, int hops) {
    return walk_lines(walk(*store, room, hops));
  };
  CHECK(lines("START", 0) == Texts{"0 start [a] [] 1 via "});
  CHECK(lines("start", 1) == Texts{"0 start [a] [] 1 via ", "1 near [a,b] [facts] 3 via a"});
  CHECK(lines("start", 9) == Texts{"0 start [a] [] 1 via ", "1 near [a,b] [facts] 3 via a",
                                   "2 far [b,c] [] 2 via b", "3 end [c] [] 1 via c"});
  CHECK(lines("other", 9) == Texts{"0 other [d] [] 1 via "});
}

TEST_CASE("a room that is none has suggestions, in any spelling") {
  const auto store = filed({"a/Tea Room", "a/rain", "b/green_tea", "b/general", "b/general tea"});
  const auto suggested = [&](const char* room) {
    const Traversal traversal = walk(*store, room, 2);
    CHECK_FALSE(traversal.found);
    CHECK(traversal.rooms.empty());
    return traversal.suggestions;
  };
  CHECK(suggested("TEA") == Texts{"Tea Room", "green_tea", "general tea"});
  CHECK(suggested("general") == Texts{"general tea"});
  CHECK(suggested("\u65c5\u884c").empty());
  Texts many;
  for (int i = 0; i < 9; ++i) many.push_back("w/room " + std::to_string(i));
  CHECK(walk(*filed(many), "room", 2).suggestions.size() == kMostSuggestions);
}

TEST_CASE("no more than fifty rooms are shown of a walk, and the rest is told of") {
  for (const int rooms : {50, 51}) {
    Texts places;
    for (int i = 0; i < rooms; ++i) places.push_back("w/r" + std::to_string(i));
    const Traversal traversal = walk(*filed(places), "r0", 2);
    CHECK(traversal.rooms.size() == kMostVisitedRooms);
    CHECK(traversal.truncated == (rooms > 50));
    CHECK(traversal.rooms.back().room == "r49");
  }
}

TEST_CASE("tunnels are rooms in two wings or more, among those that are named") {
  const auto store = filed(
      {"a/x/facts", "b/x", "a/y", "c/y", "b/y/events", "c/z", "a/General", "b/general", "C/Y"});
  const auto lines = [&](const char* a, const char* b) {
    return tunnel_lines(tunnels_of(*store, a, b));
  };
  const std::string x = "x [a,b] [facts] 2 ";
  const std::string y = "y [a,b,c] [events] 4 ";
  CHECK(lines("", "") == Texts{y, x});
  CHECK(lines("A", "") == Texts{y, x});
  CHECK(lines("", "c") == Texts{y});
  CHECK(lines("a", "b") == Texts{y, x});
  CHECK(lines("a", "a") == Texts{y, x});
  CHECK(lines("c", "b") == Texts{y});
  CHECK(lines("none", "").empty());
  CHECK(lines("a", "none").empty());
}

TEST_CASE("a tunnel tells the newest day on which one of its drawers was written") {
  const auto store = open_store();
  put_drawer(*store, "a", "x", authored("1", "2026-03-01T23:59:59.5Z"));
  put_drawer(*store, "b", "x", authored("2", "2026-03-01"));
  put_drawer(*store, "b", "x", authored("3", "2025-12-31 10:00:00Z"));
  put_drawer(*store, "c", "x", make_drawer("4"));
  CHECK(tunnel_lines(tunnels_of(*store, "", "")) == Texts{"x [a,b,c] [] 4 2026-03-01"});
}

TEST_CASE("the figures of the graph leave the general room out") {
  const auto store =
      filed({"c/x/h1", "b/x/h2", "b/y", "c/general", "a/x", "b/general/h3", "a/y/h1"});
  CHECK(stats_lines(stats_of(*store)) ==
        Texts{"2", "2", "7", "b 2", "a 2", "c 1", "x a,b,c 3", "y a,b 2"});
}

TEST_CASE("ten tunnels are the top, those of most wings first") {
  Texts places;
  for (int i = 0; i < 12; ++i) {
    places.push_back("a/r" + std::to_string(i));
    places.push_back("b/r" + std::to_string(i));
  }
  places.push_back("c/r11");
  const GraphStats stats = stats_of(*filed(places));
  REQUIRE(stats.top_tunnels.size() == kMostTopTunnels);
  CHECK(stats.top_tunnels[0].room == "r11");
  CHECK(stats.top_tunnels[1].room == "r0");
  CHECK(stats.top_tunnels[9].room == "r8");
}

TEST_CASE("a room in two wings counts once, and a tunnel counts") {
  const auto store = filed({"a/x", "b/x", "b/general"});
  put_tunnel(*store, 1, 2);
  PalaceCounts counts;
  require_ok(count_palace(*store, counts));
  CHECK(counts.wings == 2);
  CHECK(counts.rooms == 2);
  CHECK(counts.tunnels == 1);
}

TEST_CASE("counts are exact, whatever came last") {
  auto store = open_store();
  value_of(in_transaction(*store, [&]() -> Result<Cleaned> {
    LOCI_ASSIGN(place, store->intern_place("A", "r"));
    for (int i = 0; i < 10'000; ++i) {
      Drawer drawer = make_drawer(std::to_string(i));
      drawer.place = place;
      LOCI_TRY(store->put_drawer(drawer, std::nullopt));
    }
    return Cleaned();
  }));
  put_drawer(*store, "B", "r", make_drawer("last"));
  CHECK(taxonomy_lines(*store) == Texts{"A/r 10000", "B/r 1"});
}

TEST_CASE("names that programs trip over are names like others") {
  const auto store = filed({"__proto__/constructor", "\u9879\u76ee/\u9879\u76ee\u7b14\u8bb0",
                            "\u9879\u76ee/\u65c5\u884c", "a.b/c"});
  CHECK(taxonomy_lines(*store) == Texts{"__proto__/constructor 1",
                                        "\u9879\u76ee/\u9879\u76ee\u7b14\u8bb0 1",
                                        "\u9879\u76ee/\u65c5\u884c 1", "a.b/c 1"});
}

TEST_CASE("a drawer whose place is missing is damage") {
  const auto store = filed({"a/x", "b/y"});
  require_ok(store->connection().execute("DELETE FROM place WHERE room = 'y'"));
  Traversal traversal;
  const Status statuses[] = {list_wings(*store, [](const WingSummary&) {}),
                             traverse(*store, "x", 1, traversal)};
  for (const Status& status : statuses) {
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().code == ErrorCode::kStoreDamaged);
  }
}
