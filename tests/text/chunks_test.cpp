#include "text/chunks.h"

#include <catch_amalgamated.hpp>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "support/mixed_text.h"

using namespace loci;

namespace {

using Ranges = std::vector<ChunkRange>;

std::string repeat(std::string_view piece, size_t times) {
  std::string text;
  for (size_t i = 0; i < times; ++i) text += piece;
  return text;
}

std::vector<std::string_view> chunks_of(std::string_view text) {
  std::vector<std::string_view> chunks;
  each_chunk(text, [&](size_t number, std::string_view bytes) {
    CHECK(number == chunks.size());
    chunks.push_back(bytes);
  });
  return chunks;
}

/// The source again: of each chunk but the first, what the one before it has not shown.
std::string rebuild(const std::vector<std::string_view>& chunks) {
  std::string text;
  for (const std::string_view chunk : chunks) {
    const size_t shown = text.empty() ? 0 : utf8::prefix_bytes(chunk, kChunkOverlap);
    text += chunk.substr(shown);
  }
  return text;
}

TEST_CASE("a text has as many chunks as its length asks for") {
  CHECK(chunk_ranges(0).empty());
  CHECK(chunk_ranges(1) == Ranges{{0, 1}});
  CHECK(chunk_ranges(799) == Ranges{{0, 799}});
  CHECK(chunk_ranges(800) == Ranges{{0, 800}});
  CHECK(chunk_ranges(801) == Ranges{{0, 800}, {680, 801}});
  CHECK(chunk_ranges(1480) == Ranges{{0, 800}, {680, 1480}});
  CHECK(chunk_ranges(1481) == Ranges{{0, 800}, {680, 1480}, {1360, 1481}});
}

TEST_CASE("chunks cover the text, overlap by 120, and only the last is short") {
  for (size_t size = 1; size < 5000; size += 7) {
    const Ranges ranges = chunk_ranges(size);
    CHECK(ranges.front().start == 0);
    CHECK(ranges.back().end == size);
    for (size_t i = 1; i < ranges.size(); ++i) {
      CHECK(ranges[i - 1].end - ranges[i].start == kChunkOverlap);
      CHECK(ranges[i - 1].end - ranges[i - 1].start == kChunkLength);
      CHECK(ranges[i].end > ranges[i - 1].end);
    }
  }
}

TEST_CASE("the bytes of the chunks are those of the ranges, and give the source back") {
  for (const char* piece : {"a", "é", "中", "🟡"}) {
    for (const size_t size : {0, 1, 679, 680, 681, 799, 800, 801, 1480, 1481, 4000}) {
      const std::string text = repeat(piece, size);
      const auto chunks = chunks_of(text);
      const Ranges ranges = chunk_ranges(size);
      REQUIRE(chunks.size() == ranges.size());
      for (size_t i = 0; i < chunks.size(); ++i) {
        CHECK(chunks[i].data() == text.data() + utf8::prefix_bytes(text, ranges[i].start));
        CHECK(utf8::count_code_points(chunks[i]) == ranges[i].end - ranges[i].start);
      }
      CHECK(rebuild(chunks) == text);
    }
  }
}

TEST_CASE("a text of many scripts can be rebuilt from its chunks") {
  test::MixedText generator(38);
  for (int i = 0; i < 50; ++i) {
    const std::string text = generator.next(2000);
    const auto chunks = chunks_of(text);
    CHECK(chunks.size() == chunk_ranges(utf8::count_code_points(text)).size());
    CHECK(rebuild(chunks) == text);
  }
}

TEST_CASE("16 MiB are cut in one pass") {
  const std::string text(16 << 20, 'x');
  size_t count = 0;
  size_t bytes = 0;
  each_chunk(text, [&](size_t, std::string_view chunk) {
    ++count;
    bytes += chunk.size();
  });
  CHECK(count == chunk_ranges(text.size()).size());
  CHECK(bytes == text.size() + (count - 1) * kChunkOverlap);
}

}  // namespace
