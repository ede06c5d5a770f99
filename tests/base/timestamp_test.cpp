#include "base/timestamp.h"

#include <catch_amalgamated.hpp>
#include <random>
#include <string>

namespace loci {
namespace {

constexpr int64_t kMicrosPerDay = int64_t{86400} * 1000000;

int64_t instant(std::string_view text) {
  auto result = parse_instant(text);
  INFO(text);
  REQUIRE(result.ok());
  return result.value();
}

std::string normalized(std::string_view text) {
  auto result = normalize_timestamp(text);
  INFO(text);
  REQUIRE(result.ok());
  return result.value();
}

TEST_CASE("an instant is read in every spelling") {
  CHECK(instant("1970-01-01") == 0);
  CHECK(instant("2001-09-09T01:46:40Z") == 1000000000000000);
  for (const char* same :
       {"2001-09-09T01:46:40", "2001-09-09 01:46:40Z", "2001-09-09t01:46:40z",
        "2001-09-09T01:46:40+00:00", "2001-09-09T01:46:40-00:00", "2001-09-09T03:46:40+02:00",
        "2001-09-09T03:46:40+0200", "2001-09-09T03:46:40+02", "2001-09-08T19:16:40-06:30",
        "2001-09-09T01:46:40.000", "2001-09-09T01:46:40,0Z"}) {
    INFO(same);
    CHECK(instant(same) == 1000000000000000);
  }
  CHECK(instant("2001-09-09T01:46Z") == 999999960000000);
}

TEST_CASE("a fraction may have any number of digits and is cut at the microsecond") {
  CHECK(instant("1970-01-01T00:00:00.5Z") == 500000);
  CHECK(instant("1970-01-01T00:00:00.000001Z") == 1);
  CHECK(instant("1970-01-01T00:00:00.0000019999999999999Z") == 1);
  CHECK(instant("1969-12-31T23:59:59.9999999Z") == -1);
  CHECK(instant("1970-01-01T00:00:00." + std::string(1 << 20, '9')) == 999999);
}

TEST_CASE("what is no timestamp is refused") {
  for (const char* bad : {"",
                          "now",
                          "2024",
                          "2024-02",
                          "2024-2-03",
                          "20240203",
                          "2024-13-01",
                          "2024-00-01",
                          "2024-01-00",
                          "2024-02-30",
                          "2023-02-29",
                          "1900-02-29",
                          "2024-04-31",
                          "0000-01-01",
                          "-001-01-01",
                          "+2024-01-01",
                          " 2024-01-01",
                          "2024-01-01 ",
                          "2024-01-01Z",
                          "2024-01-01T",
                          "2024-01-01T10",
                          "2024-01-01T10Z",
                          "2024-01-01T24:00:00Z",
                          "2024-01-01T10:60:00Z",
                          "2024-01-01T10:00:60Z",
                          "2024-01-01T10:00:00.Z",
                          "2024-01-01T10:00.5Z",
                          "2024-01-01T10:00:00ZZ",
                          "2024-01-01T10:00:00+24:00",
                          "2024-01-01T10:00:00+01:60",
                          "2024-01-01T10:00:00+1",
                          "2024-01-01T10:00:00+01:",
                          "2024-01-01T10:00:00 +01:00",
                          "2024-01-01\nT10:00:00Z",
                          "２０２４-01-01",
                          "0001-01-01T00:30:00+01:00",
                          "9999-12-31T23:30:00-01:00"}) {
    INFO(bad);
    auto result = parse_instant(bad);
    REQUIRE(!result.ok());
    CHECK(result.error().code == ErrorCode::kInvalidArgument);
    CHECK(!normalize_timestamp(bad).ok());
  }
}

TEST_CASE("leap years follow the Gregorian calendar") {
  CHECK(instant("2000-03-01") - instant("2000-02-28") == 2 * kMicrosPerDay);
  CHECK(instant("1900-03-01") - instant("1900-02-28") == 1 * kMicrosPerDay);
  CHECK(instant("2024-02-29") + kMicrosPerDay == instant("2024-03-01"));
}

TEST_CASE("a timestamp in UTC stays as it is spelled, any other is converted") {
  for (const char* kept : {"2024-02-29", "2024-02-29T10:00", "2024-02-29 10:00:00",
                           "2024-02-29T10:00:00.123456789Z", "2024-02-29T10:00:00+00:00"}) {
    CHECK(normalized(kept) == kept);
  }
  CHECK(normalized("2024-03-01T00:30:00+02:00") == "2024-02-29T22:30:00Z");
  CHECK(normalized("2024-12-31T23:30-01:00") == "2025-01-01T00:30:00Z");
  CHECK(normalized("2024-12-31T23:30:15,1234567890-0100") == "2025-01-01T00:30:15.1234567890Z");
}

TEST_CASE("format_instant writes what JavaScript's toISOString writes") {
  CHECK(format_instant(0) == "1970-01-01T00:00:00.000Z");
  CHECK(format_instant(-1) == "1969-12-31T23:59:59.999Z");
  CHECK(format_instant(1709251199999) == "2024-02-29T23:59:59.999Z");
  CHECK(format_instant(-62135596800000) == "0001-01-01T00:00:00.000Z");
  CHECK(format_instant(253402300799999) == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("format_instant stays within what can be read") {
  CHECK(format_instant(INT64_MIN) == "0001-01-01T00:00:00.000Z");
  CHECK(format_instant(INT64_MAX) == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("every instant comes back from its text") {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<int64_t> any(-62135596800000, 253402300799999);
  for (int i = 0; i < 20000; ++i) {
    const int64_t ms = any(random);
    REQUIRE(instant(format_instant(ms)) == ms * 1000);
  }
}

/// The first day in [first, last] that does not follow the one before, or "".
std::string first_gap(std::string_view first, std::string_view last) {
  const int64_t end = instant(last);
  for (int64_t day = instant(first); day <= end; day += kMicrosPerDay) {
    const std::string text = format_instant(day / 1000).substr(0, 10);
    auto read = parse_instant(text);
    if (!read.ok() || read.value() != day) return text;
  }
  return "";
}

TEST_CASE("days count up by one through whole eras of 400 years") {
  CHECK(first_gap("0001-01-01", "0401-03-01") == "");
  CHECK(first_gap("1599-12-31", "2400-03-01") == "");
  CHECK(first_gap("9599-12-31", "9999-12-31") == "");
}

TEST_CASE("converting keeps the instant") {
  std::mt19937_64 random(8);
  std::uniform_int_distribution<int64_t> any(-62000000000000, 253000000000000);
  for (int i = 0; i < 5000; ++i) {
    std::string text = format_instant(any(random));
    text.pop_back();
    text += random() % 2 ? '+' : '-';
    const int minutes = static_cast<int>(random() % (24 * 60));
    text +=
        {static_cast<char>('0' + minutes / 600), static_cast<char>('0' + minutes / 60 % 10), ':',
         static_cast<char>('0' + minutes % 60 / 10), static_cast<char>('0' + minutes % 10)};
    REQUIRE(instant(normalized(text)) == instant(text));
  }
}

}  // namespace
}  // namespace loci

TEST_CASE("an instant that is none, or none that can be read, stands before every other") {
  CHECK(loci::instant_or_undated("1970-01-01T00:00:01Z") == 1'000'000);
  CHECK(loci::instant_or_undated("") == loci::kUndated);
  CHECK(loci::instant_or_undated("soon") == loci::kUndated);
  CHECK(loci::kUndated < loci::instant_or_undated("0001-01-01"));
}
