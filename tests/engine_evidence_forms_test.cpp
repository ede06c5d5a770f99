// What is found by other forms of a word, and where its excerpt is cut.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "support/evidence_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

using Ids = std::vector<std::string>;

const json kBoth = {{"forms", "both"}};

json search_anew(Engine& engine, const std::string& query) {
  return EvidenceCall({{"query_text", query}, {"include_delivered", true}}, json::object())
      .answer(engine, &Engine::evidence_search);
}

}  // namespace

TEST_CASE("an event is found by another form of a word, in its summary or its content") {
  const auto engine = open_engine(kBoth);
  save(*engine, "none", "the roof", "snow lay on it");
  save(*engine, "content", "the server", "Old migrations were kept.");
  save(*engine, "summary", "a migration", "It took all night.");
  for (const char* query : {"migrated", "what did they migrate"}) {
    CAPTURE(query);
    Ids ids = ids_in(search_anew(*engine, query));
    std::sort(ids.begin(), ids.end());
    CHECK(ids == Ids{"content", "summary"});
  }
  const auto off = open_engine({{"forms", "off"}});
  save(*off, "content", "the server", "Old migrations were kept.");
  CHECK(ids_in(search_anew(*off, "migrated")).empty());
}

TEST_CASE("a word that is found by a form is covered, and function words cover nothing") {
  const auto engine = open_engine(kBoth);
  save(*engine, "a", "nothing", "Old migrations were kept.");
  const double expected = 1.0 / 61 + 1.0 / 61;  // one route, and all of the question
  for (const char* query : {"migrated", "what about the migrated"}) {
    CAPTURE(query);
    const json reply = search_anew(*engine, query);
    REQUIRE(ids_in(reply) == Ids{"a"});
    CHECK(std::abs(reply["events"][0]["score"].get<double>() - expected) < 1e-12);
  }
}

TEST_CASE("the excerpt shows the form that an event was found by, and the word itself before it") {
  const auto engine = open_engine(kBoth);
  std::string filler;
  for (int i = 0; i < 20; ++i) filler += "What was it, and did it do so to the end. ";
  save(*engine, "form", "a", filler + "Old migrations. " + filler);
  save(*engine, "word", "b", filler + "Old migrations. " + filler + "They migrated. " + filler);
  const json reply = search_anew(*engine, "what was migrated to the end");
  REQUIRE(reply["events"].size() == 2);
  for (const json& event : reply["events"]) {
    const std::string text = event["excerpt"]["text"];
    CAPTURE(text);
    CHECK(text.find(event["id"] == "form" ? "migrations" : "migrated") != std::string::npos);
  }
}
