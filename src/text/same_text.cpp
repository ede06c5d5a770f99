// Both functions read a text line by line without copying it. A line counts without its end, and
// what stands behind the last line that holds anything is never looked at:
//
//   "a \r\nb\n\n"   and   "a\nb"   are both the lines "a", "b"
//
// Tested by tests/text/same_text_test.cpp.

#include "text/same_text.h"

#include "base/content_hash.h"
#include "text/lines.h"

namespace loci {
namespace {

std::string_view without_trailing(std::string_view text, const char* characters) {
  return text.substr(0, text.find_last_not_of(characters) + 1);
}

std::string_view without_trailing_lines(std::string_view text) {
  return without_trailing(text, " \t\r\n");
}

std::string_view compared(const Line& line) { return without_trailing(line.content, " \t"); }

}  // namespace

uint64_t same_text_hash(std::string_view text, Profile profile) {
  if (profile == Profile::kReference) return stable_hash(text);
  uint64_t hash = kEmptyHash;
  LineReader lines(without_trailing_lines(text));
  for (Line line; lines.next(line);) hash = stable_hash("\n", stable_hash(compared(line), hash));
  return hash;
}

bool same_text(std::string_view a, std::string_view b, Profile profile) {
  if (profile == Profile::kReference) return a == b;
  LineReader lines_a(without_trailing_lines(a));
  LineReader lines_b(without_trailing_lines(b));
  for (Line line_a, line_b;;) {
    const bool more = lines_a.next(line_a);
    if (more != lines_b.next(line_b)) return false;
    if (!more) return true;
    if (compared(line_a) != compared(line_b)) return false;
  }
}

}  // namespace loci
