#pragma once

/// A fast 32-bit hash of bytes for tables in memory. Not stable across versions: never stored.

#include <cstdint>
#include <cstring>
#include <string_view>

namespace loci {

/// Mixes eight bytes at a time by multiply and fold. Terms are short, so the tail decides its
/// speed: it is read as two overlapping halves instead of byte by byte.
inline uint32_t hash_bytes(std::string_view bytes) {
  constexpr uint64_t kMultiplier = 0x9fb21c651e98df25u;
  const auto load = [](const char* at, size_t count) {
    uint64_t word = 0;
    std::memcpy(&word, at, count);
    return word;
  };
  const auto mix = [](uint64_t state, uint64_t word) {
    state = (state ^ word) * kMultiplier;
    return state ^ (state >> 32);
  };
  const char* at = bytes.data();
  size_t left = bytes.size();
  uint64_t state = left * 0x9e3779b97f4a7c15u;
  for (; left > 8; left -= 8, at += 8) state = mix(state, load(at, 8));
  if (left >= 4) {
    state = mix(state, load(at, 4) | load(at + left - 4, 4) << 32);
  } else if (left > 0) {
    const auto byte = [at](size_t i) { return static_cast<uint64_t>(static_cast<uint8_t>(at[i])); };
    state = mix(state, byte(0) | byte(left / 2) << 8 | byte(left - 1) << 16);
  }
  state *= kMultiplier;
  return static_cast<uint32_t>(state >> 32);
}

}  // namespace loci
