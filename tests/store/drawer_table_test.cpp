#include "store/drawer_table.h"

#include <catch_amalgamated.hpp>

#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

namespace {

/// A drawer with all its fields.
Drawer full_drawer() {
  Drawer drawer = make_drawer("notes/1", std::string("zero \0 byte, \U0001F600\r\n", 19));
  drawer.hall = "facts";
  drawer.source_file = "notes/a.md";
  drawer.chunk_index = 0;
  drawer.authored_at = "2026-01-02T03:04:05Z";
  drawer.filed_at = "2026-02-03T03:04:05Z";
  drawer.metadata = R"({"a":1})";
  return drawer;
}

void check_same(const Drawer& found, const Drawer& expected) {
  CHECK(found.id == expected.id);
  CHECK(found.name == expected.name);
  CHECK(found.place == expected.place);
  CHECK(found.text == expected.text);
  CHECK(found.hall == expected.hall);
  CHECK(found.source_file == expected.source_file);
  CHECK(found.chunk_index == expected.chunk_index);
  CHECK(found.authored_at == expected.authored_at);
  CHECK(found.filed_at == expected.filed_at);
  CHECK(found.metadata == expected.metadata);
}

Drawer in_hall(std::string name, std::optional<std::string> hall,
               std::optional<std::string> authored_at) {
  Drawer drawer = make_drawer(std::move(name));
  drawer.hall = std::move(hall);
  drawer.authored_at = std::move(authored_at);
  return drawer;
}

/// "place hall count newest first" of each fact.
Texts facts_of(Store& store, DrawerTable::Facts facts) {
  Texts lines;
  require_ok(store.drawers().each_fact(facts, [&](const PlaceFact& fact) {
    lines.push_back(std::to_string(fact.place) + " '" + std::string(fact.hall) + "' " +
                    std::to_string(fact.count) + " " + std::string(fact.newest) + " " +
                    std::to_string(fact.first));
  }));
  return lines;
}

}  // namespace

TEST_CASE("a drawer comes back with all its fields, to the byte") {
  const auto store = open_store();
  const Drawer stored = put_drawer(*store, "w", "r", full_drawer());
  check_same(value_of(store->drawers().get(stored.id)), stored);
  const Drawer plain = put_drawer(*store, "w", "r", make_drawer("plain"));
  check_same(value_of(store->drawers().get(plain.id)), plain);
  CHECK_FALSE(store->drawers().get(99).ok());
  CHECK_FALSE(value_of(store->drawers().show(99, [](const DrawerRow&) { return Status(Ok{}); })));
}

TEST_CASE("a drawer is updated in all but its name and its text") {
  const auto store = open_store();
  const Drawer stored = put_drawer(*store, "w", "r", full_drawer());
  Drawer bare = make_drawer("another name", "another text");
  bare.id = stored.id;
  bare.place = stored.place;
  require_ok(store->drawers().update(bare));
  bare.name = stored.name;
  bare.text = stored.text;
  check_same(value_of(store->drawers().get(stored.id)), bare);
  require_ok(store->drawers().update(stored));
  check_same(value_of(store->drawers().get(stored.id)), stored);
}

TEST_CASE("a drawer is found by its name, to the byte") {
  const auto store = open_store();
  const Drawer stored = put_drawer(*store, "w", "r", make_drawer("Note"));
  CHECK(value_of(store->drawers().find("Note")) == stored.id);
  CHECK(value_of(store->drawers().find("note")) == std::nullopt);
  require_ok(store->drawers().remove(stored.id));
  CHECK(value_of(store->drawers().find("Note")) == std::nullopt);
}

TEST_CASE("two drawers cannot have one name") {
  const auto store = open_store();
  Drawer drawer = put_drawer(*store, "w", "r", make_drawer("d"));
  ++drawer.id;
  CHECK_FALSE(store->drawers().insert(drawer).ok());
}

TEST_CASE("drawers are scanned in order of filing, and a visit that fails ends it") {
  const auto store = open_store();
  for (const char* name : {"b", "c", "a"}) put_drawer(*store, "w", name, make_drawer(name));
  Texts names;
  const auto visit = [&](const DrawerRow& row) -> Status {
    names.emplace_back(row.name);
    if (row.name == "c") return fail(ErrorCode::kInternal, "enough");
    return Ok{};
  };
  CHECK(store->drawers().scan(0, visit).error().message == "enough");
  CHECK(names == Texts{"b", "c"});
  names.clear();
  require_ok(store->drawers().scan(2, visit));
  CHECK(names == Texts{"a"});
}

TEST_CASE("facts tell of each place, or of each hall of each") {
  const auto store = open_store();
  put_drawer(*store, "w", "r", in_hall("1", "facts", "2026-01-31T23:59:59Z"));  // place 1
  put_drawer(*store, "v", "r", in_hall("2", std::nullopt, std::nullopt));       // place 2
  put_drawer(*store, "w", "r", in_hall("3", std::nullopt, "2025-05-05"));
  put_drawer(*store, "w", "r", in_hall("4", "facts", "2026-02-01"));
  put_drawer(*store, "w", "r", in_hall("5", "events", std::nullopt));
  put_drawer(*store, "w", "r", in_hall("6", "facts", std::nullopt));
  CHECK(facts_of(*store, DrawerTable::Facts::kHalls) ==
        Texts{"1 '' 1 2025-05-05 3", "1 'events' 1  5", "1 'facts' 3 2026-02-01 1", "2 '' 1  2"});
  CHECK(facts_of(*store, DrawerTable::Facts::kPlaces) == Texts{"1 '' 5  1", "2 '' 1  2"});
}

TEST_CASE("drawers are listed and counted by wing, by room, or by both") {
  const auto store = open_store();
  DrawerTable& drawers = store->drawers();
  for (int i = 0; i < 12; ++i) {
    put_drawer(*store, i % 2 == 0 ? "A wing" : "b", i % 3 == 0 ? "R" : "s",
               make_drawer("d" + std::to_string(i)));
  }
  using Ids = std::vector<int64_t>;
  CHECK(value_of(drawers.list({}, 4, 0)) == Ids{1, 2, 3, 4});
  CHECK(value_of(drawers.list({}, 9, 10)) == Ids{11, 12});
  CHECK(value_of(drawers.list({"a_wing", ""}, 3, 1)) == Ids{3, 5, 7});
  CHECK(value_of(drawers.list({"", "r"}, 9, 0)) == Ids{1, 4, 7, 10});
  CHECK(value_of(drawers.list({"a_wing", "r"}, 9, 0)) == Ids{1, 7});
  CHECK(value_of(drawers.list({"none", ""}, 9, 0)).empty());
  CHECK(value_of(drawers.list({}, 0, 0)).empty());
  CHECK(value_of(drawers.count({})) == 12);
  CHECK(value_of(drawers.count({"b", ""})) == 6);
  CHECK(value_of(drawers.count({"b", "s"})) == 4);
  CHECK(value_of(drawers.count()) == 12);
}

TEST_CASE("a place has drawers, and drawers of a file") {
  const auto store = open_store();
  Drawer drawer = make_drawer("d");
  drawer.source_file = "a.md";
  const Drawer stored = put_drawer(*store, "w", "r", drawer);
  put_drawer(*store, "w", "s", make_drawer("e"));
  const int64_t other = place_of(*store, "w", "s");
  DrawerTable& drawers = store->drawers();
  CHECK(value_of(drawers.has_any(stored.place, std::nullopt)));
  CHECK(value_of(drawers.has_any(stored.place, "a.md")));
  CHECK_FALSE(value_of(drawers.has_any(stored.place, "b.md")));
  CHECK(value_of(drawers.has_any(other, std::nullopt)));
  CHECK_FALSE(value_of(drawers.has_any(other, "a.md")));
  CHECK_FALSE(value_of(drawers.has_any(99, std::nullopt)));
}
