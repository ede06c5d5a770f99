#include "palace/places.h"

#include <catch_amalgamated.hpp>

#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

namespace {

/// "id wing/room" of each place, as it is shown.
Texts shown(const Places& places) {
  Texts texts;
  for (const ShownPlace& place : places.all()) {
    texts.push_back(std::to_string(place.id) + " " + place.wing + "/" + place.room);
  }
  return texts;
}

}  // namespace

TEST_CASE("names are shown as the oldest place spells them, in every place") {
  const auto store = open_store();
  put_drawer(*store, "My Wing", "the-room", make_drawer("1"));
  put_drawer(*store, "other", "The Room", make_drawer("2"));
  put_drawer(*store, "my-wing", "Attic", make_drawer("3"));
  put_drawer(*store, "OTHER", "attic", make_drawer("4"));
  put_drawer(*store, "MY_WING", "THE ROOM", make_drawer("5"));
  const Places places = value_of(Places::load(*store));
  CHECK(shown(places) ==
        Texts{"1 My Wing/the-room", "2 other/the-room", "3 My Wing/Attic", "4 other/Attic"});
  CHECK(places.wing_count() == 2);
  CHECK(places.room_count() == 2);
  remove_drawer(*store, 1);
  remove_drawer(*store, 5);
  CHECK(shown(value_of(Places::load(*store))) ==
        Texts{"2 other/The Room", "3 my-wing/Attic", "4 other/Attic"});
}

TEST_CASE("places are found by id, by wing and by room") {
  const auto store = open_store();
  put_drawer(*store, "b", "x", make_drawer("1"));
  put_drawer(*store, "a", "y", make_drawer("2"));
  put_drawer(*store, "b", "y", make_drawer("3"));
  const Places places = value_of(Places::load(*store));
  REQUIRE(places.find(2) != nullptr);
  CHECK(places.find(2)->wing == "a");
  CHECK(places.find(4) == nullptr);
  CHECK(places.find(0) == nullptr);
  REQUIRE(places.with_wing("b") != nullptr);
  CHECK(places.with_wing("b")->id == 1);
  CHECK(places.with_room("y")->id == 2);
  CHECK(places.with_wing("c") == nullptr);
  CHECK(places.with_wing("") == nullptr);
  CHECK(places.with_room("a") == nullptr);
  CHECK(places.find(1)->wing_number == places.find(3)->wing_number);
  CHECK(places.find(1)->wing_number != places.find(2)->wing_number);
  CHECK(places.find(2)->room_number == places.find(3)->room_number);
  CHECK(places.wing(places.find(3)->wing_number) == "b");
}

TEST_CASE("an empty palace has no places") {
  const auto store = open_store();
  const Places places = value_of(Places::load(*store));
  CHECK(places.all().empty());
  CHECK(places.wing_count() == 0);
  CHECK(places.with_wing("w") == nullptr);
}
