// The escapes, by example. Outside of closed code fences
//
//   content           file
//   ## editor         \## editor
//   \## editor        \\## editor
//   <!-- wikimem: …   \<!-- wikimem: …
//   ``` (unclosed)    \```
//
// Markdown itself reads these backslashes as escapes, so the file also looks right in any viewer.
// More is escaped than the reader takes for structure (it wants headings at the very start of a
// line): other readers may be laxer, and a superset costs nothing but a backslash.
//
// Tested by tests/wiki/markdown_test.cpp.

#include "wiki/markdown_syntax.h"

#include <algorithm>

namespace loci::markdown {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kCarriageReturn = "&#13;";
constexpr std::string_view kAmpersand = "&#38;";
constexpr size_t kDeepestIndent = 3;

bool opens_fence(std::string_view text) {
  const bool flush = text.starts_with('`') || text.starts_with('~');
  return flush && FenceTracker().feed(text);
}

bool is_structural(std::string_view text) {
  return heading_text(text, 2) || comment_kind(text) != CommentKind::kNone || opens_fence(text);
}

/// Where the backslashes of an escape stand, or would stand; npos in a line that needs none.
size_t escape_position(std::string_view line) {
  const size_t indent = line.find_first_not_of(' ');
  if (indent == std::string_view::npos || indent > kDeepestIndent) return std::string_view::npos;
  const size_t mark = line.find_first_not_of('\\', indent);
  const bool structural = mark != std::string_view::npos && is_structural(line.substr(mark));
  return structural ? indent : std::string_view::npos;
}

std::string_view skip_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

/// Replaces every `from` by `to`, left to right.
std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    (out += text.substr(0, at)) += to;
    text.remove_prefix(at + from.size());
  }
  return out += text;
}

std::string escape_carriage_returns(std::string_view content) {
  std::string out;
  for (size_t i = 0; i < content.size(); ++i) {
    if (content[i] == '\r') {
      out += kCarriageReturn;
    } else if (content.substr(i, 2) == "&#") {
      out += kAmpersand;
    } else {
      out += content[i];
    }
  }
  return out;
}

std::string unescape_carriage_returns(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const std::string_view entity = text.substr(i, kCarriageReturn.size());
    const bool known = entity == kCarriageReturn || entity == kAmpersand;
    out += entity == kCarriageReturn ? '\r' : text[i];
    i += known ? entity.size() : 1;
  }
  return out;
}

}  // namespace

ClosedFences::ClosedFences(std::string_view text) : prose_from_(text.data() + text.size()) {
  FenceTracker tracker;
  const char* opening = nullptr;
  LineReader lines(text);
  for (Line line; lines.next(line);) {
    const bool was_inside = tracker.inside();
    tracker.feed(line.content);
    if (!was_inside && tracker.inside()) opening = line.content.data();
  }
  if (tracker.inside()) prose_from_ = opening;
}

std::string_view trim_blanks(std::string_view text) noexcept {
  text = skip_blanks(text);
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string in_quotes(std::string_view text) {
  constexpr size_t kLongest = 120;
  if (text.size() <= kLongest) return '"' + std::string(text) + '"';
  size_t end = kLongest;
  const auto continues = [&](size_t at) { return (text[at] & 0xC0) == 0x80; };
  while (end > 0 && continues(end)) --end;
  return '"' + std::string(text.substr(0, end)) + "…\"";
}

std::optional<std::string_view> heading_text(std::string_view line, size_t level) {
  const size_t marks = std::min(line.find_first_not_of('#'), line.size());
  if (marks != level) return std::nullopt;
  line.remove_prefix(marks);
  if (!line.empty() && kBlanks.find(line.front()) == std::string_view::npos) return std::nullopt;
  const std::string_view text = trim_blanks(line);
  // Closing #s count only behind a blank: `C#` keeps its own.
  const size_t kept = text.find_last_not_of('#') + 1;
  const bool closing = kept == 0 || kBlanks.find(text[kept - 1]) != std::string_view::npos;
  return closing ? trim_blanks(text.substr(0, kept)) : text;
}

CommentKind comment_kind(std::string_view line) {
  if (!line.starts_with("<!--")) return CommentKind::kNone;
  const std::string_view word = skip_blanks(line.substr(4));
  if (word.starts_with("wikimem:")) return CommentKind::kWikimem;
  if (word.starts_with("loci:")) return CommentKind::kLoci;
  return CommentKind::kNone;
}

std::optional<std::string_view> comment_body(std::string_view line) {
  std::string_view body = trim_blanks(line.substr(line.find(':') + 1));
  if (!body.ends_with("-->")) return std::nullopt;
  body.remove_suffix(3);
  return trim_blanks(body);
}

void append_escaped(std::string& out, std::string_view line) {
  const size_t at = escape_position(line);
  if (at == std::string_view::npos) {
    out += line;
  } else {
    ((out += line.substr(0, at)) += '\\') += line.substr(at);
  }
}

void append_unescaped(std::string& out, std::string_view line) {
  const size_t at = escape_position(line);
  if (at == std::string_view::npos || line[at] != '\\') {
    out += line;
  } else {
    (out += line.substr(0, at)) += line.substr(at + 1);
  }
}

LineEnds line_ends_of(std::string_view content) {
  bool lone_feed = false;
  bool pair = false;
  for (size_t i = 0; i < content.size(); ++i) {
    if (content.substr(i, 2) == "\r\n") {
      pair = true;
      ++i;
    } else if (content[i] == '\r') {
      return LineEnds::kEscaped;
    } else if (content[i] == '\n') {
      lone_feed = true;
    }
  }
  if (!pair) return LineEnds::kLf;
  return lone_feed ? LineEnds::kEscaped : LineEnds::kCrLf;
}

std::string encode_line_ends(std::string_view content, LineEnds ends) {
  if (ends == LineEnds::kCrLf) return replace_all(content, "\r\n", "\n");
  if (ends == LineEnds::kEscaped) return escape_carriage_returns(content);
  return std::string(content);
}

std::string decode_line_ends(std::string_view text, LineEnds ends) {
  if (ends == LineEnds::kCrLf) return replace_all(text, "\n", "\r\n");
  if (ends == LineEnds::kEscaped) return unescape_carriage_returns(text);
  return std::string(text);
}

}  // namespace loci::markdown
