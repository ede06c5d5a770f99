// x = m * 2^e with m in [sqrt(1/2), sqrt(2)); then ln x = e * ln 2 + ln m, and with s = (m-1)/(m+1)
// ln m = 2 * (s + s^3/3 + s^5/5 + ...). |s| <= 0.1716, so eleven terms reach 2^-54.
//
// Tested by tests/base/math_test.cpp.

#include "base/math.h"

#include <bit>
#include <cstdint>

namespace loci {
namespace {

constexpr double kLn2High = 0x1.62e42fefa3800p-1;  // ln 2 to 42 bits: e * kLn2High is exact
constexpr double kLn2Low = 0x1.ef35793c76730p-45;
constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr int kTerms = 11;
constexpr int kExpTerms = 14;  // of those after 1; (1/4)^15 / 15! is below 2^-70

struct Split {
  double mantissa;
  int exponent;
};

Split split(double x) {
  int exponent = 0;
  if (x < 0x1p-1022) {  // subnormal: scale it up first
    x *= 0x1p54;
    exponent = -54;
  }
  const auto bits = std::bit_cast<uint64_t>(x);
  exponent += static_cast<int>(bits >> 52) - 1022;
  double mantissa = std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3fe0000000000000u);
  if (mantissa < kSqrtHalf) {
    mantissa *= 2;
    exponent -= 1;
  }
  return {mantissa, exponent};
}

}  // namespace

double natural_log(double x) noexcept {
  const auto [mantissa, exponent] = split(x);
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double series = 0;
  for (int term = kTerms; term > 0; --term) series = series * square + 1.0 / (2 * term + 1);
  const double log_mantissa = 2 * s + 2 * s * square * series;
  return exponent * kLn2High + (exponent * kLn2Low + log_mantissa);
}

// The series for x / 8, whose terms fall fast, and squared three times.
double natural_exp(double x) noexcept {
  double power = 1;
  for (int term = kExpTerms; term > 0; --term) power = 1 + power * (x / 8) / term;
  for (int doubling = 0; doubling < 3; ++doubling) power *= power;
  return power;
}

}  // namespace loci
