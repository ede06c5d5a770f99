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

TEST_CASE("twenty thousand times the same word is one term") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "alpha ";
  CHECK(picture(text) == "alpha*20000");
}
