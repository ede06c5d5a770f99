// Asking on: expand, nearby and read, their bounds, and what breaks a cursor.

#include <catch_amalgamated.hpp>
#include <string>
#include <vector>

#include "support/evidence_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

using Ids = std::vector<std::string>;

constexpr int64_t kQuarter = 15 * 60 * 1000;

json in_session(const std::string& session) { return {{"session", session}}; }

std::string error_of(Engine& engine, Method method, const json& request,
                     const json& options = json::object()) {
  return EvidenceCall(request, options).error(engine, method);
}

/// The records of a chapter, 1 to `count`, of which only the one in the middle has the word.
void save_chapter(Engine& engine, int count, int middle) {
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    save(engine, "log_ch1_e" + number, i == middle ? "pump" : "day", "text of day " + number);
  }
}

/// Events that mention the concept; the first alone has the word.
void save_about_water(Engine& engine, int count) {
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    save(engine, "w" + number, i == 1 ? "pump" : "day " + number, "text of " + number,
         concepts({"water"}));
  }
}

json expansion(const json& reply, int limit = 4, const char* concept_id = "water") {
  return {{"cursor", reply["cursor"]}, {"concept_id", concept_id}, {"limit", limit}};
}

}  // namespace

// --- expand ---

TEST_CASE("an expansion gives other events of the concept, ranked by the question of the cursor") {
  const auto engine = open_engine();
  save(*engine, "a", "pump pump", "text 1", concepts({"water", "Größe"}));
  save(*engine, "b", "the roof", "text 2", concepts({"water"}));
  save(*engine, "c", "some pump", "text 3", concepts({"water"}));
  save(*engine, "d", "pump", "text 4");
  const json first = search(*engine, json{{"query_text", "pump"}, {"exclude", {"c", "d"}}});
  CHECK(ids_in(first) == Ids{"a"});
  json request = expansion(first, 4, "WATER");
  const json reply = expand(*engine, request);
  CHECK(ids_in(reply) == Ids{"b"});  // c is excluded still
  CHECK(reply["events"][0]["score"] == 0);
  CHECK(reply["cursor"] != first["cursor"]);
  CHECK(expand(*engine, request)["reason"] == "nothing_new");
  CHECK(expand(*engine, expansion(first, 4, "grosse"))["reason"] == "nothing_new");
  CHECK(error_of(*engine, &Engine::evidence_expand, expansion(first, 4, "roof")) ==
        "unknown_concept");
}

TEST_CASE("what is on no route comes behind, the newest first") {
  const auto engine = open_engine();
  const auto about = [](const char* date) {
    json more = concepts({"water"});
    more["writtenAt"] = date;
    return more;
  };
  save(*engine, "a", "pump", "1", about("2020-01-01"));
  save(*engine, "old", "roof", "2", about("2021-01-01"));
  save(*engine, "new", "roof", "3", about("2023-01-01"));
  save(*engine, "match", "a pump", "4", about("2019-01-01"));
  const json first = search(*engine, json{{"query_text", "pump"}, {"since", "2020-01-01"}});
  CHECK(ids_in(first) == Ids{"a"});
  CHECK(ids_in(expand(*engine, expansion(first))) == Ids{"new", "old"});  // not before 2020
  const json newest = search(*engine, json{{"reset_seen", true}, {"before", "2021-01-01"}});
  CHECK(ids_in(newest) == Ids{"a", "match"});
  CHECK(expand(*engine, expansion(newest))["reason"] == "nothing_new");
}

TEST_CASE("only concepts on the way to the cursor are open, in any branch") {
  const auto engine = open_engine();
  save(*engine, "a", "pump", "1", concepts({"water"}));
  save(*engine, "b", "roof", "2", concepts({"water", "snow"}));
  save(*engine, "c", "path", "3", concepts({"snow"}));
  const json first = search(*engine, "pump");
  CHECK(error_of(*engine, &Engine::evidence_expand, expansion(first, 4, "snow")) ==
        "unknown_concept");
  const json second = expand(*engine, expansion(first));
  CHECK(ids_in(second) == Ids{"b"});
  CHECK(ids_in(expand(*engine, expansion(second, 4, "snow"))) == Ids{"c"});
  CHECK(error_of(*engine, &Engine::evidence_expand, expansion(first, 4, "snow")) ==
        "unknown_concept");
}

TEST_CASE("a concept_id is an id before it is a name") {
  const auto engine = open_engine();
  const json water = {{"kind", "concept"}, {"id", "w"}, {"name", "water"}};
  const json rain = {{"kind", "concept"}, {"id", "water"}, {"name", "rain"}};
  save(*engine, "a", "pump", "1", {{"entities", {water, rain}}});
  save(*engine, "b", "roof", "2", {{"entities", {water}}});
  save(*engine, "c", "path", "3", {{"entities", {rain}}});
  const json first = search(*engine, "pump");
  CHECK(ids_in(expand(*engine, expansion(first))) == Ids{"c"});
  CHECK(ids_in(expand(*engine, expansion(first, 4, "Water"))) == Ids{"b"});
}

TEST_CASE("the limit of an expansion is 1 to 8, and at most four come") {
  const auto engine = open_engine();
  save_about_water(*engine, 20);
  const json first = search(*engine, "pump");
  const auto count = [&](int limit) {
    return ids_in(expand(*engine, expansion(first, limit))).size();
  };
  CHECK(count(1) == 1);
  CHECK(count(8) == 4);
  const json plain = {{"cursor", first["cursor"]}, {"concept_id", "water"}};
  CHECK(ids_in(expand(*engine, plain)).size() == 3);
  for (const json& limit : {json(0), json(9), json(-1), json(1.5), json("3"), json(nullptr)}) {
    json request = plain;
    request["limit"] = limit;
    INFO(limit.dump());
    CHECK(error_of(*engine, &Engine::evidence_expand, request) == "invalid_argument");
  }
}

TEST_CASE("a chain delivers twenty events, all its branches together") {
  const auto engine = open_engine();
  save_about_water(*engine, 30);
  const json first = search(*engine, "pump");
  size_t delivered = 1;
  for (const size_t expected : {4, 4, 4, 4, 3}) {  // all branch from the first
    const size_t came = ids_in(expand(*engine, expansion(first, 8))).size();
    CHECK(came == expected);
    delivered += came;
  }
  CHECK(delivered == 20);
  const json used_up = expand(*engine, expansion(first));
  CHECK(used_up["reason"] == "chain_exhausted");
  CHECK(used_up["cursor"].is_null());
  const json near = {{"cursor", first["cursor"]}, {"event_id", "w1"}};
  CHECK(error_of(*engine, &Engine::evidence_nearby, near) == "no_position");
  CHECK(ids_in(search(*engine, "day")).size() == 4);  // another chain goes on
}

// --- nearby ---

TEST_CASE("nearby gives the records around one, in the order of their numbers") {
  const auto engine = open_engine();
  save_chapter(*engine, 12, 6);
  save(*engine, "log_ch2_e7", "day", "another chapter");
  save(*engine, "other_ch1_e7", "day", "another series");
  save(*engine, "log_ch1_e7x", "day", "no number");
  const json first = search(*engine, "pump");
  const json near = {{"cursor", first["cursor"]}, {"event_id", "log_ch1_e6"}};
  const json reply = nearby(*engine, near);
  CHECK(ids_in(reply) == Ids{"log_ch1_e4", "log_ch1_e5", "log_ch1_e7", "log_ch1_e8"});
  CHECK(reply["events"][0]["score"].is_null());
  CHECK(codes_in(reply["notes"]) == Ids{"check_source", "no_causality"});
  CHECK(nearby(*engine, near)["reason"] == "nothing_new");
  json wider = near;
  wider["before"] = 10;
  wider["after"] = 0;
  CHECK(ids_in(nearby(*engine, wider)) == Ids{"log_ch1_e1", "log_ch1_e2", "log_ch1_e3"});
  wider["before"] = 0;
  CHECK(nearby(*engine, wider)["reason"] == "no_match");
  wider["after"] = 10;
  CHECK(ids_in(nearby(*engine, wider)) ==
        Ids{"log_ch1_e9", "log_ch1_e10", "log_ch1_e11", "log_ch1_e12"});
}

TEST_CASE("of too many the nearest come, and numbers count as numbers") {
  const auto engine = open_engine();
  for (const char* number : {"0007", "8", "09", "10", "011", "100"}) {
    const std::string id = std::string("log_ch1_e") + number;
    save(*engine, id, std::string(number) == "09" ? "pump" : "day", id);
  }
  const json first = search(*engine, "pump");
  const json near = {
      {"cursor", first["cursor"]}, {"event_id", "log_ch1_e09"}, {"before", 10}, {"after", 10}};
  CHECK(ids_in(nearby(*engine, near)) ==
        Ids{"log_ch1_e0007", "log_ch1_e8", "log_ch1_e10", "log_ch1_e011"});
  CHECK(ids_in(nearby(*engine, near)) == Ids{"log_ch1_e100"});
}

TEST_CASE("nearby is of an event that this cursor's path delivered, and one with a place") {
  const auto engine = open_engine();
  save_chapter(*engine, 3, 2);
  save(*engine, "plain", "pump", "text");
  const json first = search(*engine, "pump");
  CHECK(ids_in(first).size() == 2);
  const auto error = [&](const json& request) {
    return error_of(*engine, &Engine::evidence_nearby, request);
  };
  const json cursor = first["cursor"];
  CHECK(error({{"cursor", cursor}, {"event_id", "log_ch1_e1"}}) == "unknown_event");
  CHECK(error({{"cursor", cursor}, {"event_id", "nothing"}}) == "unknown_event");
  CHECK(error({{"cursor", cursor}, {"event_id", "plain"}}) == "no_position");
  CHECK(error({{"cursor", cursor}, {"event_id", "log_ch1_e2"}, {"before", 11}}) ==
        "invalid_argument");
  CHECK(error({{"cursor", cursor}, {"event_id", "log_ch1_e2"}, {"after", -1}}) ==
        "invalid_argument");
  CHECK(error({{"cursor", cursor}, {"event_id", 5}}) == "invalid_argument");
  CHECK(error({{"cursor", cursor}, {"event_id", "log_ch1_e2"}, {"reset_seen", true}}) ==
        "invalid_argument");
}

// --- cursors ---

TEST_CASE("a cursor serves for less than fifteen minutes, in its own session") {
  const auto engine = open_engine();
  save_about_water(*engine, 20);
  engine->tick(1000);
  const json first = search(*engine, "pump", in_session("a"));
  const auto error = [&](const std::string& session) {
    return error_of(*engine, &Engine::evidence_expand, expansion(first), in_session(session));
  };
  CHECK(error("b") == "cursor_unknown");
  engine->tick(1000 + kQuarter - 1);
  CHECK(ids_in(expand(*engine, expansion(first), in_session("a"))).size() == 4);
  engine->tick(1000 + kQuarter);
  CHECK(error("a") == "cursor_expired");
  CHECK(error("b") == "cursor_unknown");
}

TEST_CASE("of 33 cursors the first is no longer kept") {
  const auto engine = open_engine();
  save_about_water(*engine, 3);
  std::vector<json> replies;
  for (int i = 0; i < 33; ++i) {
    replies.push_back(search(*engine, "pump", in_session(std::to_string(i))));
  }
  CHECK(error_of(*engine, &Engine::evidence_expand, expansion(replies[0]), in_session("0")) ==
        "cursor_expired");
  CHECK(ids_in(expand(*engine, expansion(replies[1]), in_session("1"))).size() == 2);
}

TEST_CASE("what is no cursor is unknown, and nothing is delivered") {
  const auto engine = open_engine();
  save_about_water(*engine, 3);
  search(*engine, "pump");
  for (const char* cursor : {"", "cursor_1_0123456789abcdef", "x", "cursor_1_\xEF\xBF\xBD"}) {
    CHECK(error_of(*engine, &Engine::evidence_expand,
                   {{"cursor", cursor}, {"concept_id", "water"}}) == "cursor_unknown");
  }
  CHECK(error_of(*engine, &Engine::evidence_expand, {{"concept_id", "water"}}) ==
        "invalid_argument");
  CHECK(error_of(*engine, &Engine::evidence_expand, {{"cursor", nullptr}, {"concept_id", "w"}}) ==
        "invalid_argument");
  CHECK(ids_in(search(*engine, "day")).size() == 2);
}

TEST_CASE("a cursor breaks when an event on its path is removed, edited, or another's") {
  for (const int way : {0, 1, 2}) {
    const auto engine = open_engine();
    save_about_water(*engine, 20);
    const json first = search(*engine, "pump");
    const json second = expand(*engine, expansion(first, 1));
    const std::string id = second["events"][0]["id"];
    if (way != 1) forget_event(*engine, id);
    if (way != 0) save(*engine, id, "another text", "of the same id", concepts({"water"}));
    CHECK(error_of(*engine, &Engine::evidence_expand, expansion(second)) == "record_changed");
    const json near = {{"cursor", second["cursor"]}, {"event_id", id}};
    CHECK(error_of(*engine, &Engine::evidence_nearby, near) == "record_changed");
    CHECK(ids_in(expand(*engine, expansion(first))).size() == 4);  // its path is as it was
  }
}

TEST_CASE("a date or an entity that changes breaks no cursor") {
  const auto engine = open_engine();
  save_about_water(*engine, 5);
  const json first = search(*engine, "pump");
  json more = concepts({"water", "air"});
  more["writtenAt"] = "2020-01-01";
  save(*engine, "w1", "pump", "text of 1", more);
  CHECK(ids_in(expand(*engine, expansion(first))).size() == 4);
}

TEST_CASE("a cursor whose embedding served breaks with the model or the width") {
  for (const size_t width : {2, 3}) {
    const auto engine = open_engine();
    const auto put = [&](const char* id, Vector vector, const char* model) {
      EvidenceCall(event_json(id, std::string("pump ") + id, id, concepts({"water"})),
                   {{"model", model}})
          .event_vector(std::move(vector))
          .answer(*engine, &Engine::evidence_save);
    };
    put("a", {1, 0}, "one");
    put("b", {0, 1}, "one");
    EvidenceCall call(json{{"query_text", "pump"}, {"exclude", {"b"}}});
    const json by_meaning = call.embedding({1, 0}).answer(*engine, &Engine::evidence_search);
    const json by_words =
        search(*engine, json{{"query_text", "pump"}, {"exclude", {"b"}}}, in_session("words"));
    call_with(*engine, &Engine::begin_batch, "[]");
    call_with(*engine, &Engine::clear_embeddings, "[]");
    call_with(*engine, &Engine::commit_batch, "[]");
    CHECK(expand(*engine, expansion(by_meaning))["reason"] == "nothing_new");
    put("a", Vector(width, 1), "two");
    CHECK(error_of(*engine, &Engine::evidence_expand, expansion(by_meaning)) == "model_changed");
    const json near = {{"cursor", by_meaning["cursor"]}, {"event_id", "a"}};
    CHECK(error_of(*engine, &Engine::evidence_nearby, near) == "model_changed");
    CHECK(expand(*engine, expansion(by_words), in_session("words"))["reason"] == "nothing_new");
  }
}

TEST_CASE("an expansion ranks by the embedding of the search") {
  const auto engine = open_engine();
  const auto put = [&](const char* id, const Vector& vector) {
    EvidenceCall(event_json(id, id, id, concepts({"water"})))
        .event_vector(vector)
        .answer(*engine, &Engine::evidence_save);
  };
  put("far", {-1, 1});
  put("near", {1, 0.1F});
  put("first", {1, 0});
  EvidenceCall call(json{{"exclude", json::array()}});
  json request = {{"exclude", {"far", "near"}}};
  // Excluded ids stay so for the chain; another session's search leaves them in.
  EvidenceCall excluding(request);
  const json found = excluding.embedding({1, 0}).answer(*engine, &Engine::evidence_search);
  CHECK(ids_in(found) == Ids{"first"});
  CHECK(expand(*engine, expansion(found))["reason"] == "nothing_new");
  const json all = call.embedding({1, 0}).answer(*engine, &Engine::evidence_search);
  CHECK(ids_in(all) == Ids{"near", "far"});
}

// --- read ---

TEST_CASE("read gives a piece of the content, and where to read on") {
  const auto engine = open_engine();
  std::string content;
  for (int i = 0; i < 2000; ++i) content += "🟡";
  save(*engine, "a", "s", content);
  const json start = read(*engine, {{"event_id", "a"}});
  CHECK(start["text"] == content.substr(0, 1600 * 4));
  CHECK(start["range"] == json{0, 1600});
  CHECK(start["range16"] == json{0, 3200});
  CHECK(start["total"] == 2000);
  CHECK(start["next"] == 1600);
  CHECK(start["warnings"].empty());
  const json rest = read(*engine, {{"event_id", "a"}, {"start", 1600}});
  CHECK(rest["range"] == json{1600, 2000});
  CHECK(rest["range16"] == json{3200, 4000});
  CHECK_FALSE(rest.contains("next"));
  const json end = read(*engine, {{"event_id", "a"}, {"start", 2000}, {"limit", 1}});
  CHECK(end["text"] == "");
  CHECK(end["range"] == json{2000, 2000});
  CHECK(read(*engine, {{"event_id", "a"}, {"limit", 10'000}})["range"] == json{0, 2000});
}

TEST_CASE("read checks its arguments, and takes no place in the memory") {
  const auto engine = open_engine();
  save(*engine, "a", "pump", "abc");
  const auto error = [&](const json& request) {
    return error_of(*engine, &Engine::evidence_read, request);
  };
  CHECK(error({{"event_id", "b"}}) == "unknown_event");
  CHECK(error(json::object()) == "invalid_argument");
  for (const json& limit : {json(0), json(10'001), json(-1), json("5"), json(1.5)}) {
    CHECK(error({{"event_id", "a"}, {"limit", limit}}) == "invalid_argument");
  }
  for (const json& start : {json(4), json(-1), json(1.5), json(9007199254740992)}) {
    CHECK(error({{"event_id", "a"}, {"start", start}}) == "invalid_argument");
  }
  CHECK(error({{"event_id", "a"}, {"reset_seen", true}}) == "invalid_argument");
  CHECK(read(*engine, {{"event_id", "a"}})["text"] == "abc");
  CHECK(ids_in(search(*engine, "pump")) == Ids{"a"});
}
