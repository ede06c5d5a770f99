#include "base/utf8.h"

#include <catch_amalgamated.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::utf8 {
namespace {

std::string encode(char32_t value) {
  std::string out;
  append(out, value);
  return out;
}

std::vector<char32_t> decode(std::string_view text) {
  std::vector<char32_t> out;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const CodePoint step = next(at, end);
    out.push_back(step.value);
    at += step.length;
  }
  return out;
}

bool is_scalar(char32_t value) { return value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF); }

/// The well-formed sequences of length `length` are the encodings of scalar values: reads the bits
/// as if nothing could be wrong, and believes the result when it encodes to the same bytes.
bool is_sequence(std::string_view bytes) {
  static constexpr unsigned kLeadMask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t value = static_cast<unsigned char>(bytes[0]) & kLeadMask[bytes.size()];
  for (const char byte : bytes.substr(1))
    value = value << 6 | (static_cast<unsigned char>(byte) & 0x3F);
  return is_scalar(value) && encode(value) == bytes;
}

/// Whether some continuation bytes make `bytes` a sequence. Two stand for all: the range of any
/// following byte is one interval that holds 80 or BF.
bool is_start_of_sequence(const std::string& bytes) {
  if (bytes.size() > 4) return false;
  if (is_sequence(bytes)) return true;
  return is_start_of_sequence(bytes + '\x80') || is_start_of_sequence(bytes + '\xBF');
}

/// The slow, obvious decoder: the longest start of a sequence, believed if it is a whole one.
Repaired slow_repair(std::string_view text) {
  Repaired out;
  while (!text.empty()) {
    size_t length = 1;
    while (length < text.size() && length < 4 && !is_sequence(text.substr(0, length)) &&
           is_start_of_sequence(std::string(text.substr(0, length + 1)))) {
      ++length;
    }
    const bool good = is_sequence(text.substr(0, length));
    out.text += good ? std::string(text.substr(0, length)) : "\xEF\xBF\xBD";
    out.replaced += !good;
    text.remove_prefix(length);
  }
  return out;
}

/// xorshift32: the same bytes on every machine.
class Generator {
 public:
  uint32_t below(uint32_t bound) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_ % bound;
  }

 private:
  uint32_t state_ = 2463534242;
};

/// Bytes at the edges of every range of table 3-7, and a few from inside.
std::string generated_bytes(Generator& random) {
  static constexpr std::string_view kEdges(
      "\x00\x41\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4"
      "\xF5\xFF\xBD\x85",
      27);
  std::string out;
  for (uint32_t length = random.below(40); length > 0; --length) {
    if (random.below(8) == 0) out += "abcdefgh";
    out += kEdges[random.below(kEdges.size())];
  }
  return out;
}

TEST_CASE("every scalar value survives encoding and decoding") {
  size_t wrong = 0;
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    if (!is_scalar(value)) continue;
    const std::string bytes = encode(value);
    const CodePoint step = next(bytes.data(), bytes.data() + bytes.size());
    wrong += step.value != value || step.length != bytes.size() || !is_valid(bytes);
  }
  CHECK(wrong == 0);
}

TEST_CASE("what is no scalar value is appended as the replacement character") {
  CHECK(encode(0xD800) == "\uFFFD");
  CHECK(encode(0xDFFF) == "\uFFFD");
  CHECK(encode(0x110000) == "\uFFFD");
  CHECK(encode(0xFFFFFFFF) == "\uFFFD");
}

TEST_CASE("the bytes of case 8 are repaired and counted") {
  const Repaired result = repair("\x61\x20\xFF\xFE\x20\xE4\xBD\x62");
  CHECK(result.text == "a \uFFFD\uFFFD \uFFFDb");
  CHECK(result.replaced == 3);
}

TEST_CASE("maximal subparts are replaced as the standard's own example has it") {
  const Repaired result = repair("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64");
  CHECK(result.text == "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
  CHECK(result.replaced == 6);
}

TEST_CASE("surrogates, overlong forms and values past the end are bad") {
  CHECK(repair("\xED\xA0\x80").replaced == 3);
  CHECK(repair("\xED\xBF\xBF").replaced == 3);
  CHECK(repair("\xC0\x80").replaced == 2);
  CHECK(repair("\xE0\x9F\xBF").replaced == 3);
  CHECK(repair("\xF0\x8F\xBF\xBF").replaced == 4);
  CHECK(repair("\xF4\x90\x80\x80").replaced == 4);
}

TEST_CASE("a replacement character of the text itself is no damage") {
  CHECK(is_valid("a\uFFFDb"));
  const Repaired result = repair("a\uFFFD\xFF");
  CHECK(result.text == "a\uFFFD\uFFFD");
  CHECK(result.replaced == 1);
}

TEST_CASE("a sequence cut by the end is one replacement and reads nothing behind") {
  const std::string text = "\xF0\x9F\x99\x8B";
  for (size_t length = 1; length < text.size(); ++length) {
    const std::vector<char> exact(text.begin(), text.begin() + static_cast<long>(length));
    const CodePoint step = next(exact.data(), exact.data() + exact.size());
    CHECK(step.value == kReplacement);
    CHECK(step.length == length);
  }
}

TEST_CASE("generated bytes decode as the slow decoder has it") {
  Generator random;
  for (int round = 0; round < 20000; ++round) {
    const std::string bytes = generated_bytes(random);
    const Repaired expected = slow_repair(bytes);
    const Repaired actual = repair(bytes);
    REQUIRE(actual.text == expected.text);
    REQUIRE(actual.replaced == expected.replaced);
    REQUIRE(is_valid(bytes) == (expected.replaced == 0));
    REQUIRE(decode(bytes) == decode(expected.text));
  }
}

TEST_CASE("code points and UTF-16 units are counted") {
  CHECK(count_code_points("") == 0);
  CHECK(count_code_points("a\u00E9\u4E2D\U0001F64B") == 4);
  CHECK(utf16_length("") == 0);
  CHECK(utf16_length("a\u00E9\u4E2D\U0001F64B") == 5);
}

TEST_CASE("a cursor gives the UTF-16 offset of each character in turn") {
  const std::string text = "a\u00E9\U0001F64B\u4E2Db";
  Utf16Cursor cursor(text);
  CHECK(cursor.at(0) == 0);
  CHECK(cursor.at(1) == 1);
  CHECK(cursor.at(3) == 2);
  CHECK(cursor.at(3) == 2);
  CHECK(cursor.at(7) == 4);
  CHECK(cursor.at(text.size()) == 6);
}

TEST_CASE("a prefix is measured in characters") {
  CHECK(prefix_bytes("aé中🟡", 0) == 0);
  CHECK(prefix_bytes("aé中🟡", 1) == 1);
  CHECK(prefix_bytes("aé中🟡", 3) == 6);
  CHECK(prefix_bytes("aé中🟡", 4) == 10);
  CHECK(prefix_bytes("aé中🟡", 5) == 10);
  CHECK(prefix_bytes("", 2) == 0);
}

}  // namespace
}  // namespace loci::utf8
