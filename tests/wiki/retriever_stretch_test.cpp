// What stands close together in an item; numbers by plain formulas are in
// retriever_oracle_test.cpp.

#include <catch_amalgamated.hpp>

#include "support/wiki_fixture.h"
#include "wiki/retriever.h"
#include "wiki/stretches.h"

using namespace loci;
using namespace loci::test;

namespace {

RetrieveOptions explained(size_t limit = 10) {
  RetrieveOptions options;
  options.explain = true;
  options.limit = limit;
  return options;
}

std::string repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// `heron`, then so many other words, then `weir`.
std::string apart(size_t words) { return "heron " + repeated("reed ", words) + "weir"; }

/// Both together in a text of so many words.
std::string together(size_t words) { return "heron weir" + repeated(" reed", words - 2); }

const RetrievedEntry& entry_of(const Retrieval& found, std::string_view name) {
  for (const RetrievedEntry& entry : found.items) {
    if (entry.item.name == name) return entry;
  }
  FAIL("not found: " << name);
  return found.items.front();
}

/// What counts of the best stretch of a text of so many tokens.
double share_of(size_t tokens) { return 1 - 16.0 / static_cast<double>(tokens); }

double coverage_of(const Retrieval& found, std::string_view name) {
  const RetrievedEntry& entry = entry_of(found, name);
  REQUIRE(entry.context);
  double terms = 0;
  for (const TermWeight& term : entry.terms) terms += term.weight;
  CHECK(terms == Catch::Approx(entry.context->own).epsilon(1e-12));
  CHECK(entry.context->sum() == *entry.bm25_score);
  return entry.context->coverage;
}

/// What an item gets whose name is one token and whose text has so many words, before its share.
Catch::Approx held_by(const Retrieval& found, std::string_view name, size_t words) {
  return Catch::Approx(coverage_of(found, name) / share_of(words + 1)).epsilon(1e-12);
}

/// Of a question for both words: what one gets before its share that holds both in 39 tokens.
double whole_of(const Retrieval& found) { return coverage_of(found, "both") / share_of(40); }

}  // namespace

TEST_CASE("words of a question count more where they stand together") {
  WikiFixture fixture;
  fixture.add("notes", "both", together(39));
  fixture.add("notes", "a", apart(28));  // with its name 31 tokens
  fixture.add("notes", "b", apart(29));  // 32: one stretch, so not read
  fixture.add("notes", "c", apart(30));  // 33: the words themselves are within 32
  fixture.add("notes", "d", apart(31));  // 34: they are not
  const Retrieval found = fixture.ask("heron weir", explained());
  const double whole = whole_of(found);
  CHECK(whole > 0);
  CHECK(held_by(found, "a", 30) == whole);
  CHECK(held_by(found, "b", 31) == whole);
  CHECK(held_by(found, "c", 32) == whole);
  CHECK(held_by(found, "d", 33) == whole / 2);  // both are in every item
  CHECK(entry_of(found, "c").context->own > entry_of(found, "d").context->own);
}

TEST_CASE("what is short is told by its words alone, what is longer the more the longer it is") {
  WikiFixture fixture;
  fixture.add("notes", "both", together(39));
  fixture.add("notes", "a", together(2));
  fixture.add("notes", "b", together(15));  // with its name 16 tokens
  fixture.add("notes", "c", together(16));
  fixture.add("notes", "d", together(31));
  fixture.add("notes", "e", together(319));
  const Retrieval found = fixture.ask("heron weir", explained());
  const double whole = whole_of(found);
  CHECK(coverage_of(found, "a") == 0);
  CHECK(coverage_of(found, "b") == 0);
  CHECK(coverage_of(found, "c") == Catch::Approx(whole / 17));
  CHECK(coverage_of(found, "d") == Catch::Approx(whole / 2));
  CHECK(coverage_of(found, "e") == Catch::Approx(whole * 19 / 20));
}

TEST_CASE("the name is a part of the text, before the content") {
  WikiFixture fixture;
  fixture.add("notes", "both", together(39));
  fixture.add("notes", "weir of old", "heron " + repeated("reed ", 40));
  fixture.add("notes", "weir of late", repeated("reed ", 40) + "heron");
  const Retrieval found = fixture.ask("heron weir", explained());
  const double share = share_of(3 + 41);
  CHECK(coverage_of(found, "weir of old") == Catch::Approx(share * whole_of(found)));
  CHECK(coverage_of(found, "weir of late") == Catch::Approx(share * whole_of(found) / 2));
}

TEST_CASE("forms of words count as they are like them, function words not at all") {
  WikiFixture fixture({Profile::kDefault, nullptr, Forms::kGrams});
  const std::string reeds = repeated("reed ", 40);
  fixture.add("notes", "near", "some herons nested " + reeds);
  fixture.add("notes", "apart", "some herons " + reeds + "nested");
  fixture.add("notes", "exact", "some heron nests " + reeds);
  fixture.add("notes", "small", "the herons nested " + reeds);
  fixture.add("notes", "words", "where it was, and so it is " + reeds);
  const Retrieval found = fixture.ask("where is it that the heron nests", explained());
  const double near = coverage_of(found, "near");
  CHECK(coverage_of(found, "apart") < near);
  CHECK(coverage_of(found, "apart") > 0);
  CHECK(coverage_of(found, "exact") > near);
  CHECK(coverage_of(found, "small") == near);
  CHECK(coverage_of(found, "words") == 0);
}

TEST_CASE("without context, and in the reference, nothing is said of stretches") {
  RetrieveOptions off = explained();
  off.context = false;
  WikiFixture fixture;
  WikiFixture reference(Profile::kReference);
  for (WikiFixture* wiki : {&fixture, &reference}) {
    wiki->add("notes", "near", apart(0) + repeated(" reed", 40));
    wiki->add("notes", "far", apart(40));
  }
  for (const Retrieval& found :
       {fixture.ask("heron weir", off), reference.ask("heron weir", explained())}) {
    CHECK(entry_of(found, "near").score == entry_of(found, "far").score);
  }
  CHECK(names_of(fixture.ask("heron weir").items) == Texts{"near", "far"});
}

TEST_CASE("what is longer than is read of a text counts as if all stood together") {
  const size_t words = kStretchBytesOfText / 5 - 4;
  WikiFixture fixture;
  fixture.add("notes", "both", together(39));
  fixture.add("notes", "read", apart(words));
  fixture.add("notes", "long", apart(words + 10));
  fixture.add("notes", "blob", apart(40) + " " + repeated("x", kStretchBytesOfText));
  const Retrieval found = fixture.ask("heron weir", explained());
  REQUIRE(entry_of(found, "read").item.content.size() < kStretchBytesOfText);
  REQUIRE(entry_of(found, "long").item.content.size() > kStretchBytesOfText);
  CHECK(held_by(found, "read", words + 2) == whole_of(found) / 2);
  CHECK(held_by(found, "long", words + 12) == whole_of(found));
  CHECK(held_by(found, "blob", 43) == whole_of(found));
}

TEST_CASE("of a query so many bytes are read, in the order of ranks") {
  WikiFixture fixture;
  fixture.add("notes", "both", together(39));
  const size_t words = 15 * 1024 / 5;  // four fit, a fifth not; then what is short enough
  for (size_t i = 0; i < 6; ++i) {
    fixture.add("notes", "n" + std::to_string(i), apart(words + i));
  }
  fixture.add("notes", "short", repeated("reed ", 4000) + apart(40));  // > 16 KB
  const Retrieval found = fixture.ask("heron weir", explained());
  const double whole = whole_of(found);
  for (size_t i = 0; i < 6; ++i) {
    CHECK(held_by(found, "n" + std::to_string(i), words + i + 2) == (i < 4 ? whole / 2 : whole));
  }
  CHECK(held_by(found, "short", 4042) == whole);
  CHECK(4 * 15 * 1024 < kStretchBytesOfQuery);
}

TEST_CASE("so many of the best are looked through as the limit asks for") {
  CHECK(stretch_candidates(0) == 0);
  CHECK(stretch_candidates(1) == 15);
  CHECK(stretch_candidates(10) == 15);
  CHECK(stretch_candidates(11) == 16);
  CHECK(stretch_candidates(20) == 30);
  CHECK(stretch_candidates(43) == 64);
  CHECK(stretch_candidates(1000) == 64);
  WikiFixture fixture;
  require_ok(fixture.wiki.begin_batch());
  for (size_t i = 0; i < 100; ++i) {
    fixture.add("notes", "n" + std::to_string(i), together(20 + i % 50));
  }
  require_ok(fixture.wiki.commit_batch());
  for (const size_t limit : {1u, 12u, 30u, 100u}) {
    const Retrieval found = fixture.ask("heron weir", explained(limit));
    size_t covered = 0;
    for (const RetrievedEntry& entry : found.items) covered += entry.context->coverage > 0;
    CHECK(covered == std::min(limit, stretch_candidates(limit)));
  }
}

TEST_CASE("an item that is missing is an error where its stretches are looked for") {
  WikiFixture fixture;
  fixture.add_notes({"heron weir", apart(40)});
  const int64_t id = value_of(fixture.store->items().find("notes", "b")).value();
  require_ok(in_transaction(*fixture.store, [&] { return fixture.store->items().remove(id); }));
  const auto error_of = [&](std::string_view query, RetrieveOptions options) {
    options.limit = 1;
    const Result<Retrieval> found = fixture.wiki.retrieve(query, options);
    return found.ok() ? ErrorCode() : found.error().code;
  };
  CHECK(error_of("heron weir", {}) == ErrorCode::kStoreDamaged);
  CHECK(error_of("heron", {}) == ErrorCode());  // one word is one stretch
  RetrieveOptions off;
  off.context = false;
  CHECK(error_of("heron weir", off) == ErrorCode());
}
