#pragma once

/// Stepping through the lines of a text. Every reader of Markdown shares this one idea of a line.

#include <cstddef>
#include <string_view>

namespace loci {

/// One line: `content` is what stands before its terminator, `whole` includes it. Both are views
/// into the text that was split.
struct Line {
  std::string_view content;
  std::string_view whole;
};

/// Cuts a text at `\n`, `\r\n` and `\r`, and at nothing else: U+2028, U+0085 or a form feed stay
/// inside a line. The pieces `whole` put together give the text back. A terminator at the very end
/// starts no further, empty line; an empty text has no lines.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// Stores the next line and says true, or says false at the end of the text.
  bool next(Line& line) {
    if (rest_.empty()) return false;
    const size_t length = rest_.find_first_of("\r\n");
    if (length == std::string_view::npos) return take(line, rest_.size(), 0);
    const bool pair = rest_.substr(length, 2) == "\r\n";
    return take(line, length, pair ? 2 : 1);
  }

 private:
  bool take(Line& line, size_t content, size_t terminator) {
    line = {rest_.substr(0, content), rest_.substr(0, content + terminator)};
    rest_.remove_prefix(content + terminator);
    return true;
  }

  std::string_view rest_;
};

/// Whether a line (without its terminator) holds nothing but spaces and tabs: what separates two
/// Markdown blocks.
inline bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

}  // namespace loci
