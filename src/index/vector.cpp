// Tested by tests/index/vector_test.cpp.

#include "index/vector.h"

#include <algorithm>
#include <cmath>

namespace loci {
namespace {

// Four sums side by side, so that no addition waits for the one before; which number goes to which
// sum is fixed, and a compiler may not change it.
template <typename Term>
double sum_of(size_t count, Term term) {
  double sums[4] = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (size_t lane = 0; lane < 4; ++lane) sums[lane] += term(i + lane);
  }
  for (size_t lane = 0; i < count; ++i, ++lane) sums[lane] += term(i);
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

}  // namespace

bool is_valid_vector(std::span<const float> vector) noexcept { return flaw_of(vector).empty(); }

std::string_view flaw_of(std::span<const float> vector) {
  static_assert(kMaxVectorWidth == 8192);
  const auto finite = [](float x) { return std::isfinite(x); };
  const auto zero = [](float x) { return x == 0; };
  if (vector.empty()) {
    return "is missing, or no array of 1 to 8192 numbers; make a Float32Array of integers and "
           "bytes";
  }
  if (vector.size() > kMaxVectorWidth) return "has more than 8192 numbers";
  if (!std::all_of(vector.begin(), vector.end(), finite)) return "holds NaN or an infinity";
  if (std::all_of(vector.begin(), vector.end(), zero)) return "is all zeros";
  return "";
}

double dot_product(std::span<const float> a, std::span<const float> b) noexcept {
  return sum_of(a.size(), [&](size_t i) { return static_cast<double>(a[i]) * b[i]; });
}

double euclidean_distance(std::span<const float> a, std::span<const float> b) noexcept {
  return std::sqrt(sum_of(a.size(), [&](size_t i) {
    const double difference = static_cast<double>(a[i]) - b[i];
    return difference * difference;
  }));
}

double norm_of(std::span<const float> vector) noexcept {
  return std::sqrt(dot_product(vector, vector));
}

double cosine(std::span<const float> a, double norm_a, std::span<const float> b,
              double norm_b) noexcept {
  return std::clamp(dot_product(a, b) / (norm_a * norm_b), -1.0, 1.0);
}

}  // namespace loci
