// The structure of the palace as the bindings see it.

#include <catch_amalgamated.hpp>

#include "support/palace_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

/// Two wings that share a room, one that stands alone, and a room that is none of the graph.
std::unique_ptr<Engine> open_palace() {
  auto engine = open_engine();
  const auto file = [&](const char* place, const char* text, json more = json::object()) {
    file_drawer(*engine, drawer_json("", place, text, std::move(more)));
  };
  file("Garden/Water Works", "pump",
       {{"hall", "facts"}, {"authoredAt", "2026-03-01T23:30:00-02:00"}});
  file("workshop/water-works", "pipe", {{"hall", "events"}, {"authoredAt", "2026-02-01"}});
  file("workshop/tools", "saw");
  file("garden/general", "hello");
  file("workshop/general", "hello");
  file("attic/box", "toys");
  return engine;
}

}  // namespace

TEST_CASE("wings, rooms and the taxonomy come in order of first filing") {
  const auto engine = open_palace();
  CHECK(call(*engine, &Engine::palace_list_wings) ==
        json{{"wings",
              {{{"wing", "Garden"}, {"rooms", 2}, {"drawers", 2}},
               {{"wing", "workshop"}, {"rooms", 3}, {"drawers", 3}},
               {{"wing", "attic"}, {"rooms", 1}, {"drawers", 1}}}},
             {"warnings", json::array()}});
  const json rooms = call(*engine, &Engine::palace_list_rooms, {"WORKSHOP"});
  CHECK(rooms["wing"] == "workshop");
  CHECK(rooms["rooms"][0] ==
        json{{"room", "Water Works"}, {"wings", {"Garden", "workshop"}}, {"drawers", 1}});
  CHECK(call(*engine, &Engine::palace_list_rooms)["rooms"].size() == 4);
  CHECK(call(*engine, &Engine::palace_list_rooms)["wing"].is_null());
  const json unknown = call(*engine, &Engine::palace_list_rooms, {"cellar"});
  CHECK(unknown["reason"] == "unknown_wing");
  CHECK(unknown["wings"] == json{"Garden", "workshop", "attic"});
  CHECK(unknown["rooms"].empty());
  CHECK(engine->palace_taxonomy("[]", kCallTime).value() ==
        R"({"Garden":{"Water Works":1,"general":1},)"
        R"("workshop":{"Water Works":1,"tools":1,"general":1},"attic":{"box":1}})");
}

TEST_CASE("names of any kind are keys of the taxonomy") {
  const auto engine = open_engine();
  file_drawer(*engine, drawer_json("", "__proto__/\"quoted\"\\", "text"));
  CHECK(call(*engine, &Engine::palace_taxonomy) == json{{"__proto__", {{"\"quoted\"\\", 1}}}});
}

TEST_CASE("a traversal starts at a room that there is, and goes so far as is said") {
  const auto engine = open_palace();
  const json reply = call(*engine, &Engine::palace_traverse, {"WATER works"});
  CHECK(reply == json{{"rooms",
                       {{{"room", "Water Works"},
                         {"wings", {"Garden", "workshop"}},
                         {"halls", {"events", "facts"}},
                         {"count", 2},
                         {"hop", 0}},
                        {{"room", "tools"},
                         {"wings", {"workshop"}},
                         {"halls", json::array()},
                         {"count", 1},
                         {"hop", 1},
                         {"connected_via", {"workshop"}}}}},
                      {"truncated", false},
                      {"warnings", json::array()}});
  for (const json& hops : {json(0), json{{"maxHops", 0}}}) {
    CHECK(call(*engine, &Engine::palace_traverse, {"tools", hops})["rooms"].size() == 1);
  }
  for (const json& hops : {json(), json::object(), json(2), json(10), json(2.0)}) {
    CHECK(call(*engine, &Engine::palace_traverse, {"tools", hops})["rooms"].size() == 2);
  }
  for (const json& hops : {json(11), json(-1), json(0.5), json("2"), json{{"maxHops", 11}}}) {
    INFO(hops.dump());
    CHECK(refusal(*engine, &Engine::palace_traverse, argument_list({"tools", hops}))
              .starts_with("invalid_argument: maxHops must be"));
  }
  CHECK(refusal(*engine, &Engine::palace_traverse, argument_list({"tools", {{"hops", 1}}}))
            .starts_with("invalid_argument: hops is unknown"));
}

TEST_CASE("a room that is none is told with those like it") {
  const auto engine = open_palace();
  const Reply reply = engine->palace_traverse("[\"water\"]", kCallTime);
  REQUIRE_FALSE(reply.ok());
  CHECK(name_of(reply.error().code) == "not_found");
  CHECK(reply.error().message == "there is no room water; like it are Water Works");
  CHECK(reply.error().detail == R"({"suggestions":["Water Works"]})");
  const Reply general = engine->palace_traverse("[\"general\"]", kCallTime);
  REQUIRE_FALSE(general.ok());
  CHECK(general.error().detail == R"({"suggestions":[]})");
}

TEST_CASE("tunnels are the rooms that stand in two wings") {
  const auto engine = open_palace();
  const json tunnel = {{"room", "Water Works"},
                       {"wings", {"Garden", "workshop"}},
                       {"halls", {"events", "facts"}},
                       {"count", 2},
                       {"recent", "2026-03-02"}};
  const auto tunnels = [&](std::initializer_list<json> wings) {
    return call(*engine, &Engine::palace_find_tunnels, wings);
  };
  CHECK(tunnels({}) == json::array({tunnel}));
  CHECK(tunnels({"garden"}).size() == 1);
  CHECK(tunnels({"", "Workshop"}).size() == 1);
  CHECK(tunnels({"garden", "attic"}).empty());
  CHECK(tunnels({"nowhere"}).empty());
  CHECK(call(*engine, &Engine::palace_graph_stats) ==
        json{{"total_rooms", 3},
             {"tunnel_rooms", 1},
             {"total_edges", 2},
             {"rooms_per_wing", {{"workshop", 2}, {"Garden", 1}, {"attic", 1}}},
             {"top_tunnels",
              {{{"room", "Water Works"}, {"wings", {"Garden", "workshop"}}, {"count", 2}}}},
             {"warnings", json::array()}});
}

TEST_CASE("an empty palace has a structure, too") {
  const auto engine = open_engine();
  CHECK(call(*engine, &Engine::palace_list_wings)["wings"].empty());
  CHECK(call(*engine, &Engine::palace_taxonomy) == json::object());
  CHECK(call(*engine, &Engine::palace_find_tunnels).empty());
  CHECK(call(*engine, &Engine::palace_graph_stats)["rooms_per_wing"] == json::object());
}
