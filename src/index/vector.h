#pragma once

/// Vectors of single precision and their exact cosine: what decides the order of nearest
/// neighbours. The vector index only proposes candidates.

#include <cstddef>
#include <span>
#include <string_view>

namespace loci {

inline constexpr size_t kMaxVectorWidth = 8192;

/// Finite, 1 to kMaxVectorWidth numbers, and not all of them zero. (In double precision no norm of
/// such a vector overflows or vanishes: squares of floats lie between 1e-90 and 1e77.)
bool is_valid_vector(std::span<const float> vector) noexcept;

/// Why it is none, as the rest of a sentence about it: "is all zeros". Empty for a valid vector.
std::string_view flaw_of(std::span<const float> vector);

/// The Euclidean norm in double precision, summed in one fixed order: the same to the last bit in
/// every build.
double norm_of(std::span<const float> vector) noexcept;

/// The dot product of two vectors of one width, and the Euclidean norm of their difference, summed
/// like norm_of().
double dot_product(std::span<const float> a, std::span<const float> b) noexcept;
double euclidean_distance(std::span<const float> a, std::span<const float> b) noexcept;

/// The cosine of two valid vectors of one width, given their norms; in [-1, 1], the same to the
/// last bit in every build, and whichever vector comes first.
double cosine(std::span<const float> a, double norm_a, std::span<const float> b,
              double norm_b) noexcept;

}  // namespace loci
