// Tested by tests/text/segmenter_test.cpp and tests/fuzz/segmenter_fuzz.cpp.

#include "text/segmenter/word_lines.h"

#include <algorithm>

namespace loci {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Takes the next field off the line; empty where there is none.
std::string_view take_field(std::string_view& line) {
  const char* start = std::find_if_not(line.begin(), line.end(), is_blank);
  const char* end = std::find_if(start, line.end(), is_blank);
  line = {end, static_cast<size_t>(line.end() - end)};
  return {start, static_cast<size_t>(end - start)};
}

std::optional<uint32_t> frequency_of(std::string_view digits) {
  if (digits.empty()) return std::nullopt;
  uint64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<uint64_t>(c - '0');
    if (value > WordLines::kMaxFrequency) return std::nullopt;
  }
  return static_cast<uint32_t>(value);
}

bool is_tag(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

WordLines::WordLines(std::string_view text, Kind kind) : rest_(text), kind_(kind) {
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
}

bool WordLines::next(WordLine& line) {
  while (!rest_.empty()) {
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view fields = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    line.word = take_field(fields);
    if (line.word.empty()) continue;
    const std::string_view second = take_field(fields);
    line.frequency = frequency_of(second);
    line.is_entry = line.frequency.has_value();
    if (kind_ == Kind::kDictionary) return true;
    if (line.frequency) take_field(fields);  // the tag
    line.is_entry = (line.is_entry || is_tag(second)) && take_field(fields).empty();
    return true;
  }
  return false;
}

}  // namespace loci
