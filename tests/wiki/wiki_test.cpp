#include "wiki/wiki.h"

#include <catch_amalgamated.hpp>

#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

using Action = AddOutcome::Action;

MarkdownFile markdown(std::string text) { return {"wiki/notes.md", std::move(text)}; }

Result<AddOutcome> add(WikiFixture& fixture, std::string name, std::string content) {
  return fixture.wiki.add(make_item("notes", std::move(name), std::move(content)), kNow);
}

/// What the wiki answers, and what a wiki built afresh from its store answers.
void require_follows_store(WikiFixture& fixture, std::string_view query) {
  Wiki fresh(*fixture.store, Profile::kDefault);
  require_ok(fresh.rebuild());
  REQUIRE(picture_of(fixture.ask(query)) == picture_of(value_of(fresh.retrieve(query, {}))));
  REQUIRE(fixture.wiki.index().document_count() == fresh.index().document_count());
  REQUIRE(fixture.wiki.index().term_count() == fresh.index().term_count());
}

}  // namespace

TEST_CASE("add gives back the item as it is stored") {
  WikiFixture fixture;
  Item item = make_item("notes", "  two \n words ", "\n text \n");
  item.metadata = R"({"b": 1, "a": [2]})";
  const AddOutcome outcome = value_of(fixture.wiki.add(item, kNow));
  CHECK(outcome.action == Action::kAdded);
  CHECK(outcome.item.name == "two words");
  CHECK(outcome.item.content == "text");
  CHECK(outcome.item.ts == "2023-11-14T22:13:20.000Z");
  CHECK(outcome.item.metadata == R"({"a":[2],"b":1})");
  CHECK(outcome.item.id == 1);
}

TEST_CASE(
    "an item of the same name is replaced, found by its new words alone, and moves to the end") {
  WikiFixture fixture;
  add(fixture, "a", "old apple").value();
  add(fixture, "b", "new plum").value();
  const AddOutcome outcome = value_of(add(fixture, " a ", "new plum"));
  CHECK(outcome.action == Action::kUpdated);
  CHECK(fixture.names("old").empty());
  CHECK(fixture.names("plum") == Texts{"b", "a"});
  CHECK(value_of(fixture.store->items().count()) == 2);
}

TEST_CASE("a removed item is gone from every path at once, and leaves no trace in the scores") {
  WikiFixture fixture;
  add(fixture, "a", "apple [[notes:b]]").value();
  const std::string before = picture_of(fixture.ask("apple"));
  add(fixture, "b", "apple apple pear").value();
  CHECK(fixture.remove("notes", "b"));
  CHECK(picture_of(fixture.ask("apple")) == before);
  CHECK(fixture.names("pear").empty());
  CHECK_FALSE(value_of(fixture.wiki.get("notes", "b")));
  CHECK_FALSE(fixture.remove("notes", "b"));
}

TEST_CASE("get finds a name in any spelling that is stored as the same") {
  WikiFixture fixture;
  add(fixture, "two words", "x").value();
  CHECK(value_of(fixture.wiki.get("notes", " two\t words ")));
  CHECK_FALSE(value_of(fixture.wiki.get("notes", "twowords")));
  CHECK_FALSE(value_of(fixture.wiki.get("other", "two words")));
  CHECK_FALSE(value_of(fixture.wiki.get("notes", "[impossible]")));
  CHECK_FALSE(value_of(fixture.wiki.get("notes", "")));
}

TEST_CASE("what is no item changes nothing") {
  WikiFixture fixture;
  add(fixture, "a", "apple").value();
  const auto refused = fixture.wiki.add(make_item("Not A Category", "a", "pear"), kNow);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kInvalidArgument);
  CHECK(fixture.store->revision() == 1);
  require_follows_store(fixture, "apple pear");
}

TEST_CASE("any text is kept as it is, zero bytes included") {
  WikiFixture fixture;
  const std::string content("a\0b \u2028 \\ \" ' %s", 16);
  add(fixture, "a", content).value();
  CHECK(value_of(fixture.wiki.get("notes", "a"))->content == content);
}

TEST_CASE("a batch that is taken back leaves nothing, in the store or the index") {
  WikiFixture fixture;
  add(fixture, "a", "apple").value();
  const std::string before = picture_of(fixture.ask("apple pear"));
  require_ok(fixture.wiki.begin_batch());
  add(fixture, "a", "pear").value();
  add(fixture, "b", "apple").value();
  CHECK(fixture.names("pear") == Texts{"a"});
  require_ok(fixture.wiki.rollback_batch());
  CHECK(picture_of(fixture.ask("apple pear")) == before);
  CHECK(fixture.store->revision() == 1);
  require_follows_store(fixture, "apple pear");
}

TEST_CASE("a batch that is committed stays") {
  WikiFixture fixture;
  require_ok(fixture.wiki.begin_batch());
  for (int i = 0; i < 100; ++i) add(fixture, std::to_string(i), "apple").value();
  require_ok(fixture.wiki.commit_batch());
  CHECK(fixture.store->revision() == 100);
  CHECK(fixture.ask("apple").items.size() == 10);
  require_follows_store(fixture, "apple");
}

TEST_CASE("an import adds what is new, updates what differs, and leaves alone what is the same") {
  WikiFixture fixture;
  add(fixture, "same", "apple").value();
  add(fixture, "other", "pear").value();
  require_ok(fixture.wiki.begin_batch());
  const auto import = value_of(fixture.wiki.import_markdown(
      markdown("# notes\n## same\napple\n## other\nplum\n## new\nkiwi\n## C# \nx\n"), kNow + 1));
  require_ok(fixture.wiki.commit_batch());
  CHECK(import.added == 2);
  CHECK(import.updated == 1);
  CHECK(import.same == 1);
  REQUIRE(import.problems.size() == 1);
  CHECK(import.problems[0].line == 8);
  CHECK(fixture.names("kiwi plum") == Texts{"other", "new"});
  CHECK(value_of(fixture.wiki.get("notes", "same"))->id == 1);
  CHECK(value_of(fixture.wiki.get("notes", "C＃")));
  require_follows_store(fixture, "apple plum kiwi");
}

TEST_CASE("a second import of the same file changes nothing") {
  WikiFixture fixture;
  const MarkdownFile file = markdown("# notes\n## a\napple\n## b\npear\n");
  for (const int64_t time : {kNow, kNow + 1000}) {
    require_ok(fixture.wiki.begin_batch());
    value_of(fixture.wiki.import_markdown(file, time));
    require_ok(fixture.wiki.commit_batch());
  }
  CHECK(fixture.store->revision() == 2);
}

TEST_CASE("a file that is no UTF-8 is a problem, and nothing else") {
  WikiFixture fixture;
  require_ok(fixture.wiki.begin_batch());
  const auto import = value_of(fixture.wiki.import_markdown({"wiki/bad.md", std::nullopt}, kNow));
  require_ok(fixture.wiki.commit_batch());
  REQUIRE(import.problems.size() == 1);
  CHECK(import.problems[0].path == "wiki/bad.md");
  CHECK(fixture.store->revision() == 0);
}

TEST_CASE("the reference and the default keep the same text") {
  WikiFixture fixture;
  WikiFixture reference(Profile::kReference);
  for (WikiFixture* each : {&fixture, &reference}) add(*each, "café", "Привет ＡＢＣ").value();
  CHECK(value_of(fixture.store->items().get(1)).content ==
        value_of(reference.store->items().get(1)).content);
}
