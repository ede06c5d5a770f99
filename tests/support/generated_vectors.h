#pragma once

/// Vectors of many kinds, from integers alone: the same in every build.

#include <cstdint>
#include <random>
#include <vector>

#include "index/vector_rotation.h"

namespace loci::test {

using Vector = std::vector<float>;

class VectorGenerator {
 public:
  explicit VectorGenerator(uint64_t seed) : random_(seed) {}

  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_() >> 32) % bound; }

  /// About normally distributed, of deviation 1: the sum of twelve uniform numbers.
  float normal() {
    int32_t sum = 0;
    for (int i = 0; i < 12; ++i) sum += static_cast<int32_t>(random_() >> 44);
    return static_cast<float>(sum - 6 * (1 << 20)) / (1 << 20);
  }

  Vector random(size_t width) {
    Vector vector(width);
    for (float& x : vector) x = normal();
    return vector;
  }

  /// `vector` with noise of deviation `noise` in each component.
  Vector near(const Vector& vector, float noise) {
    Vector moved = vector;
    for (float& x : moved) x += noise * normal();
    return moved;
  }

  /// `entries` components that are not zero, or fewer.
  Vector sparse(size_t width, int entries) {
    Vector vector(width);
    vector[below(static_cast<uint32_t>(width))] = 1;
    for (int i = 1; i < entries; ++i) vector[below(static_cast<uint32_t>(width))] = normal();
    return vector;
  }

 private:
  std::mt19937_64 random_;
};

/// What rotate() turns into `vector`: the map is orthogonal, so this is its transpose.
inline Vector turned_back(const Vector& vector) {
  Vector original(vector.size());
  for (size_t axis = 0; axis < vector.size(); ++axis) {
    Vector column(vector.size());
    column[axis] = 1;
    rotate(column);
    for (size_t i = 0; i < vector.size(); ++i) original[axis] += column[i] * vector[i];
  }
  return original;
}

}  // namespace loci::test
