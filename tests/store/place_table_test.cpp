#include "store/place_table.h"

#include <catch_amalgamated.hpp>

#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

TEST_CASE("a place is one however its names are spelled, and keeps the first spelling") {
  const auto store = open_store();
  PlaceTable& places = store->places();
  CHECK(value_of(places.intern("My Wing", "The Room", 5)) == 5);
  CHECK(value_of(places.intern("my-wing", "the_ROOM", 6)) == 5);
  CHECK(value_of(places.intern("mywing", "the room", 7)) == 7);
  CHECK(value_of(places.find("MY_WING", " the room ")) == 5);
  CHECK(value_of(places.find("my wing", "theroom")) == std::nullopt);
  const auto all = value_of(places.all());
  REQUIRE(all.size() == 2);
  CHECK(all[0].wing == "My Wing");
  CHECK(all[0].room == "The Room");
  CHECK(all[0].wing_key == "my_wing");
  CHECK(all[0].room_key == "the_room");
  CHECK(places_of(*store) == Texts{"My Wing/The Room", "mywing/the room"});
}

TEST_CASE("a place whose keys are of other names is found") {
  const auto store = open_store();
  for (int i = 1; i < 5; ++i) {
    value_of(store->places().intern("w", "Room " + std::to_string(i), i));
  }
  Texts findings;
  std::vector<int64_t> ids;
  require_ok(store->places().check(9, findings, ids));
  CHECK(findings.empty());
  require_ok(
      store->connection().execute("UPDATE place SET room_key = 'other' WHERE id = 2;"
                                  "UPDATE place SET wing_key = 'W' WHERE id = 4"));
  require_ok(store->places().check(9, findings, ids));
  CHECK(ids == std::vector<int64_t>{2, 4});
  CHECK(findings == Texts{"place 2: its keys are not those of its names",
                          "place 4: its keys are not those of its names"});
  require_ok(store->places().check(3, findings, ids));
  CHECK(findings.size() == 3);
}

TEST_CASE("a place goes only when nothing stands in it") {
  const auto store = open_store();
  const Drawer drawer = put_drawer(*store, "a", "r", make_drawer("d"));
  put_drawer(*store, "b", "r", make_drawer("e"));
  const int64_t place = place_of(*store, "a", "r");
  const auto remains = [&] {
    require_ok(store->places().remove_if_empty(place));
    return place_of(*store, "a", "r") == place;
  };
  CHECK(remains());
  require_ok(store->drawers().remove(drawer.id));
  const Closet closet = put_closet(*store, "a", "r", "f", "digest");
  CHECK(remains());
  const Tunnel to = put_tunnel(*store, place_of(*store, "b", "r"), place);
  require_ok(store->closets().remove(closet.id));
  CHECK(remains());
  CHECK(value_of(store->tunnels().remove(to.id)));
  CHECK_FALSE(remains());
}
