// A number is D x 10^E with an integer D. Nearly all have at most 19 digits and a small exponent;
// then one product or quotient of 128 bits holds the value, up to a remainder of which only counts
// whether there is one:
//
//   0.3  ->  3 x 10^-1  ->  (3 << 126) / 10, and something left  ->  the nearest 53 bits
//
// For all others the digits are multiplied or divided by powers of two until the value is in
// [1/2, 1); its first 64 bits then come before the point by another product: slow, but exact for
// any length.
//
// The C library has strtod() for this. As WebAssembly that computes in floats of 128 bits, in
// software, which would be 15 KB of the module (bindings/libc.cpp).
//
// Tested by tests/base/decimal_test.cpp, against the C library's.

#include "base/decimal.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace loci {
namespace {

using Wide = unsigned __int128;

constexpr size_t kMostExactDigits = 19;  // 10^19 fits in 64 bits
constexpr int64_t kLargestExponent = 310;
constexpr int64_t kSmallestExponent = -326;
constexpr int64_t kExponentBound = 1'000'000'000;  // an exponent's digits stop to count here

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// 0.d1d2d3... x 10^point, without zeros in front.
struct Decimal {
  std::string digits;  // the numbers 0 to 9
  int64_t point = 0;
};

// mantissa x 2^exponent, and less than 2^exponent more if `more`. The mantissa's top bit is set.
double nearest(uint64_t mantissa, int exponent, bool more) {
  const int top = exponent + 63;  // the value is in [2^top, 2^(top + 1))
  const int kept = std::min(53, 53 + 1022 + top);
  if (kept < 0) return 0;
  const int dropped = 64 - kept;
  const uint64_t whole = dropped == 64 ? 0 : mantissa >> dropped;
  const uint64_t rest = dropped == 64 ? mantissa : mantissa - (whole << dropped);
  const uint64_t half = uint64_t{1} << (dropped - 1);
  const bool up = rest > half || (rest == half && (more || (whole & 1) != 0));
  return std::ldexp(static_cast<double>(whole + (up ? 1 : 0)), exponent + dropped);
}

// The same of up to 128 bits, not 0.
double nearest(Wide mantissa, int exponent, bool more) {
  const auto high = static_cast<uint64_t>(mantissa >> 64);
  const auto low = static_cast<uint64_t>(mantissa);
  const int zeros = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low);
  const Wide normal = mantissa << zeros;
  more |= static_cast<uint64_t>(normal) != 0;
  return nearest(static_cast<uint64_t>(normal >> 64), exponent - zeros + 64, more);
}

double by_wide_integers(const Decimal& decimal) {
  uint64_t digits = 0;
  for (const char digit : decimal.digits) digits = digits * 10 + static_cast<uint64_t>(digit);
  const auto exponent = decimal.point - static_cast<int64_t>(decimal.digits.size());
  uint64_t power = 1;
  for (int64_t i = 0; i < std::abs(exponent); ++i) power *= 10;
  if (exponent >= 0) return nearest(static_cast<Wide>(digits) * power, 0, false);
  const int zeros = std::countl_zero(digits);
  const Wide dividend = static_cast<Wide>(digits << zeros) << 64;
  return nearest(dividend / power, -zeros - 64, dividend % power != 0);
}

void cut_zeros_behind(std::string& digits) {
  while (!digits.empty() && digits.back() == 0) digits.pop_back();
}

void multiply(Decimal& decimal, int bits) {
  std::string product;  // from the last digit to the first
  uint64_t carry = 0;
  for (size_t i = decimal.digits.size(); i-- > 0;) {
    carry += static_cast<uint64_t>(decimal.digits[i]) << bits;
    product.push_back(static_cast<char>(carry % 10));
    carry /= 10;
  }
  for (; carry > 0; carry /= 10, ++decimal.point) product.push_back(static_cast<char>(carry % 10));
  decimal.digits.assign(product.rbegin(), product.rend());
  cut_zeros_behind(decimal.digits);
}

void divide(Decimal& decimal, int bits) {
  std::string quotient;
  uint64_t rest = 0;
  for (size_t i = 0; i < decimal.digits.size() || rest > 0; ++i) {
    rest = rest * 10 + (i < decimal.digits.size() ? static_cast<uint64_t>(decimal.digits[i]) : 0);
    const auto digit = static_cast<char>(rest >> bits);
    rest -= static_cast<uint64_t>(digit) << bits;
    if (quotient.empty() && digit == 0) {
      --decimal.point;
    } else {
      quotient.push_back(digit);
    }
  }
  decimal.digits = std::move(quotient);
  cut_zeros_behind(decimal.digits);
}

// The digits before the point, of less than 2^64, which are taken away.
uint64_t take_whole(Decimal& decimal) {
  uint64_t whole = 0;
  const auto count = static_cast<size_t>(decimal.point);
  for (size_t i = 0; i < count; ++i) {
    whole = whole * 10 + (i < decimal.digits.size() ? static_cast<uint64_t>(decimal.digits[i]) : 0);
  }
  decimal.digits.erase(0, count);
  return whole;
}

double by_digits(Decimal decimal) {
  constexpr int kStep = 56;  // bits at once: sums stay below 2^60
  int exponent = 0;
  const auto is_small = [&] {
    return decimal.point < 0 || (decimal.point == 0 && decimal.digits[0] < 5);
  };
  while (decimal.point > 0) {
    const int bits = decimal.point > 17 ? kStep : decimal.point > 3 ? 9 : 1;
    divide(decimal, bits);
    exponent += bits;
  }
  while (is_small()) {
    const int bits = decimal.point < -17 ? kStep : decimal.point < -3 ? 9 : 1;
    multiply(decimal, bits);
    exponent -= bits;
  }
  multiply(decimal, 32);
  multiply(decimal, 32);
  const uint64_t whole = take_whole(decimal);
  return nearest(whole, exponent - 64, !decimal.digits.empty());
}

double value_of(const Decimal& decimal) {
  if (decimal.digits.empty() || decimal.point < kSmallestExponent) return 0;
  if (decimal.point > kLargestExponent) return std::numeric_limits<double>::infinity();
  const auto count = static_cast<int64_t>(decimal.digits.size());
  constexpr auto kMost = static_cast<int64_t>(kMostExactDigits);
  const bool small = count <= kMost && std::abs(decimal.point - count) <= kMost;
  return small ? by_wide_integers(decimal) : by_digits(decimal);
}

// Reads digits on from `at`; those behind the point do not move it.
void read_digits(std::string_view text, size_t& at, bool behind_point, Decimal& decimal) {
  for (; at < text.size() && is_digit(text[at]); ++at) {
    const auto digit = static_cast<char>(text[at] - '0');
    const bool leading_zero = digit == 0 && decimal.digits.empty();
    if (!leading_zero) decimal.digits.push_back(digit);
    if (leading_zero ? behind_point : !behind_point) decimal.point += behind_point ? -1 : 1;
  }
}

// Reads `e[+-]digits` at `at`, if that stands there.
int64_t read_exponent(std::string_view text, size_t& at) {
  size_t next = at;
  if (next == text.size() || (text[next] | 0x20) != 'e') return 0;
  const bool negative = ++next < text.size() && text[next] == '-';
  if (next < text.size() && (text[next] == '+' || negative)) ++next;
  if (next == text.size() || !is_digit(text[next])) return 0;
  int64_t exponent = 0;
  for (; next < text.size() && is_digit(text[next]); ++next) {
    exponent = std::min(exponent * 10 + (text[next] - '0'), kExponentBound);
  }
  at = next;
  return negative ? -exponent : exponent;
}

}  // namespace

DecimalNumber parse_decimal(std::string_view text) {
  Decimal decimal;
  const bool negative = text.starts_with('-');
  const size_t start = negative ? 1 : 0;
  size_t at = start;
  read_digits(text, at, false, decimal);
  const size_t whole = at - start;
  if (at < text.size() && text[at] == '.') {
    size_t end = at + 1;
    read_digits(text, end, true, decimal);
    if (whole + (end - at - 1) > 0) at = end;
  }
  if (at == start) return {};
  decimal.point += read_exponent(text, at);
  cut_zeros_behind(decimal.digits);
  const double value = value_of(decimal);
  return {negative ? -value : value, at};
}

}  // namespace loci
