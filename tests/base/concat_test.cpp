#include "base/concat.h"

#include <catch_amalgamated.hpp>

using namespace loci;

TEST_CASE("a text has all its parts in order") {
  CHECK(concat({}).empty());
  CHECK(concat({"", "", ""}).empty());
  CHECK(concat({"limit ", -5, std::string(" of "), std::string_view("a\0b", 3)}) ==
        std::string("limit -5 of a\0b", 15));
  CHECK(concat({std::string_view(), "", std::string()}).empty());
}

TEST_CASE("an integer of any width is written out") {
  CHECK(concat({0, " ", INT64_MAX, " ", INT64_MIN, " ", size_t{7}, " ", uint32_t{4294967295}}) ==
        "0 9223372036854775807 -9223372036854775808 7 4294967295");
}
