#pragma once

/// Decimal numbers as doubles.

#include <cstddef>
#include <string_view>

namespace loci {

struct DecimalNumber {
  double value = 0;
  size_t length = 0;  // bytes that belong to the number; 0: the text begins with none
};

/// Reads the number that `text` begins with: `[-]digits[.digits][e[+-]digits]`, with a digit before
/// or behind the point. Its value is the nearest double, ties to even, in every build; infinite
/// beyond the largest one, 0 below half the smallest.
DecimalNumber parse_decimal(std::string_view text);

}  // namespace loci
