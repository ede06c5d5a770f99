// What the chunks of a file say for each other, and what is found by other forms of a word.

#include <catch_amalgamated.hpp>
#include <string>

#include "retrieve/context.h"
#include "support/palace_fixture.h"

using namespace loci;
using namespace loci::test;
using Catch::Approx;

namespace {

const std::vector<float> kQuery = {1, 0};

PlainDrawer chunk(std::string name, std::string text, int64_t index, std::string file = "talk.md",
                  std::vector<float> vector = {}) {
  PlainDrawer drawer{std::move(name), std::move(text), std::move(vector), std::move(file)};
  drawer.chunk_index = index;
  return drawer;
}

double bm25_of(const PalaceReply& reply, const std::string& name) {
  for (const FoundDrawer& found : reply.results) {
    if (found.drawer.name == name) return found.bm25;
  }
  return -1;
}

}  // namespace

TEST_CASE("the chunk beside one that matches is found by what that one says") {
  PalaceFixture fixture;
  fixture.add(chunk("asked", "where does the lighthouse keeper live", 3));
  fixture.add(chunk("answer", "over the harbour", 4));
  fixture.add(chunk("far", "good night", 9));
  fixture.add(chunk("other", "no word of it", 4, "other.md"));
  const PalaceReply reply = fixture.search("lighthouse keeper");
  CHECK(names_of(reply) == Texts{"asked", "answer"});
  const double own = bm25_of(reply, "asked");
  const double lent = kNeighbourWeights[0] * own + kSequenceWeight * own;
  CHECK(bm25_of(reply, "answer") == Approx(lent));
  CHECK(reply.results[1].via() == MatchedVia::kBm25);
  // With an embedding the pool is the nearest and the best by words, and none beside them.
  PalaceRequest request;
  request.query = "lighthouse keeper";
  request.embedding = kQuery;
  fixture.add(chunk("near", "a note", 8, "talk.md", {1, 0.2f}));
  const PalaceReply near = fixture.search(request);
  CHECK(bm25_of(near, "near") == Approx(kNeighbourWeights[0] * bm25_of(near, "asked") +
                                        kSequenceWeight * bm25_of(near, "asked")));
  CHECK(bm25_of(near, "answer") == -1);
}

TEST_CASE("what is outside of the scope lends nothing and comes in by nobody") {
  PalaceFixture fixture;
  fixture.add(chunk("asked", "the lighthouse keeper", 1));
  PlainDrawer outside = chunk("outside", "the lighthouse", 2);
  outside.room = "elsewhere";
  fixture.add(outside);
  fixture.add(chunk("answer", "over the harbour", 3));
  PalaceRequest request;
  request.query = "lighthouse";
  request.room = "room";
  const PalaceReply reply = fixture.search(request);
  CHECK(names_of(reply) == Texts{"asked", "answer"});
  PalaceFixture alone;
  alone.add(chunk("asked", "the lighthouse keeper", 1));
  alone.add(chunk("answer", "over the harbour", 3));
  const PalaceReply same = alone.search("lighthouse");
  for (const char* name : {"asked", "answer"}) CHECK(bm25_of(reply, name) == bm25_of(same, name));
}

TEST_CASE("in the reference profile a drawer has its own words alone") {
  PalaceFixture fixture(Profile::kReference);
  fixture.add(chunk("asked", "where does the lighthouse keeper live", 3));
  fixture.add(chunk("answer", "over the harbour", 4));
  CHECK(names_of(fixture.search("lighthouse")) == Texts{"asked"});
}

TEST_CASE("a drawer that is moved, changed or removed leaves its sequence") {
  PalaceFixture fixture;
  fixture.add(chunk("asked", "the lighthouse keeper", 1));
  fixture.add(chunk("answer", "over the harbour", 2));
  auto given = value_of(fixture.palace.given_drawer("answer")).value();
  given.drawer.source_file = "other.md";
  value_of(fixture.palace.change_drawer(given, {}));
  CHECK(names_of(fixture.search("lighthouse")) == Texts{"asked"});
  given.drawer.source_file = "talk.md";
  value_of(fixture.palace.change_drawer(given, {}));
  CHECK(names_of(fixture.search("lighthouse")) == Texts{"asked", "answer"});
  given.drawer.chunk_index = std::nullopt;
  value_of(fixture.palace.change_drawer(given, {}));
  CHECK(names_of(fixture.search("lighthouse")) == Texts{"asked"});
  value_of(fixture.palace.remove_drawer("answer"));
  fixture.add(chunk("again", "over the harbour", 2));
  CHECK(names_of(fixture.search("lighthouse")) == Texts{"asked", "again"});
}

TEST_CASE("of hundreds that match, the first come in their order and none is lost") {
  PalaceFixture fixture;
  for (int i = 0; i < 700; ++i) {
    const std::string text = "deploy note" + std::to_string(i) + std::string(i % 7, ' ');
    fixture.add(chunk("d" + std::to_string(i), i % 3 == 0 ? text : text + " and more of it", i,
                      "file" + std::to_string(i % 300) + ".md"));
  }
  const PalaceReply few = fixture.search("deploy", {}, 5);
  const PalaceReply many = fixture.search("deploy", {}, 700);
  REQUIRE(few.results.size() == 5);
  REQUIRE(many.results.size() == 700);
  for (size_t i = 0; i < few.results.size(); ++i) {
    CHECK(few.results[i].drawer.name == many.results[i].drawer.name);
    CHECK(few.results[i].score == many.results[i].score);
  }
}

TEST_CASE("other forms of a word find a drawer, behind the word itself") {
  PalaceFixture fixture({Profile::kDefault, nullptr, Forms::kBoth});
  fixture.add({"form", "old migrations"});
  fixture.add({"exact", "we migrated"});
  fixture.add({"none", "a garden"});
  CHECK(names_of(fixture.search("migrated")) == Texts{"exact", "form"});
  CHECK(names_of(fixture.search("what did the migrating do")).size() == 2);
  PalaceFixture off;
  off.add({"form", "old migrations"});
  CHECK(names_of(off.search("migrated")).empty());
}
