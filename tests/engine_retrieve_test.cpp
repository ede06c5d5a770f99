// The options and results of a retrieval as JSON: embeddings, weights, and what each signal gave.

#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "support/engine_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

using Vector = std::vector<float>;

/// The arguments with `vector` attached: `{"at": 0, "bytes": …}` stands for it.
std::string with_vector(const json& arguments, const Vector& vector) {
  return arguments.dump() + '\0' +
         std::string(reinterpret_cast<const char*>(vector.data()), vector.size() * sizeof(float));
}

json attached(const Vector& vector) {
  return {{"at", 0}, {"bytes", vector.size() * sizeof(float)}};
}

json ask(Engine& engine, const std::string& query, const Vector& vector, json options = {}) {
  options["embedding"] = attached(vector);
  return call_with(engine, &Engine::retrieve, with_vector(json::array({query, options}), vector));
}

void add_with(Engine& engine, const std::string& name, const std::string& content,
              const Vector& vector, const json& options = json::object()) {
  json item = item_json("notes", name, content);
  item["embedding"] = attached(vector);
  call_with(engine, &Engine::add, with_vector(json::array({item, options}), vector));
}

double share_sum(const json& entry) {
  return entry["shares"]["bm25"].get<double>() + entry["shares"]["cosine"].get<double>();
}

}  // namespace

TEST_CASE("a retrieval shows both signals, and shares that add up to the score") {
  const auto engine = open_engine();
  add_with(*engine, "a", "apple [[notes:d]]", {1, 0});
  add_with(*engine, "b", "apple apple", {-1, 0});
  add_with(*engine, "c", "pear", {3, 4});
  add(*engine, "notes", "d", "plum");
  for (const char* fusion : {"minmax", "rrf"}) {
    for (const double weight : {0.0, 0.3, 1.0}) {
      const json found = ask(
          *engine, "apple", {2, 0},
          {{"explain", true}, {"fusion", fusion}, {"fusionWeight", weight}, {"budgetTokens", 5}});
      CHECK(found["embeddingUsed"] == true);
      CHECK_FALSE(found.contains("embeddingReason"));
      json entries = found["items"];
      for (const json& entry : found["dropped"]) entries.push_back(entry);
      REQUIRE(entries.size() == 4);
      for (const json& entry : entries) {
        INFO(entry.dump());
        if (entry["source"] == "link") {
          CHECK(entry["shares"].is_null());
          CHECK(entry["cosScore"].is_null());
          continue;
        }
        CHECK(std::fabs(share_sum(entry) - entry["score"].get<double>()) <= 1e-12);
        CHECK(entry["cosScore"].is_null() == (entry["name"] == "b"));
        CHECK(entry["bm25Score"].is_null() == (entry["name"] == "c"));
        CHECK(entry["matchedTerms"].empty() == (entry["name"] == "c"));
      }
    }
  }
}

TEST_CASE("by words alone the share of BM25 is the score") {
  const auto engine = open_engine();
  add(*engine, "notes", "a", "apple [[notes:b]]");
  add(*engine, "notes", "b", "pear");
  const json found = call(*engine, &Engine::retrieve, {"apple", {{"explain", true}}});
  CHECK(found["items"][0]["shares"] == json({{"bm25", found["items"][0]["score"]}, {"cosine", 0}}));
  CHECK(found["items"][1]["shares"].is_null());
  const json brief = call(*engine, &Engine::retrieve, {"apple"});
  CHECK_FALSE(brief["items"][0].contains("shares"));
}

TEST_CASE("an embedding that is no vector, or meets none, is no error") {
  const auto engine = open_engine();
  add(*engine, "notes", "a", "apple");
  const auto reason = [&](const json& embedding) {
    const json found = call(*engine, &Engine::retrieve, {"apple", {{"embedding", embedding}}});
    CHECK(found["embeddingUsed"] == false);
    CHECK(found["items"].size() == 1);
    return found["embeddingReason"].get<std::string>();
  };
  CHECK(reason(nullptr) == "none");
  for (const json& bad : {json(false), json::array(), json::array({json::array()}), json("x"),
                          json(5), json::object()}) {
    CHECK(reason(bad) == "invalid_vector");
  }
  CHECK(ask(*engine, "apple", {0, 0})["embeddingReason"] == "invalid_vector");
  CHECK(ask(*engine, "apple", {1, 0})["embeddingReason"] == "no_vectors");
}

TEST_CASE("another width or model leaves the words") {
  const auto engine = open_engine();
  add_with(*engine, "a", "apple", {1, 0}, {{"model", "one"}});
  CHECK(ask(*engine, "apple", {1, 0, 0})["embeddingReason"] == "dimension_mismatch");
  CHECK(ask(*engine, "apple", {1, 0}, {{"model", "two"}})["embeddingReason"] == "model_mismatch");
  CHECK(ask(*engine, "apple", {1, 0}, {{"model", "one"}})["embeddingUsed"] == true);
  CHECK(ask(*engine, "apple", {1, 0})["embeddingUsed"] == true);
}

TEST_CASE("a warning says why an embedding was passed over, and what helps") {
  const auto engine = open_engine();
  const auto warning = [](const json& found) {
    if (found["warnings"].empty()) return std::string();
    const json& first = found["warnings"][0];
    CHECK(first["code"] == found["embeddingReason"]);
    return first["message"].get<std::string>();
  };
  CHECK(warning(ask(*engine, "apple", {1, 0})).empty());  // no_vectors
  add_with(*engine, "a", "apple", {1, 0}, {{"model", "one"}});
  CHECK(warning(call(*engine, &Engine::retrieve, {"apple"})).empty());  // none
  CHECK(warning(ask(*engine, "apple", {1, 0})).empty());                // used
  CHECK(warning(ask(*engine, "apple", {0, 0})) == "the query's embedding is all zeros");
  CHECK(warning(ask(*engine, "apple", {1, 0, 0})) ==
        "the query's embedding has 3 numbers, and those stored have 2; "
        "hand in embeddings of one model, or replace them all by reembed");
  CHECK(warning(ask(*engine, "apple", {1, 0}, {{"model", "two"}})) ==
        "the query's embedding is of the model 'two', and those stored are of 'one'; "
        "hand in embeddings of one model, or replace them all by reembed");
}

TEST_CASE("the names of fusions and models are checked") {
  const auto engine = open_engine();
  CHECK(refusal(*engine, &Engine::retrieve, R"(["x",{"fusion":"sum"}])") ==
        "invalid_argument: fusion must be one of 'minmax' 'rrf', not 'sum'");
  CHECK(refusal(*engine, &Engine::retrieve, R"(["x",{"fusion":null}])")
            .starts_with("invalid_argument: fusion must be"));
  CHECK(refusal(*engine, &Engine::retrieve, R"(["x",{"model":5}])")
            .starts_with("invalid_argument: model must be a string"));
}

TEST_CASE("a retrieval tells its confidence, and whether that is below the floor") {
  const auto engine = open_engine();
  add(*engine, "notes", "a", "apple tart");
  add(*engine, "notes", "b", "pear");
  const json plain = call(*engine, &Engine::retrieve, {"apple cellar"});
  const double confidence = plain["confidence"];
  CHECK(confidence > 0);
  CHECK(confidence < 1);
  CHECK_FALSE(plain.contains("reason"));
  json low = call(*engine, &Engine::retrieve, {"apple cellar", {{"minConfidence", 1}}});
  CHECK(low["reason"] == "low_confidence");
  low.erase("reason");
  CHECK(low == plain);
  CHECK(call(*engine, &Engine::retrieve, {"apple cellar", {{"minConfidence", nullptr}}}) == plain);
  CHECK(call(*engine, &Engine::retrieve, {"apple cellar", {{"minConfidence", confidence}}}) ==
        plain);
  const json none = call(*engine, &Engine::retrieve, {"!", {{"minConfidence", 1}}});
  CHECK(none["confidence"] == 0);
  CHECK(none["reason"] == "no_query_terms");
  for (const char* bad : {"-0.1", "1.5", "\"1\"", "true", "[1]"}) {
    const std::string asked = std::string(R"(["x",{"minConfidence":)") + bad + "}]";
    CHECK(refusal(*engine, &Engine::retrieve, asked)
              .starts_with("invalid_argument: minConfidence must be a number from 0 to 1, not "));
  }
}

TEST_CASE("explain shows what those around an item lent to it") {
  const auto engine = open_engine();
  for (int turn = 0; turn < 3; ++turn) {
    json item = item_json("talk", "turn " + std::to_string(turn), turn == 0 ? "swifts" : "May");
    item["sequence"] = {{"id", "a"}, {"position", turn}};
    call(*engine, &Engine::add, {item});
  }
  add(*engine, "notes", "other", "kettle");
  const json found = call(*engine, &Engine::retrieve, {"swifts", {{"explain", true}}});
  REQUIRE(found["items"].size() >= 2);
  for (const json& entry : found["items"]) {
    INFO(entry.dump());
    const json& context = entry["context"];
    const double sum = context["own"].get<double>() + context["neighbours"].get<double>() +
                       context["sequence"].get<double>() + context["coverage"].get<double>();
    CHECK(std::fabs(sum - entry["bm25Score"].get<double>()) <= 1e-12);
    CHECK((context["own"] > 0) == (entry["name"] == "turn 0"));
    CHECK(entry["terms"].empty() == (entry["name"] != "turn 0"));
  }
  const json alone =
      call(*engine, &Engine::retrieve, {"swifts", {{"explain", true}, {"context", "off"}}});
  REQUIRE(alone["items"].size() == 1);
  CHECK(alone["items"][0]["context"].is_null());
  CHECK_FALSE(call(*engine, &Engine::retrieve, {"swifts"})["items"][0].contains("context"));
  CHECK(refusal(*engine, &Engine::retrieve, R"(["x",{"context":"on"}])") ==
        "invalid_argument: context must be one of 'auto' 'off', not 'on'");
}
