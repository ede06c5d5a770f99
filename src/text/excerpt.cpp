// Tested by tests/text/excerpt_test.cpp.

#include "text/excerpt.h"

#include <algorithm>

#include "base/utf8.h"

namespace loci {

Excerpt take_excerpt(std::string_view content, std::span<const ExcerptTerm>,
                     std::optional<ChunkRange> within, const Analyzer&) {
  const uint32_t wanted = within && within->start < kExcerptReach ? within->start : 0;
  const size_t start = utf8::prefix_bytes(content, wanted);
  const uint32_t length = std::min(kExcerptLength, kExcerptReach - wanted);
  const std::string_view text =
      content.substr(start, utf8::prefix_bytes(content.substr(start), length));
  const auto start16 = static_cast<uint32_t>(utf8::utf16_length(content.substr(0, start)));
  const auto points = static_cast<uint32_t>(utf8::count_code_points(text));
  const auto units = static_cast<uint32_t>(utf8::utf16_length(text));
  return {{wanted, wanted + points}, {start16, start16 + units}, text};
}

}  // namespace loci
