#include <catch_amalgamated.hpp>
#include <string>

#include "base/timestamp.h"
#include "palace/scope.h"
#include "support/palace_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

PalaceRequest ask(std::string query, std::string wing, std::string room = "") {
  PalaceRequest request;
  request.query = std::move(query);
  request.wing = std::move(wing);
  request.room = std::move(room);
  return request;
}

int64_t instant(std::string_view text) { return value_of(parse_instant(text)); }

PlainDrawer drawer_in(std::string name, std::string text, std::string wing, std::string room) {
  PlainDrawer drawer{std::move(name), std::move(text)};
  drawer.wing = std::move(wing);
  drawer.room = std::move(room);
  return drawer;
}

}  // namespace

TEST_CASE("a wing and a room are found in any spelling, and shown in the first") {
  PalaceFixture fixture;
  fixture.add(drawer_in("a", "a pump", "My Wing", "Boiler-Room"));
  fixture.add(drawer_in("b", "the pump", "my_wing", "attic"));
  fixture.add(drawer_in("c", "no pump", "mywing", "boiler room"));
  for (const char* wing : {"my-wing", " MY  WING ", "My_Wing"}) {
    const PalaceReply reply = fixture.search(ask("pump", wing));
    CHECK(reply.results.size() == 2);
    CHECK(reply.total_before_filter == 2);
    CHECK(reply.wing == "My Wing");
    CHECK_FALSE(reply.room.has_value());
  }
  const PalaceReply room = fixture.search(ask("pump", "", "BOILER ROOM"));
  CHECK(room.results.size() == 2);
  CHECK(room.room == "Boiler-Room");
  CHECK(names_of(fixture.search(ask("pump", "my wing", "boiler_room"))) == Texts{"a"});
  CHECK(fixture.search(ask("pump", "", " ")).total_before_filter == 3);
}

TEST_CASE("a wing or a room that is none finds nothing, and is told which there are") {
  PalaceFixture fixture;
  fixture.add(drawer_in("a", "a pump", "north", "attic"));
  fixture.add(drawer_in("b", "a pump", "south", "cellar"));
  const PalaceReply wing = fixture.search(ask("pump", "erp", "attic"));
  CHECK(wing.results.empty());
  CHECK(wing.total_before_filter == 0);
  CHECK(wing.reason == NothingFound::kUnknownWing);
  CHECK(wing.wings == Texts{"north", "south"});
  CHECK(wing.rooms.empty());
  CHECK(wing.wing == "erp");
  const PalaceReply room = fixture.search(ask("pump", "north", "cellar"));
  CHECK(room.reason == NothingFound::kUnknownRoom);
  CHECK(room.wings == Texts{"north", "south"});
  CHECK(room.rooms == Texts{"attic"});
  CHECK(fixture.search(ask("pump", "", "hall")).rooms == Texts{"attic", "cellar"});
}

TEST_CASE("a wing is gone with its last drawer, though a closet stands in it") {
  PalaceFixture fixture;
  fixture.add(drawer_in("a", "a pump", "north", "room"));
  fixture.add(drawer_in("b", "a pump", "south", "room"));
  fixture.add_closet("north", "elsewhere.md", {1, 0});
  CHECK(fixture.search(ask("pump", "north")).results.size() == 1);
  value_of(fixture.palace.remove_drawer("a"));
  CHECK(fixture.search(ask("pump", "north")).reason == NothingFound::kUnknownWing);
  CHECK(fixture.search(ask("pump", "south")).results.size() == 1);
}

TEST_CASE("dates are compared as instants, and leave out what was never filed") {
  PalaceFixture fixture;
  const std::pair<const char*, const char*> filed[] = {{"first", "2026-01-01T00:00:00Z"},
                                                       {"second", "2026-01-02T01:00:00+02:00"},
                                                       {"third", "2026-01-02"}};
  for (const auto& [name, date] : filed) {
    PlainDrawer drawer{name, std::string("pump ") + name};
    drawer.filed_at = date;
    fixture.add(drawer);
  }
  fixture.add({"never", "pump never"});
  PalaceRequest request = ask("pump", "");
  CHECK(fixture.search(request).results.size() == 4);
  request.since = instant("2026-01-01T23:00:00Z");
  CHECK(names_of(fixture.search(request)) == Texts{"second", "third"});
  CHECK(fixture.search(request).total_before_filter == 2);
  request.before = instant("2026-01-02");
  CHECK(names_of(fixture.search(request)) == Texts{"second"});
  request.since.reset();
  CHECK(names_of(fixture.search(request)) == Texts{"first", "second"});
}

TEST_CASE("a wing of one of five hundred is searched, though all others are nearer") {
  for (const bool with_vectors : {false, true}) {
    PalaceFixture fixture;
    for (int i = 0; i < 499; ++i) {
      PlainDrawer drawer =
          drawer_in("d" + std::to_string(i), "deploy " + std::to_string(i), "erp", "room");
      if (with_vectors) drawer.vector = {1, 0.001f * static_cast<float>(i)};
      fixture.add(drawer);
    }
    PlainDrawer drawer = drawer_in("only", "a text in which a deploy is named", "ap-erp", "room");
    if (with_vectors) drawer.vector = {0, 1};
    fixture.add(drawer);
    PalaceRequest request = ask("deploy", "ap erp");
    if (with_vectors) request.embedding = {1, 0};
    const PalaceReply reply = fixture.search(request);
    REQUIRE(names_of(reply) == Texts{"only"});
    CHECK(reply.total_before_filter == 1);
    CHECK(reply.bm25_only == !with_vectors);
    if (with_vectors) CHECK(*reply.results[0].distance == 1);
  }
}

TEST_CASE("closets are taken from the wing and the room that are searched") {
  PalaceFixture fixture;
  PlainDrawer drawer = drawer_in("a", "a pump", "north", "room");
  drawer.vector = {0, 1};
  drawer.source_file = "a.md";
  fixture.add(drawer);
  for (int i = 0; i < 6; ++i) fixture.add_closet("south", std::to_string(i) + ".md", {1, 0});
  fixture.add_closet("north", "a.md", {3, 4});
  PalaceRequest request = ask("pump", "");
  request.embedding = {1, 0};
  CHECK(fixture.search(request).results[0].closet_boost == 0);
  request.wing = "north";
  CHECK(fixture.search(request).results[0].closet_boost == 0.40);
}

TEST_CASE("few of many are listed, many are marked, and all need neither") {
  PalaceFixture fixture;
  for (int i = 0; i < 100; ++i) {
    fixture.add(drawer_in("d" + std::to_string(i), "text", "wing", "room"));
  }
  PalaceIndex& index = *value_of(fixture.palace.index());
  const DrawerFilter few(std::vector<uint32_t>{7, 3}, index);
  REQUIRE(few.get().listed != nullptr);
  CHECK(*few.get().listed == std::vector<int64_t>{index.facts(3).id, index.facts(7).id});
  std::vector<uint32_t> half(50);
  for (uint32_t i = 0; i < 50; ++i) half[i] = 2 * i;
  const DrawerFilter many(half, index);
  CHECK(many.get().listed == nullptr);
  CHECK(many.get().groups[4]);
  CHECK_FALSE(many.get().groups[5]);
  Scope all;
  all.is_whole = true;
  CHECK(DrawerFilter(all, index).get().accepts_all());
}
