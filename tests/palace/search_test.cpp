// What a user of the palace may expect of a search, case by case.

#include <catch_amalgamated.hpp>
#include <string>

#include "support/palace_fixture.h"

using namespace loci;
using namespace loci::test;
using Catch::Approx;

namespace {

// At this distance from {1, 0}, by cosine.
std::vector<float> at_distance(double distance) {
  const double cosine = 1 - distance;
  return {static_cast<float>(cosine), static_cast<float>(std::sqrt(1 - cosine * cosine))};
}

const std::vector<float> kQuery = {1, 0};

}  // namespace

TEST_CASE("an exact word beats a near vector, though its drawer has none") {
  PalaceFixture fixture;
  fixture.add({"general", "general text about deploys", at_distance(0.25)});
  fixture.add({"hotfix", "deploy-v2.4.7-hotfix shipped"});
  const PalaceReply reply = fixture.search("hotfix", kQuery);
  CHECK(names_of(reply) == Texts{"hotfix", "general"});
  CHECK_FALSE(reply.bm25_only);
  CHECK(reply.results[0].via() == MatchedVia::kBm25);
  CHECK_FALSE(reply.results[0].distance.has_value());
  CHECK(reply.results[1].via() == MatchedVia::kDrawer);
  CHECK(*reply.results[1].distance == Approx(0.25));
}

TEST_CASE("a word lifts a drawer that is only sixth by its vector") {
  PalaceFixture fixture;
  for (int i = 1; i <= 5; ++i) {
    fixture.add({"near" + std::to_string(i), "notes of no matter " + std::to_string(i),
                 at_distance(0.1 + 0.01 * i)});
  }
  fixture.add({"exact", "the hotfix", at_distance(0.2)});
  CHECK(names_of(fixture.search("hotfix", kQuery))[0] == "exact");
}

TEST_CASE("the union finds what many drawers share one word with") {
  PalaceFixture fixture;
  for (int i = 0; i < 599; ++i) {
    fixture.add(
        {"d" + std::to_string(i), "deploy number" + std::to_string(i), at_distance(0.001 * i)});
  }
  fixture.add({"last", "deploy hotfix", at_distance(0.6)});
  PalaceRequest request;
  request.query = "deploy hotfix";
  request.embedding = kQuery;
  const Texts near = names_of(fixture.search(request));
  CHECK(std::find(near.begin(), near.end(), "last") == near.end());
  request.strategy = CandidateStrategy::kUnion;
  const PalaceReply reply = fixture.search(request);
  const Texts both = names_of(reply);
  const auto found = std::find(both.begin(), both.end(), "last");
  REQUIRE(found != both.end());
  CHECK(*reply.results[static_cast<size_t>(found - both.begin())].distance == Approx(0.6));
}

TEST_CASE("distances are those of vector stores, and the farthest is dropped where asked") {
  PalaceFixture fixture;
  fixture.add({"same", "one", {1, 0}});
  fixture.add({"opposite", "two", {-1, 0}});
  fixture.add({"between", "three", {3, 4}});
  PalaceRequest request;
  request.embedding = {2, 0};
  const PalaceReply reply = fixture.search(request);
  REQUIRE(names_of(reply) == Texts{"same", "between", "opposite"});
  CHECK(*reply.results[0].distance == 0);
  CHECK(*reply.results[1].distance == Approx(0.4));
  CHECK(*reply.results[2].distance == 2);
  request.max_distance = 1;
  CHECK(names_of(fixture.search(request)) == Texts{"same", "between"});
  request.metric = Metric::kL2;
  CHECK(names_of(fixture.search(request)) == Texts{"same"});
  request.max_distance = 0;
  CHECK(*fixture.search(request).results[1].distance == Approx(3));
  request.metric = Metric::kInnerProduct;
  // Of vectors longer than 1 many are as near as can be: an effective distance is at least 0.
  CHECK(names_of(fixture.search(request)) == Texts{"same", "between", "opposite"});
  CHECK(*fixture.search(request).results[0].distance == -1);
  CHECK(*fixture.search(request).results[1].distance == -5);
}

TEST_CASE("a file of a hundred and twenty-five matching chunks leaves a note its place") {
  for (const int with_vectors : {0, 1, 2}) {
    PalaceFixture fixture;
    for (int i = 0; i < 125; ++i) {
      PlainDrawer chunk{"chunk" + std::to_string(i), "pump valve " + std::to_string(i)};
      chunk.source_file = "manual.md";
      if (with_vectors > 0) chunk.vector = at_distance(0.01 + 0.0001 * i);
      fixture.add(chunk);
    }
    PlainDrawer note{"note", "a note that names the pump, and the valve, among many other things"};
    note.source_file = "note.md";
    if (with_vectors > 1) note.vector = at_distance(0.5);
    fixture.add(note);
    CAPTURE(with_vectors);
    const Texts names = names_of(fixture.search("pump valve", kQuery, 4));
    REQUIRE(names.size() == 4);
    CHECK(std::find(names.begin(), names.end(), "note") != names.end());
  }
}

TEST_CASE("many files of many chunks each have their best in the pool") {
  PalaceFixture fixture;
  for (int file = 0; file < 8; ++file) {
    for (int i = 0; i < 30; ++i) {
      PlainDrawer chunk{std::to_string(file) + "-" + std::to_string(i), "text"};
      chunk.text += std::to_string(file) + " " + std::to_string(i);
      chunk.source_file = std::to_string(file) + ".md";
      chunk.vector = at_distance(0.1 * file + 0.001 * i);
      fixture.add(chunk);
    }
  }
  CHECK(names_of(fixture.search("", kQuery, 5)) == Texts{"0-0", "0-1", "1-0", "2-0", "3-0"});
  PalaceFixture reference(Profile::kReference);
}

TEST_CASE("a text that stands three times comes once, and others of it are named") {
  PalaceFixture fixture;
  fixture.add({"first", "37 snapshots\nkept", at_distance(0.2), "a.md"});
  fixture.add({"windows", "37 snapshots\r\nkept\r\n", at_distance(0.1), "b.md"});
  fixture.add({"blank", "37 snapshots\nkept  ", {}, "c.md"});
  fixture.add({"other", "15 snapshots\nkept", at_distance(0.3), "d.md"});
  for (const std::vector<float>& vector : {kQuery, std::vector<float>()}) {
    const PalaceReply reply = fixture.search("37 snapshots", vector);
    REQUIRE(reply.results.size() == 2);
    CHECK(reply.results[0].duplicates.size() == 2);
    CHECK(reply.results[1].drawer.name == "other");
    CHECK(reply.results[1].duplicates.empty());
  }
  PalaceFixture reference(Profile::kReference);
  reference.add({"first", "kept", at_distance(0.2)});
  reference.add({"second", "kept", at_distance(0.1)});
  CHECK(reference.search("kept", kQuery).results.size() == 2);
}

TEST_CASE("thousands of the same text are one result") {
  PalaceFixture fixture;
  for (int i = 0; i < 3000; ++i) fixture.add({"d" + std::to_string(i), "deploy", {1, 0}});
  fixture.add({"other", "deploy this", at_distance(0.9)});
  for (const std::vector<float>& vector : {kQuery, std::vector<float>()}) {
    const PalaceReply reply = fixture.search("deploy", vector, 4);
    REQUIRE(names_of(reply) == Texts{"d0", "other"});
    CHECK(reply.results[0].duplicates.size() == (vector.empty() ? 2999 : 15));
  }
}

TEST_CASE("of equal scores the newer text comes first, then what was filed first") {
  PalaceFixture fixture;
  PlainDrawer drawer{"undated", "pump a", {1, 0}};
  fixture.add(drawer);
  for (const auto& [name, day] : {std::pair{"old", "2020-01-01"}, {"new", "2024-01-01"}}) {
    drawer.name = name;
    drawer.text = std::string("pump ") + name[0];
    drawer.authored_at = day;
    fixture.add(drawer);
  }
  drawer.name = "later";
  drawer.text = "pump z";
  fixture.add(drawer);
  const Texts expected = {"new", "later", "old", "undated"};
  CHECK(names_of(fixture.search("pump", kQuery)) == expected);
  CHECK(names_of(fixture.search("pump")) == expected);
}

TEST_CASE("the newest of hundreds of equal scores comes first, though it was filed last") {
  PalaceFixture fixture;
  for (int i = 0; i < 300; ++i) {
    PlainDrawer drawer{"d" + std::to_string(i), "pump number" + std::to_string(i)};
    drawer.authored_at = i == 299 ? "2024-01-01" : "2020-01-01";
    fixture.add(drawer);
  }
  CHECK(names_of(fixture.search("pump", {}, 2)) == Texts{"d299", "d0"});
}

TEST_CASE("closets bring the drawers of their file nearer, of their wing alone") {
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    PalaceFixture fixture(profile);
    fixture.add({"plain", "one", at_distance(0.5)});
    fixture.add({"here", "two", at_distance(0.6), "README.md"});
    PlainDrawer there{"there", "three", at_distance(0.6), "README.md"};
    there.wing = "other";
    fixture.add(there);
    fixture.add_closet("wing", "README.md", at_distance(0.1));
    fixture.add_closet("wing", "unknown.md", at_distance(0.2));
    const PalaceReply reply = fixture.search("", kQuery);
    const bool by_wing = profile == Profile::kDefault;
    const Texts expected =
        by_wing ? Texts{"here", "plain", "there"} : Texts{"here", "there", "plain"};
    REQUIRE(names_of(reply) == expected);
    CHECK(reply.results[0].closet_boost == 0.40);
    CHECK(reply.results[0].via() == MatchedVia::kDrawerAndCloset);
    CHECK(*reply.results[0].effective_distance == Approx(0.2));
    CHECK(*reply.results[0].similarity == Approx(0.8));
    CHECK(reply.results[by_wing ? 2 : 1].closet_boost == (by_wing ? 0 : 0.40));
  }
}

TEST_CASE("a closet never brings in a drawer, nor keeps one out") {
  PalaceFixture fixture;
  fixture.add({"far", "one", at_distance(1.9), "far.md"});
  fixture.add_closet("wing", "far.md", at_distance(1.8));
  fixture.add_closet("wing", "elsewhere.md", {1, 0});
  const PalaceReply reply = fixture.search("", kQuery);
  REQUIRE(names_of(reply) == Texts{"far"});
  CHECK(reply.results[0].closet_boost == 0);  // beyond 1.5
  PalaceRequest request;
  request.embedding = kQuery;
  request.max_distance = 1.6;  // the raw distance counts
  CHECK(fixture.search(request).reason == NothingFound::kNoMatch);
}

TEST_CASE("without a usable embedding the whole scope is ranked by words, and the reply says why") {
  PalaceFixture fixture;
  fixture.add({"pump", "a pump and a pump", {1, 0}});
  fixture.add({"valve", "a pump, one valve", {0, 1}});
  fixture.add({"none", "nothing of it", {1, 0}});
  struct Try {
    std::vector<float> vector;
    std::string model;
    EmbeddingReason reason;
  };
  const Try tries[] = {{{}, "", EmbeddingReason::kNone},
                       {{1, 0, 0}, "", EmbeddingReason::kDimensionMismatch},
                       {{0, 0}, "", EmbeddingReason::kInvalidVector},
                       {{NAN, 0}, "", EmbeddingReason::kInvalidVector}};
  for (const Try& given : tries) {
    const PalaceReply reply = fixture.search("pump", given.vector);
    CHECK(reply.bm25_only);
    CHECK(reply.embedding_reason == given.reason);
    REQUIRE(names_of(reply) == Texts{"pump", "valve"});
    CHECK(reply.results[0].score == 1);
    CHECK(reply.results[1].score > 0);  // scaled with the drawer at 0
    CHECK(reply.results[1].score < 1);
    CHECK(reply.results[0].via() == MatchedVia::kBm25);
    CHECK(reply.total_before_filter == 3);
  }
  PalaceRequest request;
  request.query = "pump";
  request.embedding = kQuery;
  request.vector_disabled = true;
  const PalaceReply reply = fixture.search(request);
  CHECK(reply.bm25_only);
  CHECK(reply.vector_disabled);
  CHECK(reply.results.size() == 2);
}

TEST_CASE("where every drawer matches, the least has a share of 0 and is kept") {
  PalaceFixture fixture;
  fixture.add({"more", "pump pump"});
  fixture.add({"less", "pump and other things that are long"});
  const PalaceReply reply = fixture.search("pump");
  REQUIRE(names_of(reply) == Texts{"more", "less"});
  CHECK(reply.results[0].score == 1);
  CHECK(reply.results[1].score == 0);
}

TEST_CASE("a query of no words finds by its embedding, or says why there is nothing") {
  PalaceFixture fixture;
  fixture.add({"pump", "a pump", {1, 0}});
  for (const char* query : {"", "   ", "!!!"}) {
    CHECK(fixture.search(query).reason == NothingFound::kNoQueryTerms);
    const PalaceReply reply = fixture.search(query, kQuery);
    REQUIRE(names_of(reply) == Texts{"pump"});
    CHECK(reply.results[0].score == Approx(0.6));
  }
  CHECK(fixture.search("absent").reason == NothingFound::kNoMatch);
  CHECK(fixture.search("pump", {}, 0).results.empty());
  CHECK(PalaceFixture().search("pump", kQuery).reason == NothingFound::kNoMatch);
}

TEST_CASE("in every script a word finds its drawer, and operators are none") {
  PalaceFixture fixture;
  const std::pair<const char*, const char*> texts[] = {
      {"제주도 여행 계획", "제주도"},  {"Пароль меняется", "пароль"},
      {"น้ำตกเชียงใหม่", "น้ำตก"},         {"मेरा नाम अनीता", "अनीता"},
      {"كلمة السر", "كلمة"},           {"每日复盘 cron 备份已完成", "复盘 备份"},
      {"status done", "status: done"}, {"a timeout error", "timeout \"error"}};
  for (const auto& [text, query] : texts) fixture.add({text, text});
  for (const auto& [text, query] : texts) {
    CAPTURE(query);
    const Texts names = names_of(fixture.search(query));
    REQUIRE_FALSE(names.empty());
    CHECK(names[0] == text);
  }
}

TEST_CASE("a word that is asked for twice counts once") {
  PalaceFixture fixture;
  fixture.add({"pump", "pump"});
  fixture.add({"valve", "valve"});
  const double once = fixture.search("pump valve").results[0].bm25;
  const PalaceReply reply = fixture.search("pump pump pump valve");
  CHECK(reply.results[0].bm25 == once);
  CHECK(reply.results[1].bm25 == once);
}

TEST_CASE("a text shows up whole, with the names of its place as they were filed first") {
  PalaceFixture fixture;
  PlainDrawer drawer{"a", " a pump\r\n", {1, 0}, "folder/a.md"};
  drawer.wing = "My Wing";
  fixture.add(drawer);
  drawer.name = "b";
  drawer.text = "a valve";
  drawer.wing = "my_wing";
  fixture.add(drawer);
  const PalaceReply reply = fixture.search("pump", kQuery);
  REQUIRE(reply.results.size() == 2);
  CHECK(reply.results[0].drawer.text == " a pump\r\n");
  for (const FoundDrawer& found : reply.results) CHECK(found.wing == "My Wing");
  CHECK(reply.results[0].drawer.source_file == "folder/a.md");
}
