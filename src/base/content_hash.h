#pragma once

/// The hash of a text that an embedding belongs to. Stored, and handed out to programs that compute
/// embeddings, so it is defined for good: FNV-1a in 64 bits over the bytes of name + "\n" +
/// content. Tested by tests/base/content_hash_test.cpp, with the published values of FNV.

#include <cstdint>
#include <string>
#include <string_view>

namespace loci {

inline constexpr uint64_t kEmptyHash = 0xcbf29ce484222325u;

/// The hash of what `so_far` is the hash of, followed by `bytes`.
constexpr uint64_t stable_hash(std::string_view bytes, uint64_t so_far = kEmptyHash) {
  for (const char byte : bytes) so_far = (so_far ^ static_cast<uint8_t>(byte)) * 0x100000001b3u;
  return so_far;
}

constexpr uint64_t content_hash(std::string_view name, std::string_view content) {
  return stable_hash(content, stable_hash("\n", stable_hash(name)));
}

/// As it is published: 16 hexadecimal digits.
inline std::string hash_text(uint64_t hash) {
  std::string text(16, '0');
  for (size_t i = text.size(); i-- > 0; hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
  return text;
}

}  // namespace loci
