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

const RetrievedEntry& entry_of(const Retrieval& found, std::string_view name) {
  for (const RetrievedEntry& entry : found.items) {
    if (entry.item.name == name) return entry;
  }
  FAIL("not found: " << name);
  return found.items.front();
}

double coverage_of(const Retrieval& found, std::string_view name) {
  const RetrievedEntry& entry = entry_of(found, name);
  REQUIRE(entry.context);
  double terms = 0;
  for (const TermWeight& term : entry.terms) terms += term.weight;
  CHECK(terms == Catch::Approx(entry.context->own).epsilon(1e-12));
  CHECK(entry.context->sum() == *entry.bm25_score);
  return entry.context->coverage;
}

/// Of a question for both words: what one that holds both together gets.
double whole_of(const Retrieval& found) { return coverage_of(found, "both"); }

}  // namespace

TEST_CASE("words of a question count more where they stand together") {
  WikiFixture fixture;
  fixture.add("notes", "both", "heron weir");
  fixture.add("notes", "a", apart(28));  // with its name 31 tokens
  fixture.add("notes", "b", apart(29));  // 32: one stretch, so not read
  fixture.add("notes", "c", apart(30));  // 33: the words themselves are within 32
  fixture.add("notes", "d", apart(31));  // 34: they are not
  const Retrieval found = fixture.ask("heron weir", explained());
  const double whole = whole_of(found);
  CHECK(whole > 0);
  for (const char* name : {"a", "b", "c"}) CHECK(coverage_of(found, name) == whole);
  CHECK(coverage_of(found, "d") == whole / 2);  // both are in every item
  CHECK(entry_of(found, "c").context->own > entry_of(found, "d").context->own);
}

TEST_CASE("the name is a part of the text, before the content") {
  WikiFixture fixture;
  fixture.add("notes", "both", "heron weir");
  fixture.add("notes", "weir of old", "heron " + repeated("reed ", 40));
  fixture.add("notes", "weir of late", repeated("reed ", 40) + "heron");
  const Retrieval found = fixture.ask("heron weir", explained());
  CHECK(coverage_of(found, "weir of old") == whole_of(found));
  CHECK(coverage_of(found, "weir of late") == whole_of(found) / 2);
}

TEST_CASE("forms of words count as they are like them, function words not at all") {
  WikiFixture fixture({Profile::kDefault, nullptr, Forms::kGrams});
  fixture.add("notes", "both", "herons nested");
  fixture.add("notes", "long", "herons nested " + repeated("reed ", 40));
  fixture.add("notes", "apart", "herons " + repeated("reed ", 40) + "nested");
  fixture.add("notes", "exact", "the heron nests where it was, and so it is");
  const Retrieval found = fixture.ask("where is it that the heron nests", explained());
  CHECK(coverage_of(found, "long") == whole_of(found));
  CHECK(coverage_of(found, "apart") < whole_of(found));
  CHECK(coverage_of(found, "apart") > 0);
  CHECK(coverage_of(found, "exact") > whole_of(found));
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
  fixture.add("notes", "both", "heron weir");
  fixture.add("notes", "read", apart(words));
  fixture.add("notes", "long", apart(words + 10));
  fixture.add("notes", "blob", apart(40) + " " + repeated("x", kStretchBytesOfText));
  const Retrieval found = fixture.ask("heron weir", explained());
  REQUIRE(entry_of(found, "read").item.content.size() < kStretchBytesOfText);
  REQUIRE(entry_of(found, "long").item.content.size() > kStretchBytesOfText);
  CHECK(coverage_of(found, "read") == whole_of(found) / 2);
  CHECK(coverage_of(found, "long") == whole_of(found));
  CHECK(coverage_of(found, "blob") == whole_of(found));
}

TEST_CASE("of a query so many bytes are read, in the order of ranks") {
  WikiFixture fixture;
  fixture.add("notes", "both", "heron weir");
  const size_t words = 15 * 1024 / 5;  // four fit, a fifth not; then what is short enough
  for (size_t i = 0; i < 6; ++i) {
    fixture.add("notes", "n" + std::to_string(i), apart(words + i));
  }
  fixture.add("notes", "short", repeated("reed ", 4000) + apart(40));  // > 16 KB
  const Retrieval found = fixture.ask("heron weir", explained());
  const double whole = whole_of(found);
  for (const char* name : {"n0", "n1", "n2", "n3"}) CHECK(coverage_of(found, name) == whole / 2);
  for (const char* name : {"n4", "n5", "short"}) CHECK(coverage_of(found, name) == whole);
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
    fixture.add("notes", "n" + std::to_string(i), "heron weir" + repeated(" reed", i % 50));
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
