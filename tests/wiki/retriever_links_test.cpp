// The links of what is found: who is placed where, and what is said of those that lead nowhere.

#include <catch_amalgamated.hpp>

#include "support/wiki_fixture.h"
#include "wiki/retriever.h"

using namespace loci;
using namespace loci::test;

namespace {

using Source = RetrievedEntry::Source;

/// What is found, in order: the name of a hit, or `hit>name` of what it links to.
Texts places(const Retrieval& retrieval) {
  Texts places;
  for (const RetrievedEntry& entry : retrieval.items) {
    places.push_back(entry.source == Source::kHit
                         ? entry.item.name
                         : entry.via.value_or("?") + ">" + entry.item.name);
  }
  return places;
}

RetrieveOptions limited(size_t limit) {
  RetrieveOptions options;
  options.limit = limit;
  return options;
}

}  // namespace

TEST_CASE("a hit is followed by what it links to, in order of appearance, unscored") {
  WikiFixture fixture;
  fixture.add("n", "hit", "apple, see [[n:second]] and [[n:first]]");
  fixture.add("n", "first", "one");
  fixture.add("n", "second", "two");
  const Retrieval found = fixture.ask("apple");
  REQUIRE(places(found) == Texts{"hit", "hit>second", "hit>first"});
  CHECK_FALSE(found.items[1].score);
  CHECK_FALSE(found.items[1].bm25_score);
  CHECK(found.items[1].matched_terms.empty());
  CHECK_FALSE(found.items[0].via);
}

TEST_CASE("links are followed one hop, and no item comes twice") {
  WikiFixture fixture;
  fixture.add("n", "a", "apple [[n:b]] [[n:b]] [[n:a]]");
  fixture.add("n", "b", "[[n:c]] [[n:a]]");
  fixture.add("n", "c", "far");
  CHECK(places(fixture.ask("apple")) == Texts{"a", "a>b"});
}

TEST_CASE("links in a cycle end") {
  WikiFixture fixture;
  fixture.add("n", "a", "apple [[n:b]]");
  fixture.add("n", "b", "apple apple [[n:c]]");
  fixture.add("n", "c", "apple [[n:a]]");
  CHECK(fixture.ask("apple").items.size() == 3);
}

TEST_CASE("a hit that a link has placed stays there, and its own links are not followed") {
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    WikiFixture fixture(profile);
    fixture.add("n", "top", "apple apple [[n:low]]");
    fixture.add("n", "low", "apple and many more words about it [[n:far]] [[n:nowhere]]");
    fixture.add("n", "far", "pear");
    const Retrieval found = fixture.ask("apple");
    REQUIRE(places(found) == Texts{"top", "top>low"});
    CHECK(found.unresolved_links.empty());
    CHECK(found.items[1].score.has_value() == (profile == Profile::kDefault));
    CHECK(found.items[1].matched_terms ==
          (profile == Profile::kDefault ? Texts{"apple"} : Texts{}));
  }
}

TEST_CASE("the limit counts a hit that a link has placed") {
  WikiFixture fixture;
  fixture.add("n", "1", "apple apple apple [[n:2]]");
  fixture.add("n", "2", "apple apple and a few words more");
  fixture.add("n", "3", "apple and a lot of other words that make it long, very long");
  CHECK(places(fixture.ask("apple", limited(2))) == Texts{"1", "1>2"});
  CHECK(places(fixture.ask("apple", limited(3))) == Texts{"1", "1>2", "3"});
}

TEST_CASE("a link that leads nowhere is told: once, or in the reference each time") {
  WikiFixture fixture;
  WikiFixture reference(Profile::kReference);
  for (WikiFixture* each : {&fixture, &reference}) {
    each->add("n", "a", "apple [[n:gone]] [[n:gone]] [[x:other]]");
    each->add("n", "b", "apple apple [[n:gone]]");
  }
  CHECK(fixture.ask("apple").unresolved_links == Texts{"[[n:gone]]", "[[x:other]]"});
  CHECK(reference.ask("apple").unresolved_links.size() == 4);
}

TEST_CASE("links of hits that the budget drops are resolved all the same") {
  WikiFixture fixture;
  fixture.add("n", "a", "apple apple");
  fixture.add("n", "b", "apple with more words [[n:c]] [[n:gone]]");
  fixture.add("n", "c", "pear");
  RetrieveOptions options;
  options.budget_tokens = 0;
  options.explain = true;
  const Retrieval found = fixture.ask("apple", options);
  CHECK(names_of(found.items) == Texts{"a"});
  CHECK(names_of(found.dropped) == Texts{"b", "c"});
  CHECK(found.unresolved_links == Texts{"[[n:gone]]"});
}

TEST_CASE("without expandLinks there are neither links nor unresolved ones") {
  WikiFixture fixture;
  fixture.add("n", "a", "apple [[n:b]] [[n:gone]]");
  fixture.add("n", "b", "pear");
  RetrieveOptions options;
  options.expand_links = false;
  CHECK(places(fixture.ask("apple", options)) == Texts{"a"});
  CHECK(fixture.ask("apple", options).unresolved_links.empty());
}

TEST_CASE("links in code are none, but in the reference") {
  const char* content = "apple `[[n:b]]`\n```\n[[n:b]]\n```\n[[n:c|see]] [[n:d#there]]";
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    WikiFixture fixture(profile);
    fixture.add("n", "a", content);
    for (const char* name : {"b", "c", "d"}) fixture.add("n", name, "pear");
    CHECK(places(fixture.ask("apple")) ==
          (profile == Profile::kDefault ? Texts{"a", "a>c", "a>d"} : Texts{"a", "a>b"}));
  }
}

TEST_CASE("a link heals when its target comes, and breaks when it goes") {
  WikiFixture fixture;
  fixture.add("n", "a", "apple [[n:b]]");
  CHECK(fixture.ask("apple").unresolved_links == Texts{"[[n:b]]"});
  fixture.add("n", "b", "pear");
  CHECK(places(fixture.ask("apple")) == Texts{"a", "a>b"});
  REQUIRE(fixture.remove("n", "b"));
  CHECK(fixture.ask("apple").unresolved_links == Texts{"[[n:b]]"});
}

TEST_CASE("ten thousand links in one item are each resolved once") {
  WikiFixture fixture;
  std::string content = "apple";
  for (int i = 0; i < 10'000; ++i) content += " [[n:" + std::to_string(i % 5000) + "]]";
  fixture.add("n", "hub", content);
  fixture.add("n", "7", "pear");
  const Retrieval found = fixture.ask("apple");
  CHECK(places(found) == Texts{"hub", "hub>7"});
  CHECK(found.unresolved_links.size() == 4999);
}
