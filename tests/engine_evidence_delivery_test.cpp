// What a session was given is not given again: for how long, how much of it, and what is quoted
// instead.

#include <algorithm>
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

/// Events e1, e2 … that all hold the word, and their own number.
void save_numbered(Engine& engine, int count, const std::string& word = "pump") {
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    save(engine, "e" + number, word + " n" + number, word + " text " + number);
  }
}

}  // namespace

TEST_CASE("a text that was delivered before is quoted, as long as it stands there") {
  const auto engine = open_engine();
  engine->tick(0);
  save(*engine, "first", "pump", "the same 🟡 words");
  CHECK(search(*engine, "pump")["events"][0].contains("excerpt"));
  save(*engine, "second", "pump", "the same 🟡 words");
  engine->tick(kQuarter - 1);
  const json quoted = search(*engine, "pump")["events"][0];
  CHECK(quoted["id"] == "second");
  CHECK_FALSE(quoted.contains("excerpt"));
  CHECK(quoted["quoteRef"] == json({{"id", "first"}, {"range", {0, 16}}, {"range16", {0, 17}}}));
  CHECK_FALSE(quoted.contains("hint"));
  // Another session was given nothing.
  CHECK(search(*engine, "pump", in_session("b"))["events"][0].contains("excerpt"));
  // A quote does not make the excerpt younger.
  engine->tick(kQuarter);
  save(*engine, "third", "pump", "the same 🟡 words");
  const json third = search(*engine, json{{"query_text", "pump"}, {"exclude", {"first"}}});
  CHECK(third["events"][0].contains("excerpt"));
}

TEST_CASE("what was quoted and is gone or edited is shown in full again") {
  for (const bool removes : {true, false}) {
    const auto engine = open_engine();
    save(*engine, "first", "pump", "the same words");
    search(*engine, "pump");
    if (removes) forget_event(*engine, "first");
    if (!removes) save(*engine, "first", "roof", "other words");
    save(*engine, "second", "pump", "the same words");
    CHECK(search(*engine, "pump")["events"][0].contains("excerpt"));
    save(*engine, "third", "pump", "the same words");
    CHECK(search(*engine, "pump")["events"][0]["quoteRef"]["id"] == "second");
  }
}

TEST_CASE("what a session was given comes again after exactly fifteen minutes") {
  const auto engine = open_engine();
  save_numbered(*engine, 1);
  engine->tick(1000);
  CHECK(ids_in(search(*engine, "pump")) == Ids{"e1"});
  engine->tick(1000 + kQuarter - 1);
  CHECK(search(*engine, "pump")["reason"] == "nothing_new");
  CHECK(ids_in(search(*engine, "pump", in_session("other"))) == Ids{"e1"});
  engine->tick(500);  // a clock that goes back stands still
  CHECK(search(*engine, "pump")["reason"] == "nothing_new");
  engine->tick(1000 + kQuarter);
  CHECK(ids_in(search(*engine, "pump")) == Ids{"e1"});
}

TEST_CASE("an edited event counts as new, one with other entities alone does not") {
  const auto engine = open_engine();
  save(*engine, "a", "pump", "text");
  search(*engine, "pump");
  save(*engine, "a", "pump", "text", concepts({"water"}));
  CHECK(search(*engine, "pump")["reason"] == "nothing_new");
  save(*engine, "a", "pump", "text, edited");
  CHECK(ids_in(search(*engine, "pump")) == Ids{"a"});
  save(*engine, "a", "the pump", "text, edited");
  CHECK(ids_in(search(*engine, "pump")) == Ids{"a"});
}

TEST_CASE("only what a reply shows is delivered, four at a time") {
  const auto engine = open_engine();
  save_numbered(*engine, 10);
  Ids all;
  for (const size_t expected : {4, 4, 2, 0}) {
    const Ids ids = ids_in(search(*engine, "pump"));
    CHECK(ids.size() == expected);
    all.insert(all.end(), ids.begin(), ids.end());
  }
  std::sort(all.begin(), all.end());
  CHECK(std::unique(all.begin(), all.end()) == all.end());
  CHECK(all.size() == 10);
}

TEST_CASE("include_delivered sets the memory aside, and what comes counts as always") {
  const auto engine = open_engine();
  save_numbered(*engine, 1);
  search(*engine, "pump");
  engine->tick(kQuarter - 1);
  const json again = search(*engine, json{{"query_text", "pump"}, {"include_delivered", true}});
  CHECK(again["events"][0].contains("excerpt"));
  engine->tick(kQuarter);
  CHECK(search(*engine, "pump")["reason"] == "nothing_new");
}

TEST_CASE("reset_seen forgets this session's deliveries and cursors, once the search succeeds") {
  const auto engine = open_engine();
  save(*engine, "a", "pump", "text", concepts({"water"}));
  const json first = search(*engine, "pump");
  search(*engine, "pump", in_session("other"));
  EvidenceCall bad(json{{"query_text", 5}, {"reset_seen", true}});
  CHECK(bad.error(*engine, &Engine::evidence_search) == "invalid_argument");
  CHECK(search(*engine, "pump")["reason"] == "nothing_new");
  const json second = search(*engine, json{{"query_text", "pump"}, {"reset_seen", true}});
  CHECK(second["events"][0].contains("excerpt"));
  const json old = {{"cursor", first["cursor"]}, {"concept_id", "water"}};
  CHECK(EvidenceCall(old).error(*engine, &Engine::evidence_expand) == "cursor_expired");
  const json now = {{"cursor", second["cursor"]}, {"concept_id", "water"}};
  CHECK(expand(*engine, now)["reason"] == "nothing_new");
  CHECK(search(*engine, "pump", in_session("other"))["reason"] == "nothing_new");
}

TEST_CASE("a session that is given 641 events may be given the first again") {
  const auto engine = open_engine();
  for (int i = 1; i <= 644; ++i) save(*engine, "e" + std::to_string(i), "pump", std::to_string(i));
  int delivered = 0;
  while (delivered < 640) {
    delivered += static_cast<int>(ids_in(search(*engine, json::object())).size());
  }
  REQUIRE(delivered == 640);
  // Four are left, and take the places of the first four.
  CHECK(ids_in(search(*engine, json::object())) == Ids{"e641", "e642", "e643", "e644"});
  CHECK(ids_in(search(*engine, json::object())) == Ids{"e1", "e2", "e3", "e4"});
}

TEST_CASE("of many sessions those used last are remembered") {
  const auto engine = open_engine();
  save_numbered(*engine, 1);
  for (int i = 0; i < 1000; ++i) search(*engine, "pump", in_session(std::to_string(i)));
  CHECK(search(*engine, "pump", in_session("999"))["reason"] == "nothing_new");
  CHECK(search(*engine, "pump", in_session("968"))["reason"] == "nothing_new");
  CHECK(ids_in(search(*engine, "pump", in_session("967"))) == Ids{"e1"});
}

TEST_CASE("an import forgets all sessions") {
  const auto engine = open_engine();
  save_numbered(*engine, 1);
  const json reply = search(*engine, "pump");
  REQUIRE(engine->import_bytes(engine->export_bytes().value()).ok());
  CHECK(ids_in(search(*engine, "pump")) == Ids{"e1"});
  const json old = {{"cursor", reply["cursor"]}, {"concept_id", "c"}};
  CHECK(EvidenceCall(old).error(*engine, &Engine::evidence_expand) == "cursor_expired");
}
