#include "base/concat.h"

#include <catch_amalgamated.hpp>

using namespace loci;

TEST_CASE("a text has all its parts in order") {
  CHECK(concat({}).empty());
  CHECK(concat({"", "", ""}).empty());
  CHECK(concat({"limit ", std::to_string(-5), std::string(" of "), std::string_view("a\0b", 3)}) ==
        std::string("limit -5 of a\0b", 15));
}
