// A search within a pool against a search in an index of the pool alone: the same documents, scores
// and order, to the last bit.

#include "retrieve/pool_search.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <map>
#include <optional>

#include "retrieve/lexical_search.h"
#include "support/generated_documents.h"
#include "text/tokenizer.h"

using namespace loci;
using namespace loci::test;

namespace {

using Query = std::vector<QueryTerm>;

struct Found {
  int64_t id;
  double score;
  bool operator==(const Found&) const = default;
};

std::vector<Found> by_id(const InvertedIndex& index, const std::vector<ScoredSlot>& slots) {
  std::vector<Found> found;
  for (const auto& [slot, score] : slots) found.push_back({index.document(slot).id, score});
  return found;
}

TokenBuffer tokens_of_text(std::string_view text, Profile profile) {
  TokenBuffer buffer;
  tokenize(text, profile, buffer);
  return buffer;
}

/// Documents that can be put into an index, all or some.
class Library {
 public:
  explicit Library(Profile profile = Profile::kDefault) : profile(profile) {}

  /// Numbered from 1, each a group of its own.
  void add(TokenBuffer tokens, int64_t time = 0) {
    const int64_t id = ++last_id_;
    index.append({id, time, static_cast<uint32_t>(id)}, tokens);
    documents_[id] = {time, std::move(tokens)};
  }
  void add(std::string_view text, int64_t time = 0) { add(tokens_of_text(text, profile), time); }

  void remove(int64_t id) {
    REQUIRE(index.remove(id, documents_.at(id).tokens));
    documents_.erase(id);
  }

  InvertedIndex index_of(const DocumentFilter& filter) const {
    InvertedIndex pool{Bm25Parameters{}};
    for (const auto& [id, document] : documents_) {
      const Document known = {id, document.time, static_cast<uint32_t>(id)};
      if (filter.accepts(known)) pool.append(known, document.tokens);
    }
    return pool;
  }

  Query query(std::string_view text) const { return parse_query(text, profile); }

  /// A filter for so many of a thousand documents.
  DocumentFilter filter(DocumentGenerator& generator, int of_thousand) const {
    DocumentFilter filter;
    filter.groups.resize(static_cast<size_t>(last_id_) + 1);
    for (size_t i = 0; i < filter.groups.size(); ++i) {
      filter.groups[i] = generator.below(1000) < of_thousand;
    }
    return filter;
  }

  /// Compares all that a search in `pool` says with what an index of the pool says.
  void compare(const Query& query, const DocumentFilter& pool, size_t k) {
    InvertedIndex alone = index_of(pool);
    const LexicalSearch plain(alone, query, profile);
    const PoolSearch search(index, query, profile, pool);
    REQUIRE(search.document_count() == alone.document_count());
    REQUIRE(by_id(index, search.top_k(k)) == by_id(alone, plain.top_k(k, {})));
    const auto scores = plain.score_all({});
    for (Slot slot = 0; slot < alone.slot_count(); slot += 7) {
      const Slot here = index.slot_of(alone.document(slot).id);
      REQUIRE(search.score(here) == scores[slot]);
      REQUIRE(search.coverage(here) == plain.coverage(slot));
    }
    const auto least = std::min_element(scores.begin(), scores.end());
    REQUIRE(search.least_score() == (least == scores.end() ? 0 : *least));
    if (pool.listed == nullptr) compare_listed(query, pool, k);
  }

  /// The same where the pool is listed, with ids of no document among them.
  void compare_listed(const Query& query, const DocumentFilter& pool, size_t k) {
    std::vector<int64_t> ids = {-1};
    for (const auto& [id, document] : documents_) {
      if (pool.accepts({id, document.time, static_cast<uint32_t>(id)})) ids.push_back(id);
    }
    ids.push_back(last_id_ + 1);
    DocumentFilter listed;
    listed.listed = &ids;
    compare(query, listed, k);
  }

  Profile profile;
  InvertedIndex index{Bm25Parameters{}};

 private:
  struct Kept {
    int64_t time;
    TokenBuffer tokens;
  };
  int64_t last_id_ = 0;
  std::map<int64_t, Kept> documents_;
};

Query query_of(const std::vector<std::string>& words) {
  Query query;
  for (const std::string& word : words) {
    const auto known = [&](const QueryTerm& term) { return term.term == word; };
    if (std::find_if(query.begin(), query.end(), known) != query.end()) continue;
    query.push_back({word, TokenKind::kWord, TokenShape::kWhole, 1, 0});
  }
  return query;
}

}  // namespace

TEST_CASE("scores within a pool are those of an index of the pool alone") {
  DocumentGenerator generator(6, 3000);
  Library library;
  for (int id = 1; id <= 6000; ++id) library.add(tokens_of(generator.words(40)), id);
  for (int round = 0; round < 40; ++round) {
    const int shares[] = {0, 1, 10, 100, 500, 900, 999, 1000};
    DocumentFilter pool = library.filter(generator, shares[round % 8]);
    if (round % 3 == 0) pool.before = generator.below(6000);
    library.compare(query_of(generator.words(15)), pool, 1 + static_cast<size_t>(round));
  }
}

TEST_CASE("a pool follows an index whose documents come and go") {
  DocumentGenerator generator(7, 60);
  Library library;
  std::vector<int64_t> ids;
  for (int64_t step = 1; step <= 3000; ++step) {
    if (generator.below(5) < 2 && !ids.empty()) {
      const auto gone = ids.begin() + generator.below(static_cast<int>(ids.size()));
      library.remove(*gone);
      ids.erase(gone);
    }
    library.add(tokens_of(generator.words(6)));
    ids.push_back(step);
    if (step % 100 != 0) continue;
    library.compare(query_of(generator.words(5)), library.filter(generator, generator.below(1001)),
                    12);
    library.compare(query_of(generator.words(5)), {}, 12);
  }
}

TEST_CASE("in every script and profile a pool is an index of its own") {
  const std::vector<std::string> words = {"red",  "getUserById", "v2.4", "海边", "海",
                                          "café", "한국어",      "user", "the",  "大海边"};
  DocumentGenerator generator(8, 10);
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    Library library(profile);
    for (int id = 1; id <= 200; ++id) {
      std::string text;
      for (int i = generator.below(6); i > 0; --i) {
        text += words[static_cast<size_t>(generator.below(10))] + " ";
      }
      library.add(text);
    }
    for (const int share : {5, 100, 600, 1000}) {
      const DocumentFilter pool = library.filter(generator, share);
      library.compare(library.query("red getUserById v2.4 海 海边 cafe 한국어 red user"), pool, 30);
    }
  }
}

TEST_CASE("the best among some keep the scores of the whole pool") {
  DocumentGenerator generator(9, 500);
  Library library;
  for (int id = 1; id <= 3000; ++id) library.add(tokens_of(generator.words(30)));
  for (const int share : {0, 3, 300, 1000}) {
    const DocumentFilter pool = library.filter(generator, 700);
    DocumentFilter among = library.filter(generator, share);
    for (size_t i = 0; i < among.groups.size(); ++i) {
      if (!pool.groups[i]) among.groups[i] = false;
    }
    const Query query = query_of(generator.words(12));
    const PoolSearch search(library.index, query, Profile::kDefault, pool);
    std::vector<Found> expected;
    for (const Found& found : by_id(library.index, search.top_k(3000))) {
      if (among.groups[static_cast<size_t>(found.id)]) expected.push_back(found);
    }
    if (expected.size() > 10) expected.resize(10);
    REQUIRE(by_id(library.index, search.top_k(10, among)) == expected);
    std::vector<int64_t> ids;
    for (int64_t id = 1; id <= 3000; ++id) {
      if (among.groups[static_cast<size_t>(id)]) ids.push_back(id);
    }
    DocumentFilter listed;
    listed.listed = &ids;
    REQUIRE(by_id(library.index, search.top_k(10, listed)) == expected);
    CHECK(search.top_k(0, among).empty());
  }
}

TEST_CASE("a term is held exactly, or as a lone character inside a bigram") {
  Library library;
  library.add("大海边");
  library.add("red getUserById");
  library.add("海");
  const Query query = library.query("海 red user getUserById none");
  const PoolSearch search(library.index, query, Profile::kDefault, {});
  std::map<std::string, std::vector<bool>> held;
  for (size_t i = 0; i < query.size(); ++i) {
    for (Slot slot = 0; slot < 3; ++slot) held[query[i].term].push_back(search.holds(i, slot));
  }
  CHECK(held["海"] == std::vector<bool>{true, false, true});
  CHECK(held["red"] == std::vector<bool>{false, true, false});
  CHECK(held["user"] == std::vector<bool>{false, true, false});
  CHECK(held["getuserbyid"] == std::vector<bool>{false, true, false});
  CHECK(held["none"] == std::vector<bool>{false, false, false});
}

TEST_CASE("what stands outside of the pool has no say in its scores") {
  Library library;
  library.add("red apple");
  library.add("green pear");
  DocumentFilter pool;
  pool.groups = {false, true, true, false, false};
  const Query query = library.query("red");
  const double before = PoolSearch(library.index, query, Profile::kDefault, pool).score(0);
  library.add("red red red");
  library.add("a longer text about something else altogether, red as well");
  const PoolSearch after(library.index, query, Profile::kDefault, pool);
  CHECK(after.score(0) == before);
  CHECK(by_id(library.index, after.top_k(9)) == std::vector<Found>{{1, before}});
}

TEST_CASE("a filter that keeps one of five hundred finds that one") {
  Library library;
  for (int id = 1; id <= 499; ++id) library.add("the deploy the deploy");
  library.add("a text in which the deploy is mentioned once");
  DocumentFilter pool;
  pool.groups.resize(501);
  pool.groups[500] = true;
  const PoolSearch search(library.index, library.query("the deploy"), Profile::kDefault, pool);
  const auto found = by_id(library.index, search.top_k(4));
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == 500);
  CHECK(found[0].score > 0);
}

TEST_CASE("equal texts stand in the order of writing, and every run says the same") {
  Library library;
  for (int id = 1; id <= 12; ++id) library.add("the same words");
  const Query query = library.query("same words");
  std::optional<std::vector<Found>> first;
  for (int run = 0; run < 100; ++run) {
    const PoolSearch search(library.index, query, Profile::kDefault, {});
    const auto found = by_id(library.index, search.top_k(20));
    if (!first) first = found;
    REQUIRE(found == *first);
  }
  REQUIRE(first->size() == 12);
  for (int64_t i = 0; i < 12; ++i) CHECK((*first)[static_cast<size_t>(i)].id == i + 1);
}

TEST_CASE(
    "a pool of one, of none and of empty texts gives no score that is negative or no number") {
  Library library;
  for (const char* text : {"word", "word", "word word", "", "other"}) library.add(text);
  const Query query = library.query("word");
  for (int keep = 0; keep < 32; ++keep) {
    DocumentFilter pool;
    pool.groups = {false};
    for (int i = 0; i < 5; ++i) pool.groups.push_back((keep >> i & 1) != 0);
    const PoolSearch search(library.index, query, Profile::kDefault, pool);
    const auto found = search.top_k(9);
    CHECK(found.size() == search.document_count() - (keep >> 3 & 1) - (keep >> 4 & 1));
    for (const auto& [slot, score] : found) {
      CHECK(score > 0);
      CHECK(std::isfinite(score));
    }
  }
}

TEST_CASE("an empty index, an empty query and a limit of 0 find nothing") {
  Library library;
  const Query query = library.query("word");
  CHECK(PoolSearch(library.index, query, Profile::kDefault, {}).top_k(4).empty());
  library.add("word");
  CHECK(PoolSearch(library.index, {}, Profile::kDefault, {}).top_k(4).empty());
  CHECK(PoolSearch(library.index, query, Profile::kDefault, {}).top_k(0).empty());
}
