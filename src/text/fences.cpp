// Fenced code blocks, one line at a time. Two numbers are all the state there is: the character and
// the length of the fence that is open, for only a fence of that character and at least that length
// closes it.
//
//   ```` c++        opens: ` × 4
//   ```             code: too short to close
//   ~~~~~           code: another character
//   `````           closes
//
// Tested by tests/text/fences_test.cpp.

#include "text/fences.h"

namespace loci {
namespace {

constexpr size_t kShortestFence = 3;
constexpr size_t kDeepestIndent = 3;

/// A run of fence characters at the start of a line, and what follows it.
struct Fence {
  char mark = 0;
  size_t length = 0;  // 0: the line starts with no fence
  std::string_view info;
};

Fence read_fence(std::string_view line) {
  const size_t indent = line.find_first_not_of(' ');
  if (indent == std::string_view::npos || indent > kDeepestIndent) return {};
  const char mark = line[indent];
  if (mark != '`' && mark != '~') return {};
  size_t end = line.find_first_not_of(mark, indent);
  if (end == std::string_view::npos) end = line.size();
  if (end - indent < kShortestFence) return {};
  return {mark, end - indent, line.substr(end)};
}

bool may_open(const Fence& fence) {
  const bool inline_code = fence.mark == '`' && fence.info.find('`') != std::string_view::npos;
  return fence.length > 0 && !inline_code;
}

}  // namespace

bool FenceTracker::feed(std::string_view line) {
  const Fence fence = read_fence(line);
  if (!inside()) {
    if (!may_open(fence)) return false;
    mark_ = fence.mark;
    length_ = fence.length;
    return true;
  }
  const bool bare = fence.info.find_first_not_of(" \t") == std::string_view::npos;
  if (fence.mark == mark_ && fence.length >= length_ && bare) length_ = 0;
  return true;
}

}  // namespace loci
