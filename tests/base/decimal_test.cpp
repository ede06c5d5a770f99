#include "base/decimal.h"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace {

using loci::parse_decimal;

void check_as_strtod(const std::string& text) {
  char* end = nullptr;
  const double expected = std::strtod(text.c_str(), &end);
  const auto [value, length] = parse_decimal(text);
  INFO(text);
  CHECK(std::bit_cast<uint64_t>(value) == std::bit_cast<uint64_t>(expected));
  CHECK(length == static_cast<size_t>(end - text.c_str()));
}

std::string printed(double number, int digits) {
  char text[512];
  std::snprintf(text, sizeof text, "%.*e", digits, number);
  return text;
}

double random_double(std::mt19937_64& random) {
  for (;;) {
    const auto number = std::bit_cast<double>(random());
    if (std::isfinite(number)) return number;
  }
}

TEST_CASE("numbers are read as the nearest double") {
  CHECK(parse_decimal("0.3").value == 0.3);
  CHECK(parse_decimal("-12.5e-1").value == -1.25);
  CHECK(parse_decimal("9007199254740993").value == 9007199254740992.0);  // a tie: to even
  CHECK(parse_decimal("9007199254740995").value == 9007199254740996.0);
  CHECK(parse_decimal("9007199254740993.00000000000000000000001").value == 9007199254740994.0);
  CHECK(std::signbit(parse_decimal("-0").value));
}

TEST_CASE("numbers at the ends of the range") {
  for (const char* text :
       {"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e309",
        "1e999999999999", "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9e-324",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-330", "1e-999999999999",
        "0e999999999999", "-1e400", "0.000000000000000000000000000000000001e345"}) {
    check_as_strtod(text);
  }
}

TEST_CASE("how far a number reaches") {
  for (const char* text : {"1", "1.", ".5", "1.5.5", "1e", "1e+", "1e-x", "1E5", "-.25", "007",
                           "12ab", "0.0", "100000", "1e+05", "3-4"}) {
    check_as_strtod(text);
  }
  for (const char* text : {"", "-", ".", "-.", "e5", "x"}) CHECK(parse_decimal(text).length == 0);
}

TEST_CASE("every double comes back from its digits") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20'000; ++i) {
    const double number = random_double(random);
    CHECK(parse_decimal(printed(number, 16)).value == number);
    check_as_strtod(printed(number, static_cast<int>(random() % 25)));
  }
}

TEST_CASE("numbers of ordinary size, as JSON has them") {
  std::mt19937_64 random(6);
  for (int i = 0; i < 20'000; ++i) {
    const double number = std::ldexp(static_cast<double>(random() >> 11), -53);
    check_as_strtod(printed(number * 100, static_cast<int>(random() % 20)));
    check_as_strtod(std::to_string(random()));
  }
}

// Halfway between two doubles, and a little beside: all digits count.
TEST_CASE("ties and their neighbours") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2'000; ++i) {
    const double below = std::abs(random_double(random));
    const double above = std::nextafter(below, std::numeric_limits<double>::max());
    const std::string ends[] = {printed(below, 400), printed(above, 400)};
    check_as_strtod(ends[0]);
    if (below > 1e300 || below < 1e-300) continue;
    const long double middle = (static_cast<long double>(below) + above) / 2;
    char text[512];
    std::snprintf(text, sizeof text, "%.400Lf", middle);
    check_as_strtod(text);
    check_as_strtod(std::string(text) + "1");
  }
}

}  // namespace
