#include "retrieve/coverage.h"

#include <catch_amalgamated.hpp>
#include <set>

using namespace loci;

namespace {

double covered(std::string_view query, Profile profile, const std::set<std::string>& held) {
  const auto terms = parse_query(query, profile);
  return coverage(terms, [&](size_t i) { return held.contains(terms[i].term); });
}

}  // namespace

TEST_CASE("coverage is the share of the distinct words that are held") {
  for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
    CHECK(covered("red apple red pie", profile, {"red", "pie"}) == 2.0 / 3);
    CHECK(covered("red apple", profile, {"plum"}) == 0);
    CHECK(covered("red apple", profile, {"red", "apple", "plum"}) == 1);
  }
}

TEST_CASE("an identifier counts once, its parts do not") {
  CHECK(covered("getUserById", Profile::kDefault, {"get", "user", "by", "id"}) == 0);
  CHECK(covered("getUserById", Profile::kDefault, {"getuserbyid"}) == 1);
  CHECK(covered("getUserById user", Profile::kDefault, {"user"}) == 0.5);
}

TEST_CASE("function words count only where nothing else is there") {
  CHECK(covered("the red apple of the day", Profile::kDefault, {"the", "of", "red"}) == 1.0 / 3);
  CHECK(covered("what was the", Profile::kDefault, {"the"}) == 1.0 / 3);
  CHECK(covered("what was the", Profile::kReference, {"the"}) == 1.0 / 3);
}

TEST_CASE("nothing covers a question without terms, and no number is divided by zero") {
  CHECK(covered("", Profile::kDefault, {}) == 0);
  CHECK(covered("!!!", Profile::kReference, {}) == 0);
}
