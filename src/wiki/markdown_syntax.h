#pragma once

/// What reader and writer of wiki/<category>.md share: which lines have a meaning, and how content
/// that looks like one of them is escaped. Each rule stands here once, so that the two cannot
/// disagree. MARKDOWN.md describes the format.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "text/fences.h"
#include "text/lines.h"

namespace loci::markdown {

/// Tells code from prose like FenceTracker, but for one rule: a fence that nothing closes is no
/// fence, and behind it to the end of the text all is prose. So a forgotten closing fence cannot
/// swallow the items after it.
class ClosedFences {
 public:
  /// Reads `text` once; it must outlive the object.
  explicit ClosedFences(std::string_view text);

  /// Whether a line is code: a fence or inside one. Takes the lines of `text` one after another.
  bool is_code(const Line& line) {
    return line.content.data() < prose_from_ && tracker_.feed(line.content);
  }

 private:
  FenceTracker tracker_;
  const char* prose_from_;  // the fence that nothing closes, or the end of the text
};

/// The text of an ATX heading with exactly `level` # at the very start of the line, followed by a
/// blank or nothing; without blanks around it and without closing #s; perhaps empty. nullopt for
/// any other line.
std::optional<std::string_view> heading_text(std::string_view line, size_t level);

/// The comments that carry what is no content: `<!-- wikimem: body -->` and `<!-- loci: body -->`.
enum class CommentKind { kNone, kWikimem, kLoci };

/// The kind of comment that a line begins, at its very start, whether it ends there or not.
CommentKind comment_kind(std::string_view line);

/// What stands between the colon and the `-->` that ends the line, without blanks around it.
/// nullopt when the line does not end so. Needs a line of a kind other than kNone.
std::optional<std::string_view> comment_body(std::string_view line);

/// Appends a line of prose as the file holds it: one backslash more before a heading of level 2, a
/// fence or a comment, behind at most three spaces and any number of backslashes.
void append_escaped(std::string& out, std::string_view line);

/// The inverse of append_escaped().
void append_unescaped(std::string& out, std::string_view line);

/// How the line ends of a content are kept, as the loci comment names it. Files hold \n alone.
enum class LineEnds {
  kLf,       // no \r anywhere; needs no word in the comment
  kCrLf,     // "crlf": every \n stands for \r\n
  kEscaped,  // "escaped": &#13; stands for \r, and &#38; for & before a #
};

LineEnds line_ends_of(std::string_view content);
std::string encode_line_ends(std::string_view content, LineEnds ends);
std::string decode_line_ends(std::string_view text, LineEnds ends);

/// `text` without spaces and tabs at both ends.
std::string_view trim_blanks(std::string_view text) noexcept;

/// `text` in double quotes, for a message; of a long one the beginning.
std::string in_quotes(std::string_view text);

}  // namespace loci::markdown
