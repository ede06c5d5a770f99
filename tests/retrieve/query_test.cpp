#include "retrieve/query.h"

#include <catch_amalgamated.hpp>

using namespace loci;

namespace {

/// The query as `term*occurrences`, a space between two.
std::string picture(std::string_view text, Profile profile = Profile::kDefault) {
  std::string out;
  for (const QueryTerm& term : parse_query(text, profile)) {
    out += (out.empty() ? "" : " ") + term.term + "*" + std::to_string(term.occurrences);
  }
  return out;
}

/// The terms of the query, a star behind function words.
std::string marked(std::string_view text, Profile profile = Profile::kDefault) {
  std::string out;
  for (const QueryTerm& term : parse_query(text, profile)) {
    out += (out.empty() ? "" : " ") + term.term + (term.is_function ? "*" : "");
  }
  return out;
}

}  // namespace

TEST_CASE("a query is its distinct terms, in order of first appearance, counted") {
  CHECK(picture("blue green blue") == "blue*2 green*1");
  CHECK(picture("海边 blue 海边") == "blue*1 海边*2");
  CHECK(picture("Blue BLUE blue", Profile::kReference) == "blue*3");
}

TEST_CASE("a query without words has no terms") {
  for (const char* text : {"", "   ", "!!!", "🎉", "(", "\" \""}) {
    CHECK(parse_query(text, Profile::kDefault).empty());
    CHECK(parse_query(text, Profile::kReference).empty());
  }
}

TEST_CASE("what looks like an operator is words") {
  CHECK(picture("retry OR NEAR( a* x' OR 1=1 --") == "retry*1 or*2 near*1 a*1 x*1 1*2");
  CHECK(picture("status: done") == "status*1 done*1");
}

TEST_CASE("kind and shape come with the term") {
  const auto terms = parse_query("userId 海 海边", Profile::kDefault);
  REQUIRE(terms.size() == 5);
  CHECK(terms[0].kind == TokenKind::kIdentifier);
  CHECK(terms[1].kind == TokenKind::kPart);
  CHECK(terms[3].shape == TokenShape::kLoneCharacter);
  CHECK(terms[4].shape == TokenShape::kBigram);
}

TEST_CASE("what is asked for by itself is a word, also where it is part of an identifier") {
  for (const char* text : {"userId user", "user userId"}) {
    INFO(text);
    for (const QueryTerm& term : parse_query(text, Profile::kDefault)) {
      if (term.term != "user") continue;
      CHECK(term.kind == TokenKind::kWord);
      CHECK(term.occurrences == 1);
      CHECK(term.parts == 1);
    }
  }
}

TEST_CASE("function words are marked beside content words") {
  CHECK(marked("When did she move to the coast?") == "when* did* she* move to* the* coast");
  CHECK(marked("the file_of_the_day") == "the* file of* day file_of_the_day");
  CHECK(marked("v2.4 of the 9") == "v2 4 v2.4 of* the* 9");
}

TEST_CASE("what is a part of an identifier too is a function word where it stands by itself") {
  CHECK(marked("the isTheUser") == "the* istheuser is user");
  CHECK(marked("isTheUser the") == "istheuser is the* user");
  CHECK(marked("what's next") == "what* s* what's* next");
}

TEST_CASE("function words are words like others where nothing else is asked for") {
  CHECK(marked("what was the") == "what was the");
  CHECK(marked("the the the") == "the");
  CHECK(marked("the !!!") == "the");
}

TEST_CASE("the reference profile marks no function words") {
  CHECK(marked("move to the coast", Profile::kReference) == "move to the coast");
}

TEST_CASE("function words do not count, nor do parts of identifiers") {
  const auto terms = parse_query("the userId", Profile::kDefault);
  REQUIRE(terms.size() == 4);
  CHECK_FALSE(terms[0].counts());
  CHECK(terms[1].counts());
  CHECK_FALSE(terms[2].counts());
  CHECK(parse_query("the", Profile::kDefault)[0].counts());
}

TEST_CASE("twenty thousand times the same word is one term") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "alpha ";
  CHECK(picture(text) == "alpha*20000");
}
