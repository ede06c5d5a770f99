// The items around an item, and what is told of them; numbers by plain formulas are in
// retriever_oracle_test.cpp.

#include <algorithm>
#include <catch_amalgamated.hpp>

#include "support/wiki_fixture.h"
#include "wiki/retriever.h"

using namespace loci;
using namespace loci::test;

namespace {

Sequence turn(int64_t position, std::string id = "talk") { return {std::move(id), position}; }

/// Turns of one talk: a to d.
void add_talk(WikiFixture& fixture) {
  fixture.add("notes", "a", "did you find a new flat in the end", turn(1));
  fixture.add("notes", "b", "yes, since May, near the old harbour", turn(2));
  fixture.add("notes", "c", "how lovely", turn(3));
  fixture.add("notes", "d", "and how is work", turn(40));
}

RetrieveOptions explained() {
  RetrieveOptions options;
  options.explain = true;
  return options;
}

const RetrievedEntry& entry_of(const Retrieval& found, std::string_view name) {
  for (const RetrievedEntry& entry : found.items) {
    if (entry.item.name == name) return entry;
  }
  FAIL("not found: " << name);
  return found.items.front();
}

}  // namespace

TEST_CASE("a turn is found by the words of its neighbour") {
  WikiFixture fixture;
  add_talk(fixture);
  const Retrieval found = fixture.ask("new flat", explained());
  REQUIRE(names_of(found.items) == Texts{"a", "b"});
  const RetrievedEntry& answer = found.items[1];
  CHECK(answer.matched_terms.empty());
  CHECK(answer.terms.empty());
  REQUIRE(answer.context);
  CHECK(answer.context->own == 0);
  CHECK(answer.context->neighbours > 0);
  CHECK(answer.context->sum() == answer.bm25_score);
  CHECK(answer.score == answer.bm25_score);
}

TEST_CASE("of two turns that say the same, that of the right talk comes first") {
  WikiFixture fixture;
  fixture.add("notes", "x", "yes, near the harbour", turn(2, "other"));
  fixture.add("notes", "y", "something else", turn(3, "other"));
  add_talk(fixture);
  RetrieveOptions off;
  off.context = false;
  const auto place = [&](const RetrieveOptions& options, const char* name) {
    const Texts names = fixture.names("flat harbour", options);
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  CHECK(place(off, "x") < place(off, "b"));
  CHECK(place({}, "b") < place({}, "x"));
}

TEST_CASE("without context, and in the reference, each item stands for itself") {
  RetrieveOptions off = explained();
  off.context = false;
  WikiFixture fixture;
  add_talk(fixture);
  WikiFixture reference(Profile::kReference);
  add_talk(reference);
  for (const Retrieval& found :
       {fixture.ask("new flat", off), reference.ask("new flat", explained())}) {
    CHECK(names_of(found.items) == Texts{"a"});
    CHECK_FALSE(found.items[0].context);
  }
}

TEST_CASE("items in no sequence, or alone in one, are lent nothing") {
  WikiFixture fixture;
  fixture.add("notes", "a", "apple pie");
  fixture.add("notes", "b", "apple pie", turn(0));
  RetrieveOptions off = explained();
  off.context = false;
  const Retrieval found = fixture.ask("apple", explained());
  const Retrieval plain = fixture.ask("apple", off);
  CHECK(found.items[0].score == found.items[1].score);
  for (const RetrievedEntry& entry : found.items) {
    CHECK(entry.context->own == plain.items[0].score);
    CHECK(entry.context->sum() == entry.context->own + entry.context->coverage);
  }
}

TEST_CASE("who is filtered out neither lends nor is brought in, but may be linked to") {
  WikiFixture fixture;
  fixture.add("notes", "a", "new flat", turn(1));
  fixture.add("other", "b", "new flat, see [[other:c]]", turn(2));
  fixture.add("other", "c", "how lovely", turn(3));
  fixture.add("notes", "d", "nothing, see [[other:c]]", turn(4));
  RetrieveOptions options = explained();
  options.categories = Texts{"notes"};
  const Retrieval found = fixture.ask("flat", options);
  REQUIRE(names_of(found.items) == Texts{"a", "d", "c"});
  CHECK(entry_of(found, "a").context->neighbours == 0);  // d holds no word
  CHECK(entry_of(found, "d").context->neighbours > 0);   // a is next among what passes
  CHECK(entry_of(found, "c").source == RetrievedEntry::Source::kLink);
  CHECK_FALSE(entry_of(found, "c").context);
}

TEST_CASE("beyond the best that lend, items keep their own scores, and like limits agree") {
  WikiFixture fixture;
  require_ok(fixture.wiki.begin_batch());
  for (int i = 0; i < 400; ++i) {
    const std::string name = "n" + std::to_string(1000 + i);
    const std::string fill(static_cast<size_t>(i % 40), 'x');
    fixture.add("notes", name,
                "apple " + std::string(i % 7 == 0 ? "pear " : "") + fill + " " + fill,
                i % 3 == 0 ? std::optional(turn(i)) : std::nullopt);
  }
  require_ok(fixture.wiki.commit_batch());
  RetrieveOptions all = explained();
  all.limit = 1000;
  const Retrieval found = fixture.ask("apple pear", all);
  REQUIRE(found.items.size() == 400);
  for (const RetrievedEntry& entry : found.items) {
    REQUIRE(entry.context);
    REQUIRE(entry.context->sum() == *entry.bm25_score);
  }
  const Retrieval few = fixture.ask("apple pear", explained());
  for (const size_t limit : {1u, 5u, 64u, 256u, 300u}) {  // as far as as many are looked through
    RetrieveOptions some = explained();
    some.limit = limit;
    const Retrieval fewer = fixture.ask("apple pear", some);
    const Retrieval& more = limit < few.items.size() ? few : found;
    REQUIRE(fewer.items.size() == limit);
    CHECK(fewer.confidence == found.confidence);
    for (size_t i = 0; i < limit; ++i) {
      REQUIRE(fewer.items[i].item.name == more.items[i].item.name);
      REQUIRE(fewer.items[i].score == more.items[i].score);
    }
  }
}

TEST_CASE("a result says how surely the memory covers the question") {
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    WikiFixture fixture(profile);
    CHECK(fixture.ask("anything").confidence == 0);
    fixture.add_notes({"the heron nests by the weir", "apples are stored in the cellar",
                       "the boat is repaired in spring", "the weir was built of stone"});
    const double covered = fixture.ask("heron nests weir").confidence;
    const double partly = fixture.ask("stone bridge toll opening weir hours").confidence;
    CHECK(covered > 0.9);
    CHECK(partly < 0.5);
    CHECK(partly > 0);
    CHECK(fixture.ask("quasar").confidence == 0);
    CHECK(fixture.ask("!!!").confidence == 0);
    RetrieveOptions none;
    none.limit = 0;
    CHECK(fixture.ask("heron nests weir", none).confidence == covered);
  }
}

TEST_CASE("low confidence is told, and hides nothing") {
  WikiFixture fixture;
  fixture.add_notes({"the heron nests by the weir", "apples are stored in the cellar"});
  const std::string query = "stone bridge toll opening weir hours";
  const Retrieval plain = fixture.ask(query, explained());
  CHECK_FALSE(plain.low_confidence);
  RetrieveOptions strict = explained();
  strict.min_confidence = plain.confidence;
  CHECK_FALSE(fixture.ask(query, strict).low_confidence);
  strict.min_confidence = 1;
  const Retrieval doubtful = fixture.ask(query, strict);
  CHECK(doubtful.low_confidence);
  CHECK(picture_of(doubtful) == picture_of(plain));
  CHECK(fixture.ask("quasar", strict).low_confidence);
}
