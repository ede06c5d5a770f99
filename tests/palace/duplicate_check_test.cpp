#include "palace/duplicate_check.h"

#include <catch_amalgamated.hpp>
#include <string>

#include "support/palace_fixture.h"

using namespace loci;
using namespace loci::test;
using Catch::Approx;

namespace {

DuplicateRequest ask(std::string text, double threshold = 0.9) {
  DuplicateRequest request;
  request.text = std::move(text);
  request.threshold = threshold;
  return request;
}

Texts names_of(const DuplicateReply& reply) {
  Texts names;
  for (const DuplicateMatch& match : reply.matches) names.push_back(match.name);
  return names;
}

}  // namespace

TEST_CASE("the same text is found, whatever its line ends, and nothing like it is enough") {
  PalaceFixture fixture;
  fixture.add({"a", "37 snapshots\r\nkept "});
  fixture.add({"b", "15 snapshots\nkept"});
  const DuplicateReply reply = fixture.check(ask("37 snapshots\nkept"));
  REQUIRE(names_of(reply) == Texts{"a"});
  CHECK(reply.matches[0].similarity == 1);
  CHECK(reply.matches[0].how == Likeness::kExact);
  CHECK(reply.matches[0].wing == "wing");
  CHECK(fixture.check(ask("38 snapshots\nkept")).matches.empty());
}

TEST_CASE("a text that shares its words is found, from the threshold on") {
  PalaceFixture fixture;
  fixture.add({"four", "pump valve ledger garden"});
  fixture.add({"three", "pump valve ledger"});
  const DuplicateReply reply = fixture.check(ask("Pump, valve, ledger!", 0.75));
  REQUIRE(names_of(reply) == Texts{"three", "four"});
  CHECK(reply.matches[0].similarity == 1);
  CHECK(reply.matches[0].how == Likeness::kWords);
  CHECK(reply.matches[1].similarity == 0.75);
  CHECK(names_of(fixture.check(ask("Pump, valve, ledger!", 0.76))) == Texts{"three"});
}

TEST_CASE("an embedding finds what is said in other words") {
  PalaceFixture fixture;
  fixture.add({"near", "one", {3, 4}});
  fixture.add({"far", "two", {0, 1}});
  DuplicateRequest request = ask("something else", 0.6);
  request.embedding = {1, 0};
  const DuplicateReply reply = fixture.check(request);
  REQUIRE(names_of(reply) == Texts{"near"});
  CHECK(reply.matches[0].similarity == Approx(0.6));
  CHECK(reply.matches[0].how == Likeness::kEmbedding);
  request.embedding = {1, 0, 0};
  CHECK(fixture.check(request).matches.empty());
  CHECK(fixture.check(request).embedding_reason == EmbeddingReason::kDimensionMismatch);
}

TEST_CASE("a drawer comes once, with the most that is said of it, best first") {
  PalaceFixture fixture;
  fixture.add({"words", "pump valve ledger garden", {3, 4}});
  fixture.add({"exact", "pump valve ledger train", {0, 1}});
  DuplicateRequest request = ask("pump valve ledger train", 0.1);
  request.embedding = {1, 0};
  const DuplicateReply reply = fixture.check(request);
  REQUIRE(names_of(reply) == Texts{"exact", "words"});
  CHECK(reply.matches[0].how == Likeness::kExact);
  CHECK(reply.matches[1].similarity == Approx(0.6));
  CHECK(reply.matches[1].how == Likeness::kWords);
  request.limit = 1;
  CHECK(names_of(fixture.check(request)) == Texts{"exact"});
  request.limit = 0;
  CHECK(fixture.check(request).matches.empty());
}
