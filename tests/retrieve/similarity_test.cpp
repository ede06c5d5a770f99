#include "retrieve/similarity.h"

#include <catch_amalgamated.hpp>
#include <utility>

using namespace loci;

namespace {

double alike(std::string_view a, std::string_view b, Profile profile = Profile::kDefault) {
  const WordSet first({a}, profile);
  const WordSet second({b}, profile);
  const double value = jaccard(first, second);
  CHECK(value == jaccard(second, first));
  return value;
}

}  // namespace

TEST_CASE("texts are alike by the share of distinct words that both have") {
  CHECK(alike("red apple apple", "apple green") == 1.0 / 3);
  CHECK(alike("Red APPLE", "apple, red!") == 1);
  CHECK(alike("red", "green") == 0);
  CHECK(alike("大海边", "大海上", Profile::kReference) == 1.0 / 3);
}

TEST_CASE("texts without words are not alike, and no number is divided by zero") {
  CHECK(alike("", "") == 0);
  CHECK(alike("!!!", "?") == 0);
  CHECK(alike("word", "") == 0);
}

TEST_CASE("parts of identifiers do not make texts alike") {
  CHECK(alike("getUserById fails", "user by id fails") == 1.0 / 4);
  CHECK(alike("getUserById", "getUserByName") == 0);
}

TEST_CASE("the pieces of a text make one set, and a set can move") {
  const Profile profile = Profile::kDefault;
  WordSet pieces({"red apple", "green apple"}, profile);
  const WordSet moved = std::move(pieces);
  CHECK(moved.size() == 3);
  CHECK(jaccard(moved, WordSet({"red apple\ngreen apple"}, profile)) == 1);
}
