#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace loci {

/// A stretch of bytes, [start, end).
struct Span {
  size_t start;
  size_t end;
};

/// The code spans of one Markdown paragraph (CommonMark 0.31, section 6.1), backticks included,
/// ascending and apart: n backticks, closed by the next run of exactly n. A backtick behind a
/// backslash outside a span is none. Blocks are the caller's matter: `paragraph` should hold no
/// blank line. Takes linear time on any bytes.
std::vector<Span> find_code_spans(std::string_view paragraph);

}  // namespace loci
