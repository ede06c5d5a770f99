// A chunk and the next one share kChunkOverlap code points, so that what is cut by the end of one
// stands whole in the other:
//
//   1 000 code points   [0, 800) and [680, 1 000)
//
// Code points, not characters as people see them: the same text has the same chunks for good,
// whatever a later version of Unicode joins.
//
// Tested by tests/text/chunks_test.cpp.

#include "text/chunks.h"

#include <algorithm>

#include "base/utf8.h"

namespace loci {

std::vector<ChunkRange> chunk_ranges(size_t code_points) {
  std::vector<ChunkRange> ranges;
  const auto size = static_cast<uint32_t>(code_points);
  for (uint32_t start = 0; ranges.empty() ? size > 0 : ranges.back().end < size;
       start += kChunkStride) {
    ranges.push_back({start, std::min(size, start + kChunkLength)});
  }
  return ranges;
}

void each_chunk(std::string_view text, FunctionRef<void(size_t, std::string_view)> visit) {
  size_t next = 0;  // where the following chunk starts, and this one ends: bytes
  size_t end = 0;
  for (size_t number = 0; end < text.size(); ++number) {
    const size_t start = next;
    next = start + utf8::prefix_bytes(text.substr(start), kChunkStride);
    end = next + utf8::prefix_bytes(text.substr(next), kChunkOverlap);
    visit(number, text.substr(start, end - start));
  }
}

}  // namespace loci
