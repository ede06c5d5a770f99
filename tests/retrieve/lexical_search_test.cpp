#include "retrieve/lexical_search.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>

#include "text/tokenizer.h"

using namespace loci;

namespace {

using Texts = std::vector<std::string>;

struct Library {
  explicit Library(const Texts& texts, Profile profile = Profile::kDefault) : profile(profile) {
    for (const std::string& text : texts) add(text);
  }
  void add(std::string_view text) {
    TokenBuffer tokens;
    tokenize(text, profile, tokens);
    index.append({index.slot_count() + 1, 0, index.intern_category("c")}, tokens);
  }

  LexicalSearch search(std::string_view query) {
    return LexicalSearch(index, parse_query(query, profile), profile);
  }
  /// The documents found, by number from 0, best first.
  std::vector<int> found(std::string_view query) {
    std::vector<int> numbers;
    for (const ScoredSlot& hit : search(query).top_k(100, {}))
      numbers.push_back(static_cast<int>(hit.slot));
    return numbers;
  }
  double score(std::string_view query, Slot slot) {
    for (const ScoredSlot& hit : search(query).top_k(100, {})) {
      if (hit.slot == slot) return hit.score;
    }
    return 0;
  }

  Profile profile;
  InvertedIndex index{Bm25Parameters{}};
};

}  // namespace

TEST_CASE("the score is that of the formula") {
  Library library({"red apple", "green apple apple pie", "plum"});
  const double average = (2 + 4 + 1) / 3.0;
  const double idf = std::log(1 + (3 - 2 + 0.5) / (2 + 0.5));
  const double second = idf * 2 * 2.5 / (2 + 1.5 * (0.25 + 0.75 * 4 / average));
  CHECK(library.score("apple", 1) == Catch::Approx(second).epsilon(1e-12));
  CHECK(library.score("apple apple", 1) == Catch::Approx(2 * second).epsilon(1e-12));
  CHECK(library.score("apple", 2) == 0);
}

TEST_CASE("the weights of an explanation add up to the score, to the last bit") {
  const Texts words = {"red", "getUserById", "v2.4", "海边", "海", "café", "한국어", "the"};
  std::mt19937 random(7);
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    Texts texts(60);
    for (std::string& text : texts) {
      for (int i = 0; i < 12; ++i) text += words[random() % words.size()] + " ";
    }
    Library library(texts, profile);
    const LexicalSearch search =
        library.search("red getUserById v2.4 海 海边 cafe 한국어 red user");
    const auto hits = search.top_k(100, {});
    REQUIRE(hits.size() == 60);
    for (const auto& [slot, score] : hits) {
      double sum = 0;
      for (const TermWeight& term : search.explain(slot)) sum += term.weight;
      REQUIRE(sum == score);
    }
  }
}

TEST_CASE("the scores of all are those of the best, to the last bit") {
  const Texts words = {"red", "getUserById", "v2.4", "海边", "海", "café", "한국어", "the", "plum"};
  std::mt19937 random(9);
  Texts texts(300);
  for (std::string& text : texts) {
    for (int i = 0; i < 5; ++i) text += words[random() % words.size()] + " ";
  }
  Library library(texts);
  DocumentFilter late;
  late.since = 1;
  for (const char* query :
       {"red getUserById v2.4 海 海边 cafe 한국어 red user", "the", "none", ""}) {
    const LexicalSearch search = library.search(query);
    const auto scores = search.score_all({});
    REQUIRE(scores.size() == 300);
    size_t found = 0;
    for (const auto& [slot, score] : search.top_k(1000, {})) {
      REQUIRE(scores[slot] == score);
      REQUIRE(search.score(slot) == score);
      ++found;
    }
    CHECK(found == 300 - static_cast<size_t>(std::count(scores.begin(), scores.end(), 0.0)));
    CHECK(search.score_all(late) == std::vector<double>(300, 0));
  }
}

TEST_CASE("an explanation names each term with its counts") {
  Library library({"red red apple", "red plum"});
  const auto terms = library.search("plum red kiwi").explain(0);
  REQUIRE(terms.size() == 1);
  CHECK(terms[0].term == "red");
  CHECK(terms[0].kind == TokenKind::kWord);
  CHECK(terms[0].tf == 2);
  CHECK(terms[0].df == 2);
  CHECK(terms[0].idf == library.index.bm25().idf(2));
}

TEST_CASE("a lone ideograph finds the bigrams that hold it, below a lone one") {
  Library library({"喜欢海边", "大海", "海", "河流"});
  CHECK(library.found("海") == std::vector<int>{2, 1, 0});
  CHECK(library.search("海").matched_terms(0) == Texts{"海"});
  CHECK(library.search("海").explain(0).front().kind == TokenKind::kPart);
  Library reference({"喜欢海边", "大海", "海", "河流"}, Profile::kReference);
  CHECK(reference.found("海") == std::vector<int>{2});
}

TEST_CASE("a lone ideograph ranks below a full match of a bigram") {
  Library library({"在海边走", "在海里走"});
  CHECK(library.found("海 海边") == std::vector<int>{0, 1});
  CHECK(library.score("海边", 0) > library.score("海", 0));
}

TEST_CASE("a bigram weighs half of a word, but in the reference profile as much") {
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    Library library({"海边", "plum"}, profile);
    const double weight = profile == Profile::kDefault ? kBigramWeight : 1;
    CHECK(library.score("海边", 0) == Catch::Approx(weight * library.score("plum", 1)));
  }
}

TEST_CASE("a bigram of letters that spell a syllable together weighs a quarter of a word") {
  for (const char* bigram : {"กข", "ກຂ", "កខ", "ကခ"}) {  // Thai, Lao, Khmer, Myanmar
    Library library({bigram, "plum"});
    CHECK(library.score(bigram, 0) == Catch::Approx(0.25 * library.score("plum", 1)));
  }
  for (const char* bigram : {"海边", "かな"}) {
    Library library({bigram, "plum"});
    CHECK(library.score(bigram, 0) == Catch::Approx(0.5 * library.score("plum", 1)));
  }
}

TEST_CASE("a gram of three letters weighs an eighth of a word") {
  const Analyzer analyzer(Profile::kDefault, nullptr, Forms::kGrams);
  InvertedIndex index(Bm25Parameters{}, Forms::kGrams);
  TokenBuffer tokens;
  tokenize("กขค", analyzer, tokens);
  index.append({1, 0, 0}, tokens);
  const auto terms =
      LexicalSearch(index, parse_query("กขค", analyzer), Profile::kDefault).explain(0);
  REQUIRE(terms.size() == 3);
  const double part = index.bm25().idf(1) * index.bm25().term_part(1, 2);
  for (const TermWeight& term : terms) {
    CHECK(term.weight == (term.kind == TokenKind::kGram ? 0.125 : 0.25) * part);
  }
}

TEST_CASE("a character inside bigrams weighs its part, with the counts of all of them") {
  Library library({"大海边", "河流"});
  const auto terms = library.search("海").explain(0);
  REQUIRE(terms.size() == 1);
  CHECK(terms[0].tf == 2);
  CHECK(terms[0].df == 1);
  const Bm25 bm25 = library.index.bm25();
  const double weight = kInsideBigramWeight * kBigramWeight;
  CHECK(terms[0].weight == weight * bm25.idf(1) * bm25.term_part(2, 2));
}

TEST_CASE("a lone ideograph follows the writes of the index") {
  Library library({"喜欢海边", "喜欢海边"});
  TokenBuffer tokens;
  tokenize("喜欢海边", Profile::kDefault, tokens);
  REQUIRE(library.index.remove(1, tokens));
  CHECK(library.found("海") == std::vector<int>{1});
  REQUIRE(library.index.remove(2, tokens));
  CHECK(library.found("海").empty());
}

TEST_CASE("an exact identifier outranks what shares only its parts") {
  Library library({"the user and the id by hand, get", "call getUserById here", "nothing"});
  CHECK(library.found("getUserById") == std::vector<int>{1, 0});
  CHECK(library.found("user by id").size() == 2);
}

TEST_CASE("the accents of a word weigh little beside the word") {
  Library library({"the café there", "the canyon there", "sea"});
  const auto terms = library.search("café canyon").explain(0);
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].term == "cafe");
  CHECK(terms[1].term == "café");
  CHECK(terms[1].weight == Catch::Approx(kSpellingWeight * terms[0].weight));
}

TEST_CASE("an exact accent never ranks below a folded one") {
  Library library({"the cafe there", "the café there"});
  CHECK(library.found("café") == std::vector<int>{1, 0});
  CHECK(library.found("cafe").size() == 2);
}

TEST_CASE("a part that is also asked for as a word weighs as both") {
  Library library({"user", "other words here"});
  const double word = library.score("user", 0);
  CHECK(library.score("userId", 0) == Catch::Approx(kPartWeight * word));
  CHECK(library.score("userId user", 0) == Catch::Approx((1 + kPartWeight) * word));
  CHECK(library.search("userId user").matched_terms(0) == Texts{"user"});
  CHECK(library.search("userId").matched_terms(0) == Texts{});
}

TEST_CASE("matched terms are sorted and each is named once") {
  Library library({"plum apple fig plum", "pear"});
  CHECK(library.search("fig plum apple plum quince").matched_terms(0) ==
        Texts{"apple", "fig", "plum"});
  CHECK(library.search("fig").matched_terms(1) == Texts{});
}

TEST_CASE("coverage is the share of the idf that a document holds, absent words among it") {
  Library library({"plum fig", "plum", "pear", "大海"});
  const Bm25 bm25 = library.index.bm25();
  const double all = 2 * bm25.idf(2) + bm25.idf(1) + bm25.idf(0);
  const LexicalSearch search = library.search("plum fig plum quince");
  CHECK(search.coverage(0) == Catch::Approx((2 * bm25.idf(2) + bm25.idf(1)) / all));
  CHECK(search.coverage(1) == Catch::Approx(2 * bm25.idf(2) / all));
  CHECK(search.coverage(2) == 0);
  CHECK(library.search("plum fig").coverage(0) == 1);
  CHECK(library.search("quince").coverage(0) == 0);
  CHECK(library.search("").coverage(0) == 0);
  CHECK(library.search("海").coverage(3) == 1);
  library.add("海");
  CHECK(library.search("海").coverage(3) == kInsideBigramWeight);
  CHECK(library.search("海").coverage(4) == 1);
}

TEST_CASE("parts of an identifier cover nothing") {
  Library library({"the user and the id", "call getUserById here"});
  CHECK(library.search("getUserById").coverage(0) == 0);
  CHECK(library.search("getUserById").coverage(1) == 1);
}

TEST_CASE("no score is negative, infinite or no number") {
  Library alone({"word"});
  CHECK(alone.score("word", 0) > 0);
  Library everywhere({"word", "word", "word", ""});
  for (const ScoredSlot& hit : everywhere.search("word").top_k(9, {})) {
    CHECK(hit.score > 0);
    CHECK(std::isfinite(hit.score));
  }
  CHECK(everywhere.found("word") == std::vector<int>{0, 1, 2});
  Library empty(Texts{""});
  CHECK(empty.found("word").empty());
}
