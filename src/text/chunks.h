#pragma once

/// A long text in pieces that overlap, each short enough for an embedder and a reader.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/function_ref.h"

namespace loci {

/// Code points, [start, end).
struct ChunkRange {
  uint32_t start;
  uint32_t end;

  bool operator==(const ChunkRange&) const = default;
};

inline constexpr uint32_t kChunkLength = 800;
inline constexpr uint32_t kChunkOverlap = 120;
inline constexpr uint32_t kChunkStride = kChunkLength - kChunkOverlap;

/// The chunks of a text of so many code points (less than 2^32): chunk i is
/// [i * kChunkStride, i * kChunkStride + kChunkLength), cut at the end of the text, and the first
/// that reaches the end is the last. An empty text has none.
std::vector<ChunkRange> chunk_ranges(size_t code_points);

/// Visits the chunks of `text` (valid UTF-8) in order, each with its number and its bytes, a view
/// into the text. Reads the text once and keeps nothing of it.
void each_chunk(std::string_view text, FunctionRef<void(size_t number, std::string_view bytes)>);

}  // namespace loci
