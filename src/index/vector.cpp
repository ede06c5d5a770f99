// Tested by tests/index/vector_test.cpp.

#include "index/vector.h"

#include <algorithm>
#include <cmath>

namespace loci {
namespace {

// Four sums side by side, so that no addition waits for the one before; which number goes to which
// sum is fixed, and a compiler may not change it.
double dot(std::span<const float> a, std::span<const float> b) {
  double sums[4] = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + 4 <= a.size(); i += 4) {
    for (size_t lane = 0; lane < 4; ++lane) {
      sums[lane] += static_cast<double>(a[i + lane]) * b[i + lane];
    }
  }
  for (size_t lane = 0; i < a.size(); ++i, ++lane) sums[lane] += static_cast<double>(a[i]) * b[i];
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

double norm_of(std::span<const float> vector) noexcept { return std::sqrt(dot(vector, vector)); }

double cosine(std::span<const float> a, double norm_a, std::span<const float> b,
              double norm_b) noexcept {
  return std::clamp(dot(a, b) / (norm_a * norm_b), -1.0, 1.0);
}

}  // namespace loci
