#include "index/term_dictionary.h"

#include <catch_amalgamated.hpp>
#include <map>
#include <random>

using namespace loci;

TEST_CASE("the dictionary is a map from terms to numbers, through additions and removals") {
  std::mt19937 random(11);
  TermDictionary dictionary;
  std::map<std::string, TermId> model;
  for (int step = 0; step < 20000; ++step) {
    const std::string term = "t" + std::to_string(random() % 700);
    if (random() % 2 == 0) {
      const auto [id, list, created] = dictionary.find_or_add(term);
      REQUIRE(list == &dictionary.list(id));
      REQUIRE(created == !model.contains(term));
      if (!created) REQUIRE(model[term] == id);
      model[term] = id;
    } else if (model.contains(term)) {
      dictionary.remove(model[term]);
      model.erase(term);
      REQUIRE(dictionary.find(term) == TermDictionary::kNone);
    }
    REQUIRE(dictionary.size() == model.size());
  }
  for (const auto& [term, id] : model) {
    REQUIRE(dictionary.find(term) == id);
    REQUIRE(dictionary.term(id) == term);
  }
  REQUIRE(dictionary.id_limit() <= 700);  // numbers come back
}

TEST_CASE("terms may be empty, long, or hold any byte") {
  TermDictionary dictionary;
  const std::string terms[] = {"", std::string("\0", 1), std::string(1 << 20, 'a'), "\xff\xfe",
                               "__proto__"};
  for (const std::string& term : terms) REQUIRE(dictionary.find_or_add(term).created);
  for (const std::string& term : terms) REQUIRE_FALSE(dictionary.find_or_add(term).created);
  REQUIRE(dictionary.find(std::string("\0\0", 2)) == TermDictionary::kNone);
}
