// Code spans in linear time. The obvious way, searching from each run of backticks for the next of
// the same length, is quadratic on `, ``, ```, … that nothing closes. So all runs are listed first,
// each knowing the next one of its length, and a cursor a length remembers how far the search for
// it has come: openers come in ascending order, so no run is passed twice.
//
//   a `b ``c` d``     runs 1 2 1 2; the first run is closed by the third, the second lies inside
//
// A backslash takes the first backtick of a run away, so that an opener may be one shorter than its
// run; as closers runs count whole.
//
// Tested by tests/text/links_test.cpp, against the search written out.

#include "text/code_spans.h"

#include <algorithm>
#include <cstdint>

namespace loci {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

/// The runs of backticks of a paragraph.
class Backticks {
 public:
  explicit Backticks(std::string_view text) {
    size_t longest = 0;
    for (size_t at = text.find('`'); at != text.npos; at = text.find('`', at)) {
      const size_t end = std::min(text.find_first_not_of('`', at), text.size());
      runs_.push_back({at, end, kNone});
      longest = std::max(longest, end - at);
      at = end;
    }
    link_by_length(longest);
  }

  /// The end of the first run of exactly `length` that starts at or after `at`, 0 when there is
  /// none. `at` must not fall from call to call.
  size_t closer(size_t length, size_t at) {
    if (length >= cursors_.size()) return 0;
    uint32_t& cursor = cursors_[length];
    while (cursor != kNone && runs_[cursor].start < at) cursor = runs_[cursor].next;
    return cursor == kNone ? 0 : runs_[cursor].end;
  }

 private:
  struct Run {
    size_t start;
    size_t end;
    uint32_t next;  // run of the same length
  };

  void link_by_length(size_t longest) {
    cursors_.assign(longest + 1, kNone);
    for (size_t i = runs_.size(); i-- > 0;) {
      uint32_t& head = cursors_[runs_[i].end - runs_[i].start];
      runs_[i].next = head;
      head = static_cast<uint32_t>(i);
    }
  }

  std::vector<Run> runs_;
  std::vector<uint32_t> cursors_;  // by length: the first run that may still close
};

}  // namespace

std::vector<Span> find_code_spans(std::string_view paragraph) {
  std::vector<Span> spans;
  Backticks backticks(paragraph);
  for (size_t at = 0; (at = paragraph.find_first_of("`\\", at)) != paragraph.npos;) {
    if (paragraph[at] == '\\') {
      at += 2;
      continue;
    }
    const size_t open = std::min(paragraph.find_first_not_of('`', at), paragraph.size());
    const size_t end = backticks.closer(open - at, open);
    if (end != 0) spans.push_back({at, end});
    at = end != 0 ? end : open;
  }
  return spans;
}

}  // namespace loci
