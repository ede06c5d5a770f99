#pragma once

/// What the arguments of the palace face may be; contract() publishes it.

#include <cstdint>

namespace loci {

inline constexpr int64_t kDefaultHops = 2;
inline constexpr int64_t kMaxHops = 10;

}  // namespace loci
