// Searches by word forms and with function words, against plain formulas.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <random>

#include "retrieve/lexical_search.h"
#include "retrieve/pool_search.h"
#include "support/slow_forms.h"
#include "text/tokenizer.h"

using namespace loci;
using namespace loci::test;

namespace {

using Words = std::vector<std::string>;

constexpr Forms kAllForms[] = {Forms::kOff, Forms::kStems, Forms::kGrams, Forms::kBoth};
constexpr Forms kSomeForms[] = {Forms::kStems, Forms::kGrams, Forms::kBoth};

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

class Library {
 public:
  explicit Library(Forms forms, Profile profile = Profile::kDefault)
      : index(Bm25Parameters{}, forms), profile_(profile) {}

  /// Numbered from 1, of group 0 where the number is even and else 1.
  void add(const std::string& text) {
    ++count_;
    TokenBuffer tokens;
    tokenize(text, profile_, tokens);
    index.append({count_, 0, static_cast<uint32_t>(count_ % 2)}, tokens);
  }
  void add_all(const std::vector<Words>& texts) {
    for (const Words& words : texts) add(joined(words));
  }

  std::vector<QueryTerm> query(std::string_view text) const { return parse_query(text, profile_); }
  LexicalSearch search(std::string_view text) { return {index, query(text), profile_}; }
  PoolSearch search(std::string_view text, const DocumentFilter& pool) {
    return {index, query(text), profile_, pool};
  }
  /// The documents found, by number from 0, best first.
  std::vector<size_t> found(std::string_view text) {
    std::vector<size_t> slots;
    for (const ScoredSlot& hit : search(text).top_k(100, {})) slots.push_back(hit.slot);
    return slots;
  }

  InvertedIndex index;

 private:
  Profile profile_;
  int64_t count_ = 0;
};

/// Words of made-up stems with the endings of their languages, and function words.
class Speaker {
 public:
  explicit Speaker(uint64_t seed) : random_(seed) {}

  std::string word() {
    static const Words latin = {"migrat", "garden", "teach",   "kayak",  "lantern",
                                "violin", "harbor", "paintbr", "orchid", "travel"};
    static const Words latin_ends = {"", "e", "s", "ed", "ing", "er", "ers", "ion", "ions"};
    static const Words cyrillic = {"парол", "маяк", "урок", "корабл", "библиотек"};
    static const Words cyrillic_ends = {"", "и", "ей", "ям", "ами", "ах"};
    if (below(5) == 0) return one_of(functions());
    if (below(4) == 0) return one_of(cyrillic) + one_of(cyrillic_ends);
    return one_of(latin) + one_of(latin_ends);
  }
  Words words(size_t least, size_t most) {
    Words words(least + below(most - least + 1));
    for (std::string& word : words) word = this->word();
    return words;
  }
  std::vector<Words> texts(size_t count) {
    std::vector<Words> texts(count);
    for (Words& text : texts) text = words(0, 12);
    return texts;
  }
  size_t below(size_t bound) { return random_() % bound; }

  static const Words& functions() {
    static const Words words = {"the", "of", "what", "was", "to", "and"};
    return words;
  }

 private:
  const std::string& one_of(const Words& words) { return words[below(words.size())]; }

  std::mt19937_64 random_;
};

bool is_function(const std::string& word) {
  const Words& known = Speaker::functions();
  return std::find(known.begin(), known.end(), word) != known.end();
}

/// The query for the formulas. The forms are those that the index tells, which its own tests
/// compare with all words that there are.
std::vector<SlowTerm> slow_query(const Words& asked, InvertedIndex& index) {
  const bool any_content = !std::all_of(asked.begin(), asked.end(), is_function);
  std::vector<SlowTerm> terms;
  for (const std::string& word : asked) {
    const auto known = std::find_if(terms.begin(), terms.end(),
                                    [&](const SlowTerm& term) { return term.word == word; });
    if (known != terms.end()) {
      ++known->occurrences;
      continue;
    }
    terms.push_back({word, 1, any_content && is_function(word), {}});
    if (terms.back().is_function) continue;
    for (const Relative& form : index.relatives(word)) {
      terms.back().forms[std::string(form.term)] = form.sixteenths / 16.0;
    }
  }
  return terms;
}

std::set<std::string> set_of(const Words& words) { return {words.begin(), words.end()}; }

}  // namespace

TEST_CASE("words and their forms score, cover and match as the plain formulas say") {
  Speaker speaker(1);
  size_t by_form = 0;
  for (const Forms forms : kAllForms) {
    const std::vector<Words> texts = speaker.texts(150);
    Library library(forms);
    library.add_all(texts);
    for (int round = 0; round < 60; ++round) {
      const Words asked = speaker.words(1, 8);
      const SlowForms slow(texts, slow_query(asked, library.index));
      const LexicalSearch search = library.search(joined(asked));
      const auto scores = search.score_all({});
      for (Slot slot = 0; slot < texts.size(); ++slot) {
        REQUIRE(scores[slot] == slow.score(slot));
        REQUIRE(search.score(slot) == scores[slot]);
        REQUIRE(search.coverage(slot) == Catch::Approx(slow.coverage(slot)).margin(1e-12));
        REQUIRE(set_of(search.matched_terms(slot)) == slow.matched(slot));
        for (const TermWeight& term : search.explain(slot)) by_form += term.kind > TokenKind::kPart;
      }
      for (const auto& [slot, score] : search.top_k(200, {})) REQUIRE(score == scores[slot]);
    }
  }
  CHECK(by_form > 1000);
}

TEST_CASE("whatever words and forms a document holds, the explained weights add up to its score") {
  Speaker speaker(2);
  size_t explained = 0;
  for (const Forms forms : kSomeForms) {
    Library library(forms);
    library.add_all(speaker.texts(300));
    for (int round = 0; round < 1000; ++round) {
      const LexicalSearch search = library.search(joined(speaker.words(1, 10)));
      for (const auto& [slot, score] : search.top_k(5, {})) {
        double sum = 0;
        bool exact = true;
        for (const TermWeight& term : search.explain(slot)) {
          REQUIRE(term.weight > 0);
          REQUIRE(term.tf > 0);
          sum += term.weight;
          exact = exact && term.kind <= TokenKind::kPart;
        }
        if (exact) REQUIRE(sum == score);
        REQUIRE(sum == Catch::Approx(score).epsilon(1e-12));
        ++explained;
      }
    }
  }
  CHECK(explained > 10'000);
}

TEST_CASE("a word itself outranks any form of it at the same length and frequency") {
  Speaker speaker(3);
  size_t compared = 0;
  for (const Forms forms : kSomeForms) {
    std::vector<std::string> words;
    Library library(forms);
    for (int i = 0; i < 300; ++i) {
      words.push_back(speaker.word());
      library.add(words.back());
    }
    for (const std::string& word : words) {
      const LexicalSearch search = library.search(word);
      double least = 1e9;
      double most_of_forms = 0;
      for (Slot slot = 0; slot < words.size(); ++slot) {
        const double score = search.score(slot);
        if (words[slot] == word) least = std::min(least, score);
        if (words[slot] != word) most_of_forms = std::max(most_of_forms, score);
      }
      REQUIRE(least > most_of_forms);
      compared += most_of_forms > 0;
    }
  }
  CHECK(compared > 300);
}

TEST_CASE("a word finds its other forms, and the explanation names them") {
  Library library(Forms::kBoth);
  library.add("old migrations");
  library.add("migrated twice");
  library.add("nothing alike");
  CHECK(library.found("migrated") == std::vector<size_t>{1, 0});
  const LexicalSearch search = library.search("migrated");
  const auto exact = search.explain(1);
  REQUIRE(exact.size() == 1);
  CHECK(exact[0].term == "migrated");
  CHECK(exact[0].of.empty());
  CHECK(exact[0].kind == TokenKind::kWord);
  const auto form = search.explain(0);
  REQUIRE(form.size() == 1);
  CHECK(form[0].term == "migrations");
  CHECK(form[0].of == "migrated");
  CHECK(form[0].kind > TokenKind::kPart);
  CHECK(form[0].tf == 1);
  CHECK(form[0].df == 1);
  CHECK(form[0].idf == exact[0].idf);
  CHECK(search.matched_terms(0) == Words{"migrated"});
  CHECK(search.coverage(0) > 0);
  CHECK(search.coverage(0) < 1);
}

TEST_CASE("a word that no document holds is found by its forms alone") {
  Library library(Forms::kBoth);
  library.add("the gardeners met");
  library.add("nobody met");
  CHECK(library.found("gardener") == std::vector<size_t>{0});
  CHECK(library.search("gardener").matched_terms(0) == Words{"gardener"});
  Library off(Forms::kOff);
  off.add("the gardeners met");
  CHECK(off.found("gardener").empty());
}

TEST_CASE("identifiers and words with digits have no forms") {
  Library library(Forms::kBoth);
  for (const char* text : {"get_user_names", "get_user_name", "release2024", "release2025"}) {
    library.add(text);
  }
  for (const TermWeight& term : library.search("get_user_name").explain(0)) {
    CHECK(term.of != "get_user_name");
  }
  CHECK(library.found("release2024") == std::vector<size_t>{2});
}

TEST_CASE("function words weigh little beside content words, and have no forms there") {
  Library library(Forms::kBoth);
  library.add("the harbor");
  library.add("the the the the the");
  library.add("what and the of was to");
  const auto terms = library.search("what of the harbor").explain(0);
  REQUIRE(terms.size() == 2);
  const Bm25 bm25 = library.index.bm25();
  CHECK(terms[0].weight == Catch::Approx(kFunctionWordWeight * bm25.idf(3) * bm25.term_part(1, 2)));
  CHECK(terms[1].weight == Catch::Approx(bm25.idf(1) * bm25.term_part(1, 2)));
  CHECK(library.found("what of the harbor").front() == 0);
  CHECK(library.search("what of the harbor").matched_terms(0) == Words{"harbor"});
  CHECK(library.search("what of the harbor").matched_terms(2).empty());
  CHECK(library.search("what of the harbor").coverage(0) == 1);
  CHECK(library.search("what of the harbor").coverage(2) == 0);
}

TEST_CASE("forms of a function word are found only where nothing else is asked for") {
  Library library(Forms::kBoth);
  library.add("becauses");
  library.add("harbor");
  CHECK(library.found("because harbor") == std::vector<size_t>{1});
  CHECK(library.found("because") == std::vector<size_t>{0});
}

TEST_CASE("where everything holds a word and its forms, no score is negative") {
  Library library(Forms::kBoth);
  for (int i = 0; i < 3; ++i) library.add("violin violins violinist violinists");
  for (const ScoredSlot& hit : library.search("violin").top_k(9, {})) CHECK(hit.score > 0);
  CHECK(library.found("violin") == std::vector<size_t>{0, 1, 2});
  CHECK(library.search("violin").coverage(0) == 1);
}

TEST_CASE("where nothing but function words is asked for they are words like others") {
  Library library(Forms::kBoth);
  library.add("what was the harbor");
  library.add("harbor");
  const auto terms = library.search("what was the").explain(0);
  REQUIRE(terms.size() == 3);
  const Bm25 bm25 = library.index.bm25();
  CHECK(terms[0].weight == bm25.idf(1) * bm25.term_part(1, 4));
  CHECK(library.search("what was the").matched_terms(0) == Words{"the", "was", "what"});
  CHECK(library.search("what was the").coverage(0) == 1);
}

TEST_CASE("one repeated word is that word, with its forms") {
  Library library(Forms::kBoth);
  library.add("violins");
  library.add("violin");
  std::string asked;
  for (int i = 0; i < 5000; ++i) asked += "violin ";
  CHECK(library.found(asked) == std::vector<size_t>{1, 0});
  const double once = library.search("violin").score(0);
  CHECK(library.search(asked).score(0) == Catch::Approx(5000 * once));
  CHECK(library.search(asked).coverage(0) == Catch::Approx(library.search("violin").coverage(0)));
}

TEST_CASE("words of several languages and scripts find their forms side by side") {
  Library library(Forms::kBoth);
  library.add("пароли migrations 海边");
  library.add("getUserById 大海");
  const auto found = library.search("the пароль of migration 海边 user").top_k(9, {});
  REQUIRE(found.size() == 2);
  CHECK(found[0].slot == 0);
  const Words matched = library.search("the пароль of migration 海边 user").matched_terms(0);
  CHECK(set_of(matched) == std::set<std::string>{"пароль", "migration", "海边"});
}

TEST_CASE("a long text that is asked for has the forms of its first words only") {
  Library library(Forms::kBoth);
  library.add("violins");
  std::string before;
  for (size_t i = 0; i < kMostFamilies; ++i) {
    before += "filler" + std::string(1 + i / 26, static_cast<char>('a' + i % 26)) + " ";
  }
  CHECK(library.found("violin " + before).size() == 1);
  CHECK(library.found(before + "violin").empty());
  CHECK(library.found(before + "violins").size() == 1);
}

TEST_CASE("the reference profile knows neither forms nor function words") {
  Speaker speaker(4);
  const std::vector<Words> texts = speaker.texts(100);
  Library plain(Forms::kOff, Profile::kReference);
  Library with(Forms::kBoth, Profile::kReference);
  plain.add_all(texts);
  with.add_all(texts);
  for (int round = 0; round < 100; ++round) {
    const std::string asked = joined(speaker.words(1, 8));
    for (const QueryTerm& term : plain.query(asked)) CHECK_FALSE(term.is_function);
    REQUIRE(plain.search(asked).score_all({}) == with.search(asked).score_all({}));
  }
}

TEST_CASE("within a pool words and forms score and cover by the plain formulas of the pool") {
  Speaker speaker(5);
  for (const Forms forms : kSomeForms) {
    const std::vector<Words> texts = speaker.texts(120);
    Library library(forms);
    library.add_all(texts);
    std::vector<Words> in_pool;
    for (size_t i = 0; i < texts.size(); i += 2) in_pool.push_back(texts[i]);
    DocumentFilter odd;
    odd.groups = {false, true};
    for (int round = 0; round < 60; ++round) {
      const Words asked = speaker.words(1, 8);
      const SlowForms slow(in_pool, slow_query(asked, library.index));
      const PoolSearch pool = library.search(joined(asked), odd);
      const auto query = library.query(joined(asked));
      for (size_t i = 0; i < in_pool.size(); ++i) {
        const auto slot = static_cast<Slot>(2 * i);
        REQUIRE(pool.score(slot) == Catch::Approx(slow.score(i)).epsilon(1e-12));
        REQUIRE(pool.coverage(slot) == Catch::Approx(slow.coverage(i)).margin(1e-12));
        const std::set<std::string> matched = slow.matched(i);
        for (size_t term = 0; term < query.size(); ++term) {
          if (!query[term].counts()) continue;
          REQUIRE(pool.holds(term, slot) == matched.contains(query[term].term));
        }
      }
      for (const auto& [slot, score] : pool.top_k(9)) REQUIRE(score == pool.score(slot));
    }
  }
}

TEST_CASE("a pool of all is searched as the whole index") {
  Speaker speaker(6);
  Library library(Forms::kBoth);
  library.add_all(speaker.texts(200));
  for (int round = 0; round < 100; ++round) {
    const std::string asked = joined(speaker.words(1, 8));
    const PoolSearch pool = library.search(asked, DocumentFilter());
    const LexicalSearch plain = library.search(asked);
    const auto found = pool.top_k(20);
    const auto expected = plain.top_k(20, {});
    REQUIRE(found.size() == expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      REQUIRE(found[i].slot == expected[i].slot);
      REQUIRE(found[i].score == expected[i].score);
      REQUIRE(pool.coverage(found[i].slot) == plain.coverage(found[i].slot));
    }
  }
}
