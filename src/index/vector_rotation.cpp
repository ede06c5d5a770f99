// A randomized Hadamard transform (Ailon and Chazelle 2006): flip signs by a fixed random pattern,
// then add and subtract in the manner of a fast Fourier transform, which costs log2(width)
// additions a component.
//
// Codes of few bits hold a vector well when its components are about equally large. Those of models
// need not be: some hold a few numbers far above the rest, and caller's own vectors are often
// sparse. After the turn the components of any vector look like drawn from one normal distribution.
//
//   (8, 0, 0, 0) -> (4, -4, 4, 4): all of it in one component, then in all alike
//
// The transform wants a width that is a power of two. For others it is done over the first 2^m
// components and then over the last 2^m, which overlap, so that nothing is padded; the second round
// evens out what the first left uneven.
//
// Tested by tests/index/vector_rotation_test.cpp.

#include "index/vector_rotation.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace loci {
namespace {

constexpr uint64_t kRounds = 3;

// The splitmix64 generator of Steele, Lea and Flood (2014), by position.
uint64_t random_bits(uint64_t position) {
  uint64_t z = (position + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void flip_signs(std::span<float> vector, uint64_t round) {
  uint64_t bits = 0;
  for (size_t i = 0; i < vector.size(); ++i, bits >>= 1) {
    if (i % 64 == 0) bits = random_bits(round << 32 | i);
    if ((bits & 1) != 0) vector[i] = -vector[i];
  }
}

// `vector` has a power of two components.
void hadamard(std::span<float> vector) {
  for (size_t half = 1; half < vector.size(); half *= 2) {
    for (size_t from = 0; from < vector.size(); from += 2 * half) {
      float* low = vector.data() + from;
      float* high = low + half;
      for (size_t i = 0; i < half; ++i) {
        const float a = low[i];
        const float b = high[i];
        low[i] = a + b;
        high[i] = a - b;
      }
    }
  }
  const float scale = 1 / std::sqrt(static_cast<float>(vector.size()));
  for (float& x : vector) x *= scale;
}

}  // namespace

void rotate(std::span<float> vector) {
  const size_t power = std::bit_floor(vector.size());
  for (uint64_t round = 0; round < kRounds; ++round) {
    flip_signs(vector, round);
    hadamard(vector.first(power));
    if (power < vector.size()) hadamard(vector.last(power));
  }
}

}  // namespace loci
