// What evidence_search takes and gives: arguments at their bounds, the shape of replies, filters,
// duplicates and excerpts. The ranking is compared with a slow reference in
// tests/engine_evidence_model_test.cpp.

#include <catch_amalgamated.hpp>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "support/evidence_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

using Ids = std::vector<std::string>;

std::string refused(const json& request, const json& options = json::object()) {
  const auto engine = open_engine();
  return refusal(*engine, &Engine::evidence_search, json::array({request, options}).dump());
}

json in_session(const std::string& session) { return {{"session", session}}; }

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

// --- replies ---

TEST_CASE("a reply has all that SPEC says, under the names it says") {
  const auto engine = open_engine();
  json more = concepts({"water"});
  more["entities"].push_back({{"kind", "person"}, {"id", "p"}, {"name", "Anna"}});
  more["writtenAt"] = "2024-05-04T00:00:00.000Z";
  save(*engine, "a", "the pump broke", "Anna mended the pump 🟡 of the hut.", more);
  save(*engine, "b", "the roof", "snow", concepts({"water"}));
  const json reply = search(*engine, "pump");
  CHECK(reply["warnings"] == json::array());
  CHECK_FALSE(reply.contains("reason"));
  CHECK(reply["cursor"].get<std::string>().starts_with("cursor_1_"));
  REQUIRE(reply["events"].size() == 1);
  json event = reply["events"][0];
  const double expected = 2.0 / 61 + 1.0 / 61;
  CHECK(std::abs(event["score"].get<double>() - expected) < 1e-12);
  event.erase("score");
  CHECK(event == json({{"id", "a"},
                       {"summary", "the pump broke"},
                       {"writtenAt", "2024-05-04T00:00:00.000Z"},
                       {"entities",
                        {{{"kind", "concept"}, {"id", "water"}, {"name", "water"}},
                         {{"kind", "person"}, {"id", "p"}, {"name", "Anna"}}}},
                       {"excerpt",
                        {{"text", "Anna mended the pump 🟡 of the hut."},
                         {"range", {0, 34}},
                         {"range16", {0, 35}}}},
                       {"contentLength", 34}}));
  CHECK(reply["concepts"] ==
        json({{{"id", "water"}, {"name", "water"}, {"events", 2}, {"event_ids", {"a"}}}}));
  CHECK(codes_in(reply["notes"]) == Ids{"check_source", "no_causality", "heuristic_scores"});
}

TEST_CASE("an empty reply says why, and that it proves nothing") {
  const auto engine = open_engine();
  save(*engine, "a", "pump", "text");
  const auto empty = [&](const json& request, const char* reason) {
    const json reply = search(*engine, request);
    INFO(reply.dump());
    CHECK(reply["events"].empty());
    CHECK(reply["cursor"].is_null());
    CHECK(reply["concepts"].empty());
    CHECK(reply["reason"] == reason);
    CHECK(codes_in(reply["notes"]) == Ids{"empty_proves_nothing"});
  };
  empty({{"query_text", "!!!"}}, "no_query_terms");
  empty({{"query_text", "roof"}}, "no_match");
  empty({{"query_text", "pump"}, {"entities", {"nobody"}}}, "no_match");
  empty({{"query_text", "pump"}, {"exclude", {"a"}}}, "nothing_new");
  search(*engine, "pump");
  empty({{"query_text", "pump"}}, "nothing_new");
  empty(json::object(), "nothing_new");
  empty({{"query_text", "roof"}}, "no_match");
}

TEST_CASE("what matches and was given is told from what never matched, though others are left") {
  const auto engine = open_engine();
  save(*engine, "a", "pump", "text");
  save(*engine, "b", "roof", "other");
  search(*engine, "pump");
  CHECK(search(*engine, "pump")["reason"] == "nothing_new");
  CHECK(search(*engine, "gutter")["reason"] == "no_match");
}

TEST_CASE("a passage that several events of a reply hold comes once") {
  const auto engine = open_engine();
  const std::string passage = "The pump is opened every spring, before the water comes.";
  for (const char* id : {"a", "b", "c"}) {
    save(*engine, id, "pump", passage + std::string(200, ' ') + id);
  }
  const json events = search(*engine, "pump")["events"];
  REQUIRE(events.size() == 3);
  const std::string shown = events[0]["excerpt"]["text"];
  CHECK(shown.starts_with(passage));
  for (size_t i : {1, 2}) {
    CHECK_FALSE(events[i].contains("excerpt"));
    CHECK(events[i]["quoteRef"]["id"] == events[0]["id"]);
    CHECK(events[i]["quoteRef"]["range"] == events[0]["excerpt"]["range"]);
  }
  const json again = search(*engine, {{"query_text", "pump"}, {"include_delivered", true}});
  for (const json& event : again["events"]) CHECK(event["excerpt"]["text"] == shown);
}

TEST_CASE("without a question the newest come first, undated ones last, ties as stored") {
  const auto engine = open_engine();
  const auto at = [](const char* date) { return json{{"writtenAt", date ? json(date) : json()}}; };
  save(*engine, "undated", "s", "1", at(nullptr));
  save(*engine, "old", "s", "2", at("2020-01-01"));
  save(*engine, "new", "s", "3", at("2024-01-01"));
  save(*engine, "also new", "s", "4", at("2024-01-01"));
  save(*engine, "copy", "s", "3", at("2022-01-01"));
  for (const json& request : {json::object(), json{{"query_text", "  \n"}},
                              json{{"query_text", nullptr}}, json{{"query_text", ""}}}) {
    const json reply = search(*engine, request, in_session(request.dump()));
    CHECK(ids_in(reply) == Ids{"new", "also new", "old", "undated"});
    CHECK(reply["events"][0]["score"].is_null());
    CHECK(reply["events"][0]["duplicates"] == json{"copy"});
    CHECK(codes_in(reply["notes"]) == Ids{"check_source"});
  }
  json between = {{"since", "2020-01-01"}, {"before", "2024-01-01"}};
  CHECK(ids_in(search(*engine, between)) == Ids{"copy", "old"});
  between = {{"before", "2021-01-01"}};
  CHECK(ids_in(search(*engine, between, in_session("b"))) == Ids{"old"});
}

TEST_CASE("filters take an entity by its id, or by its name in any spelling, and want all") {
  const auto engine = open_engine();
  const auto entity = [](const char* kind, const char* id, const char* name) {
    return json{{"kind", kind}, {"id", id}, {"name", name}};
  };
  save(*engine, "a", "s", "1", {{"entities", {entity("person", "p1", "José Núñez")}}});
  save(*engine, "b", "s", "2",
       {{"entities", {entity("person", "p1", "José Núñez"), entity("concept", "c1", "Water")}}});
  const auto found = [&](const json& entities) {
    static int session = 0;
    return ids_in(
        search(*engine, json{{"entities", entities}}, in_session("s" + std::to_string(++session))));
  };
  CHECK(found({"p1"}) == Ids{"a", "b"});
  CHECK(found({"jose nunez"}) == Ids{"a", "b"});
  CHECK(found({"ＷＡＴＥＲ"}) == Ids{"b"});
  CHECK(found({"p1", "water"}) == Ids{"b"});
  CHECK(found({"P1"}).empty());
  CHECK(found({""}).empty());
  CHECK(found(json::array()) == Ids{"a", "b"});
}

TEST_CASE("one of 500 that the filter keeps is found, though the others match better") {
  const auto engine = open_engine();
  for (int i = 0; i < 499; ++i) {
    save(*engine, "e" + std::to_string(i), "pump pump", "pump " + std::to_string(i));
  }
  save(*engine, "wanted", "roof, and once the pump", "text", concepts({"roof"}));
  CHECK(ids_in(search(*engine, json{{"query_text", "pump"}, {"entities", {"roof"}}})) ==
        Ids{"wanted"});
}

TEST_CASE("a long record gives one result, and leaves room for a note") {
  const auto engine = open_engine();
  save(*engine, "book", "all about pumps", repeated("the pump is a pump. ", 4000));
  save(*engine, "note", "a pump", "the pump leaks");
  CHECK(ids_in(search(*engine, "pump")).size() == 2);
}

TEST_CASE("the same content comes once, and the ids of the others with it") {
  const auto engine = open_engine();
  save(*engine, "a", "pump one", "37 snapshots\nof the pump");
  save(*engine, "b", "pump two", "37 snapshots\r\nof the pump");
  save(*engine, "c", "pump three", "37 snapshots  \nof the pump \n");
  save(*engine, "d", "pump four", "15 snapshots\nof the pump");
  const json reply = search(*engine, "pump");
  CHECK(ids_in(reply) == Ids{"a", "d"});
  CHECK(reply["events"][0]["duplicates"] == json{"b", "c"});
  CHECK_FALSE(reply["events"][1].contains("duplicates"));
}

TEST_CASE("events without content are no duplicates") {
  const auto engine = open_engine();
  for (const char* id : {"a", "b", "c"}) save(*engine, id, std::string("pump ") + id);
  save(*engine, "d", "pump d", " \n");
  const json reply = search(*engine, "pump");
  CHECK(ids_in(reply).size() == 4);
  for (const json& event : reply["events"]) {
    CHECK_FALSE(event.contains("duplicates"));
    CHECK_FALSE(event.contains("quoteRef"));
  }
}

TEST_CASE("an event without vectors is found beside forty that have them") {
  const auto engine = open_engine();
  for (int i = 0; i < 60; ++i) {
    EvidenceCall call(event_json("v" + std::to_string(i), "pump", "text " + std::to_string(i)));
    call.event_vector({1, static_cast<float>(i)}).chunk_vectors({Vector{1, 2}});
    call.answer(*engine, &Engine::evidence_save);
  }
  save(*engine, "late", "the roof leaks", "snow on the roof");
  EvidenceCall call(json{{"query_text", "roof snow"}});
  const json reply = call.embedding({1, 0}).answer(*engine, &Engine::evidence_search);
  CHECK(ids_in(reply).size() == 4);
  const Ids ids = ids_in(reply);
  CHECK(std::find(ids.begin(), ids.end(), "late") != ids.end());
}

TEST_CASE("an embedding that cannot be used leaves the words, and a warning says why") {
  const auto engine = open_engine();
  EvidenceCall(event_json("a", "pump", "text"), {{"model", "one"}})
      .event_vector({1, 0})
      .answer(*engine, &Engine::evidence_save);
  const auto warned = [&](const Vector& vector, const char* model) {
    EvidenceCall call(json{{"query_text", "pump"}, {"reset_seen", true}}, {{"model", model}});
    const json reply = call.embedding(vector).answer(*engine, &Engine::evidence_search);
    CHECK(ids_in(reply) == Ids{"a"});
    return codes_in(reply["warnings"]);
  };
  CHECK(warned({1, 0}, "one").empty());
  CHECK(warned({1, 0}, "two") == Ids{"model_mismatch"});
  CHECK(warned({1, 0, 0}, "one") == Ids{"dimension_mismatch"});
  CHECK(warned({0, 0}, "one") == Ids{"invalid_vector"});
  // With nothing else to go by, the newest come.
  EvidenceCall call(json{{"reset_seen", true}});
  const json reply = call.embedding({1, 0, 0}).answer(*engine, &Engine::evidence_search);
  CHECK(ids_in(reply) == Ids{"a"});
  CHECK(reply["events"][0]["score"].is_null());
}

// --- excerpts ---

TEST_CASE("the excerpt shows where a long document matches, within its first 32 000 characters") {
  const auto engine = open_engine();
  std::string lines;
  for (int i = 1; i <= 200; ++i) {
    lines += i == 150 ? "here the 备份 of the pump failed\n" : "line " + std::to_string(i) + "\n";
  }
  save(*engine, "a", "log", lines);
  const json event = search(*engine, "备份 pump")["events"][0];
  CHECK(event["excerpt"]["text"].get<std::string>().find("备份 of the pump") != std::string::npos);
  CHECK(event["hint"] == "use read");
  CHECK(event["contentLength"] == utf8::count_code_points(lines));

  const std::string before = repeated("x ", 15'997);  // 31 994 characters
  save(*engine, "inside", "valve", before + "valve " + repeated("y ", 100));
  save(*engine, "outside", "gauge", before + "x x x x gauge");
  const auto shown = [&](const char* word) {
    return search(*engine, word)["events"][0]["excerpt"]["text"].get<std::string>();
  };
  CHECK(shown("valve").find("valve") != std::string::npos);
  CHECK(shown("gauge").starts_with("x x "));
}

TEST_CASE("with an embedding the excerpt is from the nearest chunk") {
  const auto engine = open_engine();
  const std::string content = repeated("pump alpha ", 100) + repeated("pump omega ", 100);
  EvidenceCall(event_json("a", "s", content))
      .chunk_vectors({Vector{0, 1}, Vector{1, 1}, Vector{1, 0}, Vector{-1, 1}})
      .answer(*engine, &Engine::evidence_save);
  EvidenceCall call(json{{"query_text", "pump"}});
  const json reply = call.embedding({1, 0}).answer(*engine, &Engine::evidence_search);
  const json& range = reply["events"][0]["excerpt"]["range"];
  CHECK(range[0].get<int>() >= 1360 - 120);
  CHECK(range[0].get<int>() < 2160);
}

// --- arguments ---

TEST_CASE("arguments of a search are checked, and named") {
  CHECK(refused({{"query_text", 5}}) == "invalid_argument: query_text must be a string, not 5");
  CHECK(refused({{"query", "x"}}).starts_with("invalid_argument: query is unknown here"));
  CHECK(refused({{"limit", 5}}).starts_with("invalid_argument: limit is unknown here"));
  CHECK(refused({{"entities", "x"}}).starts_with("invalid_argument: entities must be an array"));
  CHECK(refused({{"exclude", {1}}}).starts_with("invalid_argument: exclude must be an array"));
  CHECK(refused({{"since", "yesterday"}}).starts_with("invalid_argument: since"));
  CHECK(refused({{"before", 5}}).starts_with("invalid_argument: before"));
  CHECK(refused({{"reset_seen", 1}}).starts_with("invalid_argument: reset_seen must be true"));
  CHECK(refused({{"include_delivered", nullptr}}).starts_with("invalid_argument: include"));
  CHECK(refused("pump").starts_with("invalid_argument: request must be an object"));
  CHECK(refused(json::object(), {{"session", ""}}).starts_with("invalid_argument: session"));
  CHECK(refused(json::object(), {{"session", 5}}).starts_with("invalid_argument: session"));
  CHECK(refused(json::object(), {{"seed", 5}}).starts_with("invalid_argument: seed is unknown"));
  CHECK(refused(json::object(), {{"model", 5}}).starts_with("invalid_argument: model"));
}

TEST_CASE("sizes are bounded, and may be as large as that") {
  const auto engine = open_engine();
  const auto takes = [&](const json& request, const json& options = json::object()) {
    return ids_in(search(*engine, request, options)).empty();
  };
  CHECK(takes(json::object(), in_session(std::string(512, 's'))));
  CHECK(refused(json::object(), in_session(std::string(513, 's'))).starts_with("too_large"));
  CHECK(takes({{"exclude", Ids(10'000, "x")}}));
  CHECK(refused({{"exclude", Ids(10'001, "x")}}).starts_with("invalid_argument: exclude"));
  CHECK(takes({{"entities", Ids(1000, "x")}}));
  CHECK(refused({{"entities", Ids(1001, "x")}}).starts_with("invalid_argument: entities"));
  CHECK(takes({{"query_text", std::string(1 << 20, '!')}}));
  CHECK(refused({{"query_text", std::string((1 << 20) + 1, '!')}}).starts_with("too_large"));
}

TEST_CASE("nothing in a query is an operator, and long ones are answered") {
  const auto engine = open_engine();
  save(*engine, "a", "status done", "the timeout is over, GB/s");
  for (const char* query : {"multi-agent", "status: done", "timeout \"error", "retry OR", "GB/s",
                            "NEAR(", "a*", "(", "x' OR 1=1 --"}) {
    INFO(query);
    search(*engine, json{{"query_text", query}, {"reset_seen", true}, {"entities", {query}}});
  }
  const json request = {{"query_text", repeated("alpha ", 20'000) + "timeout"},
                        {"reset_seen", true}};
  CHECK(ids_in(search(*engine, request)) == Ids{"a"});
}

TEST_CASE("in a batch nothing is searched") {
  const auto engine = open_engine();
  call(*engine, &Engine::begin_batch);
  CHECK(EvidenceCall().error(*engine, &Engine::evidence_search) == "store_busy");
  call(*engine, &Engine::rollback_batch);
  search(*engine, "pump");
}
