// Positions in ids: which ids have one, and the order of numbers of any length.

#include "evidence/chapter.h"

#include <catch_amalgamated.hpp>
#include <string>

using namespace loci;

namespace {

/// `series number`, or nothing.
std::string position(std::string_view id) {
  const auto found = position_of(id);
  if (!found) return "";
  return std::string(found->series) + " " + std::string(found->number);
}

}  // namespace

TEST_CASE("an id of a record says its series and its number") {
  CHECK(position("log_ch1_e7") == "log_ch1_e 7");
  CHECK(position("war_and_peace_ch03_e0012") == "war_and_peace_ch03_e 12");
  CHECK(position("海_ch1_e2") == "海_ch1_e 2");
  CHECK(position("a_ch1_e2_ch3_e4") == "a_ch1_e2_ch3_e 4");
  CHECK(position("a_ch1_e000") == "a_ch1_e ");
  CHECK(position("a_ch1_e123456789012345678901234567890") ==
        "a_ch1_e 123456789012345678901234567890");
}

TEST_CASE("other ids have no position") {
  for (const char* id : {"", "e7", "_ch1_e7", "log_ch_e7", "log_ch1_e", "log_ch1_e7x", "log_ch1e7",
                         "log_chx_e7", "log_ch1_f7", "log_Ch1_e7", "log_ch1_e-7", "log_ch1_e７"}) {
    INFO(id);
    CHECK(position(id).empty());
  }
}

TEST_CASE("numbers of any length have an order") {
  CHECK(is_below("", "1"));
  CHECK(is_below("9", "10"));
  CHECK(is_below("10", "11"));
  CHECK_FALSE(is_below("11", "11"));
  CHECK_FALSE(is_below("100", "99"));
  CHECK(is_below("99999999999999999999", "100000000000000000000"));
}
