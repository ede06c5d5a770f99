#include "index/related_terms.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/inflected_words.h"
#include "support/slow_related_terms.h"

using namespace loci;
using namespace loci::test;

namespace {

// A dictionary and what is known of the likeness of its terms, written to together.
struct Terms {
  TermDictionary dictionary;
  RelatedTerms related;
  std::set<std::string> known;  // those that may be like others

  void add(const std::string& term) {
    const auto [id, list, created] = dictionary.find_or_add(term);
    if (!created || !RelatedTerms::may_include(term)) return;
    related.add(id, term);
    known.insert(term);
  }

  void remove(std::string term) {
    const TermId id = dictionary.find(term);
    if (id == TermDictionary::kNone) return;
    if (known.erase(term) > 0) related.remove(id, term);
    dictionary.remove(id);
  }

  std::vector<SlowRelative> of(const std::string& word, Forms forms = Forms::kGrams) const {
    std::vector<SlowRelative> found;
    for (const auto& [id, sixteenths, kind] : related.of(word, forms, dictionary)) {
      found.push_back({dictionary.term(id), sixteenths});
    }
    return found;
  }
};

}  // namespace

TEST_CASE("short words have forms, too, where their beginning is rare") {
  Terms terms;
  for (const char* word : {"dog", "keys", "card", "care", "cart", "carp", "carve", "carry"}) {
    terms.add(word);
  }
  const auto is_form = [&](const std::string& word, const std::string& form) {
    const auto found = terms.of(word);
    return std::any_of(found.begin(), found.end(),
                       [&](const SlowRelative& one) { return one.term == form; });
  };
  CHECK(is_form("dogs", "dog"));
  CHECK(is_form("key", "keys"));
  CHECK(!is_form("car", "carp"));
  CHECK(!is_form("dig", "dog"));
}

TEST_CASE("a beginning that is everywhere hides no stem") {
  Terms terms;
  for (int i = 0; i < 40'000; ++i) {
    std::string word = "int";
    for (int rest = i; word.size() < 9; rest /= 7) word += "bdkmuwz"[rest % 7];
    terms.add(word);
  }
  terms.add("interpretation");
  for (const Forms forms : {Forms::kStems, Forms::kGrams, Forms::kBoth}) {
    const auto found = terms.of("interpretations", forms);
    REQUIRE(found.size() == 1);
    CHECK(found[0].term == "interpretation");
  }
}

TEST_CASE("the terms like a word are those that a comparison with every term finds") {
  InflectedWords words(31, 300);
  Terms terms;
  size_t found[4] = {};
  for (int step = 0; step < 6000; ++step) {
    const std::string word = words.word();
    if (words.below(100) < (step % 2000 < 1000 ? 70 : 30)) {
      terms.add(word);
    } else {
      terms.remove(word);
    }
    if (words.below(1000) == 0) terms.related.compact();
    if (step % 75 != 0) continue;
    const std::string asked = words.word();
    if (!RelatedTerms::may_include(asked)) continue;
    for (const Forms forms : {Forms::kStems, Forms::kGrams, Forms::kBoth}) {
      const auto relatives = terms.of(asked, forms);
      REQUIRE(relatives == slow_relatives(asked, forms, terms.known));
      found[static_cast<size_t>(forms)] += relatives.size();
    }
    REQUIRE(terms.of(asked, Forms::kOff).empty());
  }
  REQUIRE(found[1] > 50);  // not a comparison of nothing with nothing
  REQUIRE(found[2] > 150);
  REQUIRE(found[3] > found[2]);
}

TEST_CASE("of many terms like a word the most alike are taken, and equals by their bytes") {
  Terms terms;
  for (char c = 'z'; c >= 'a'; --c) terms.add(std::string("migration") + c);
  terms.add("migrations");
  terms.add("migrating");
  const auto relatives = terms.of("migration");
  REQUIRE(relatives.size() == RelatedTerms::kMost);
  CHECK(relatives.front().term == "migrationa");
  CHECK(relatives == slow_relatives("migration", Forms::kGrams, terms.known));
}

TEST_CASE("what is no whole word of letters has no relatives and is none") {
  for (const char* word : {"cat", "migration", "κήπος", "ко́т", "סֵפֶר", "мир"}) {
    INFO(word);
    const std::string text = word;
    const bool accented = text == "κήπος" || text == "ко́т" || text == "סֵפֶר";
    CHECK(RelatedTerms::may_include(word) == !accented);
  }
  for (const char* word : {"", "a", "ab", "v24", "user_id", "don't", "c++", "#tag", "@name",
                           "gen-itgc", "Upper", "migración", "数据库系统", "ภาษาไทย", "미터미터"}) {
    INFO(word);
    CHECK_FALSE(RelatedTerms::may_include(word));
  }
  CHECK(RelatedTerms::may_include(std::string(64, 'a')));
  CHECK_FALSE(RelatedTerms::may_include(std::string(65, 'a')));
}

TEST_CASE("a word is known by its forms whether it is a term or not, and never by itself") {
  Terms terms;
  CHECK(terms.of("migrate").empty());
  terms.add("migrating");
  CHECK(terms.of("migrate") == std::vector<SlowRelative>{{"migrating", 7}});
  terms.add("migrate");
  CHECK(terms.of("migrate") == std::vector<SlowRelative>{{"migrating", 7}});
  CHECK(terms.of("v24").empty());
  terms.remove("migrating");
  CHECK(terms.of("migrate").empty());
}

TEST_CASE("a common beginning is of four letters, and most of both words") {
  Terms terms;
  for (const char* term :
       {"migrates", "migra", "mig", "migrationalism", "дома", "домами", "works"}) {
    terms.add(term);
  }
  const auto like = [&](const char* word) { return terms.of(word, Forms::kStems); };
  CHECK(like("migrated") == std::vector<SlowRelative>{{"migrates", 11}, {"migra", 8}});
  CHECK(like("дому").empty());  // three letters in common
  CHECK(like("домам") == std::vector<SlowRelative>{{"домами", 11}, {"дома", 10}});
  CHECK(like("workshop") == std::vector<SlowRelative>{{"works", 8}});
  CHECK(like("worksheet").empty());  // 5 of 9
}

TEST_CASE("a likeness by both counts as the larger, and tells which that was") {
  Terms terms;
  for (const char* term : {"migrating", "immigrate"}) terms.add(term);
  for (const auto& [id, sixteenths, kind] :
       terms.related.of("migrate", Forms::kBoth, terms.dictionary)) {
    const std::string& term = terms.dictionary.term(id);
    CHECK(kind == (term == "migrating" ? TokenKind::kForm : TokenKind::kGram));
    CHECK(sixteenths == 9);
  }
  CHECK(terms.of("migrate", Forms::kBoth).size() == 2);
}

TEST_CASE("a handful of terms is enough to find the forms of a word") {
  for (const auto& [word, form] : {std::pair("migrations", "migrated"),
                                   {"migrated", "migrations"},
                                   {"пароль", "пароли"},
                                   {"kettle", "kettles"}}) {
    Terms terms;
    terms.add(form);
    terms.add("sea");
    const auto relatives = terms.of(word);
    REQUIRE(relatives.size() == 1);
    CHECK(relatives.front().term == form);
  }
}

TEST_CASE("grams that stand in very many terms are passed over, equally in every order") {
  std::vector<std::string> words;
  for (char a = 'a'; a <= 'z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) {
      for (char c = 'a'; c <= 'n'; ++c) words.push_back(std::string("common") + a + b + c);
    }
  }
  Terms forwards;
  for (const std::string& word : words) forwards.add(word);
  Terms backwards;
  for (size_t i = words.size(); i-- > 0;) backwards.add(words[i]);
  const auto relatives = forwards.of("commonxyz");
  CHECK(relatives == backwards.of("commonxyz"));
  CHECK(forwards.of("commonabc") == backwards.of("commonabc"));
}

TEST_CASE("room for grams follows the terms that are there") {
  InflectedWords words(32, 20'000);
  Terms terms;
  for (int i = 0; i < 20'000; ++i) terms.add(words.word());
  const size_t full = terms.related.byte_size();
  size_t pairs = 0;
  for (const std::string& term : terms.known) pairs += slow_grams(term).size();
  CHECK(full < 16 * pairs);
  while (!terms.known.empty()) terms.remove(*terms.known.begin());
  terms.related.compact();
  CHECK(terms.related.byte_size() < full / 4);
}
