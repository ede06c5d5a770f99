#pragma once

#include <cstddef>
#include <string_view>

namespace loci {

/// Tells which lines of a Markdown text belong to a fenced code block (CommonMark 0.31, section
/// 4.5): a line of at least three ` or ~ after at most three spaces opens one, with an info string
/// that holds no ` when the fence is made of them; a line of at least as many of the same
/// character, after at most three spaces and with nothing but blanks behind it, closes it. A fence
/// that nothing closes runs to the end of the text.
///
/// Containers are not followed: a fence that shares its line with a list marker or a `>` is not
/// seen.
class FenceTracker {
 public:
  /// Takes the next line, without its terminator. True when the line is code: the line that opens a
  /// fence, one inside, or the one that closes it.
  bool feed(std::string_view line);

  /// True after a line that opened a fence, until the line that closes it.
  bool inside() const { return length_ > 0; }

 private:
  char mark_ = 0;
  size_t length_ = 0;  // of the opening fence; 0 outside of one
};

}  // namespace loci
