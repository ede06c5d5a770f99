#pragma once

/// What the arguments of a question to the evidence face may be; contract() publishes it.

#include <cstddef>
#include <cstdint>

namespace loci {

inline constexpr char kDefaultSession[] = "default";
inline constexpr size_t kMaxSessionBytes = 512;
inline constexpr size_t kMaxQueryBytes = size_t{1} << 20;
inline constexpr size_t kMaxExclude = 10'000;  // ids
inline constexpr int64_t kMaxExpandLimit = 8;
inline constexpr int64_t kMaxNearby = 10;         // before, and after
inline constexpr int64_t kMaxReadLimit = 10'000;  // code points

}  // namespace loci
