// Questions to the palace as the bindings see them: arguments, the fields of replies, and what they
// say of embeddings that could not be used. What is found is tested by tests/palace.

#include <catch_amalgamated.hpp>

#include "support/palace_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

using Names = std::vector<std::string>;

std::unique_ptr<Engine> open_palace() {
  auto engine = open_engine();
  file_with_vector(*engine,
                   drawer_json("pump", "Garden/water", "the pump leaks",
                               {{"hall", "facts"},
                                {"sourceFile", "notes/garden\\pump.md"},
                                {"chunkIndex", 2},
                                {"authoredAt", "2026-01-01"},
                                {"filedAt", "2026-02-01T12:00:00+02:00"}}),
                   {1, 0});
  file_with_vector(*engine, drawer_json("roof", "hut/roof", "the roof leaks"), {0, 1});
  file_drawer(*engine, drawer_json("bare", "hut/water", "a bare pump"));
  return engine;
}

std::string refused(Engine& engine, const json& request, const json& options = json::object()) {
  return refusal(engine, &Engine::palace_search, argument_list({request, options}));
}

json duplicates(Engine& engine, const std::string& text, json options = json::object(),
                const Vector& vector = {}) {
  Attachments attachments;
  if (!vector.empty()) options["embedding"] = attachments.add(vector);
  return call_with(engine, &Engine::palace_check_duplicate, attachments.call({text, options}));
}

}  // namespace

TEST_CASE("a result says what was found, where it is from and how it was ranked") {
  const auto engine = open_palace();
  const json reply = find_drawers(*engine, "pump", {1, 0});
  CHECK(reply["query"] == "pump");
  CHECK(reply["filters"] ==
        json{{"wing", nullptr}, {"room", nullptr}, {"since", nullptr}, {"before", nullptr}});
  CHECK(reply["total_before_filter"] == 3);
  CHECK_FALSE(reply.contains("fallback"));
  CHECK_FALSE(reply.contains("reason"));
  CHECK(reply["warnings"].empty());
  const json& first = reply["results"][0];
  CHECK(first["id"] == "pump");
  CHECK(first["text"] == "the pump leaks");
  CHECK(first["wing"] == "Garden");
  CHECK(first["hall"] == "facts");
  CHECK(first["source_file"] == "pump.md");
  CHECK(first["source_path"] == "notes/garden\\pump.md");
  CHECK(first["chunk_index"] == 2);
  CHECK(first["created_at"] == "2026-02-01T10:00:00Z");
  CHECK(first["authored_at"] == "2026-01-01");
  CHECK(first["similarity"] == 1);
  CHECK(first["distance"] == 0);
  CHECK(first["closet_boost"] == 0);
  CHECK(first["matched_via"] == "drawer");
  const json& bare = reply["results"][1];
  CHECK(bare["id"] == "bare");
  CHECK(bare["matched_via"] == "bm25");
  for (const char* none : {"similarity", "distance", "effective_distance", "source_file",
                           "source_path", "chunk_index", "hall", "authored_at"}) {
    INFO(none);
    CHECK(bare[none].is_null());
  }
}

TEST_CASE("filters are shown as they were understood") {
  const auto engine = open_palace();
  const json reply = find_drawers(*engine, "pump", {},
                                  {{"wing", " garden "},
                                   {"room", "WATER"},
                                   {"since", "2026-02-01T11:00:00+01:00"},
                                   {"before", "2026-03-01"}});
  CHECK(reply["filters"] == json{{"wing", "Garden"},
                                 {"room", "water"},
                                 {"since", "2026-02-01T10:00:00Z"},
                                 {"before", "2026-03-01"}});
  CHECK(ids_of(reply["results"]) == Names{"pump"});
  const json open = find_drawers(
      *engine, "pump", {}, {{"wing", ""}, {"room", nullptr}, {"since", ""}, {"before", nullptr}});
  CHECK(open["results"].size() == 2);
}

TEST_CASE("an empty reply says why") {
  const auto engine = open_palace();
  const json wing = find_drawers(*engine, "pump", {}, {{"wing", "cellar"}});
  CHECK(wing["reason"] == "unknown_wing");
  CHECK(wing["wings"] == json{"Garden", "hut"});
  CHECK(wing["total_before_filter"] == 0);
  CHECK(wing["results"].empty());
  const json room = find_drawers(*engine, "pump", {}, {{"wing", "hut"}, {"room", "cellar"}});
  CHECK(room["reason"] == "unknown_room");
  CHECK(room["rooms"] == json{"roof", "water"});
  CHECK(find_drawers(*engine, "violin")["reason"] == "no_match");
  CHECK(find_drawers(*engine, " ! ")["reason"] == "no_query_terms");
  CHECK(find_drawers(*engine, "", {1, 0})["results"].size() > 0);
}

TEST_CASE("a search without vectors says so and why") {
  const auto engine = open_palace();
  const json none = find_drawers(*engine, "pump");
  CHECK(none["fallback"] == "bm25_only");
  CHECK(none["fallback_reason"] == "none");
  CHECK(none["warnings"].empty());
  const json disabled = find_drawers(*engine, "pump", {1, 0}, {{"vectorDisabled", true}});
  CHECK(disabled["fallback_reason"] == "vector_disabled");
  CHECK(disabled["warnings"].empty());
  const json wide = find_drawers(*engine, "pump", {1, 0, 0});
  CHECK(wide["fallback_reason"] == "dimension_mismatch");
  CHECK(warnings_in(wide) == Names{"dimension_mismatch"});
  CHECK(find_drawers(*engine, "pump", {0, 0})["fallback_reason"] == "invalid_vector");
  CHECK(find_drawers(*open_engine(), "pump", {1, 0})["fallback_reason"] == "no_vectors");
}

TEST_CASE("what is asked in a wrong way is refused") {
  const auto engine = open_palace();
  CHECK(refused(*engine, json::object()).starts_with("invalid_argument: request.query must be"));
  const auto with = [&](const char* name, const json& value) {
    return refused(*engine, {{"query", "pump"}, {name, value}});
  };
  CHECK(with("limit", -1).starts_with("invalid_argument: request.limit must be"));
  CHECK(with("since", "soon").starts_with("invalid_argument: request.since: "));
  CHECK(with("maxDistance", -0.5).starts_with("invalid_argument: request.maxDistance must be"));
  CHECK(
      with("candidateStrategy", "all").starts_with("invalid_argument: request.candidateStrategy"));
  CHECK(with("vectorDisabled", 1).starts_with("invalid_argument: request.vectorDisabled must be"));
  CHECK(with("hall", "x").starts_with("invalid_argument: request.hall is unknown"));
  CHECK(refused(*engine, {{"query", "pump"}}, {{"metric", "dot"}})
            .starts_with("invalid_argument: metric must be"));
  CHECK(find_drawers(*engine, "pump", {}, {{"limit", 0}})["results"].empty());
  CHECK(warnings_in(find_drawers(*engine, "pump", {}, {{"limit", 1001}})) ==
        Names{"limit_clamped"});
}

TEST_CASE("a duplicate is told by how it is one") {
  const auto engine = open_palace();
  const json exact = duplicates(*engine, "the pump leaks\r\n");
  CHECK(exact["is_duplicate"] == true);
  CHECK(exact["matches"] == json::array({{{"id", "pump"},
                                          {"wing", "Garden"},
                                          {"room", "water"},
                                          {"similarity", 1},
                                          {"how", "exact"}}}));
  CHECK(duplicates(*engine, "leaks, the pump")["matches"][0]["how"] == "words");
  CHECK(duplicates(*engine, "violin") ==
        json{{"is_duplicate", false}, {"matches", json::array()}, {"warnings", json::array()}});
  CHECK(duplicates(*engine, "violin", json::object(), {0, 2})["matches"][0]["how"] == "embedding");
  CHECK(duplicates(*engine, "a pump", {{"threshold", 0.5}})["matches"][0]["id"] == "bare");
  CHECK(warnings_in(duplicates(*engine, "violin", json::object(), {0, 1, 2})) ==
        Names{"dimension_mismatch"});
  CHECK(refusal(*engine, &Engine::palace_check_duplicate,
                argument_list({"violin", {{"threshold", 1.5}}}))
            .starts_with("invalid_argument: threshold must be"));
}
