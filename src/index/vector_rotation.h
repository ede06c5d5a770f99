#pragma once

/// A fixed rotation that spreads whatever a vector holds evenly over its components.

#include <span>

namespace loci {

/// Turns `vector` by an orthogonal map that depends on its width alone: lengths and cosines stay as
/// they are, to about the rounding of single precision. The result is the same in every build.
void rotate(std::span<float> vector);

}  // namespace loci
