// Tested by tests/text/short_text_test.cpp.

#include "text/short_text.h"

#include "base/utf8.h"
#include "text/whitespace.h"

namespace loci {

bool holds_control(std::string_view text) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const utf8::CodePoint character = utf8::next(at, end);
    if (is_control(character.value)) return true;
    at += character.length;
  }
  return false;
}

Status check_short_text(std::string_view field, std::string_view text, size_t limit) {
  if (trim(text).empty()) {
    return invalid_argument({field, ": must hold something other than white space"});
  }
  if (holds_control(text)) {
    return invalid_argument({field, ": must hold no control characters"});
  }
  if (text.size() > limit) return too_large(field, text.size(), limit, "choose a shorter one");
  return Ok{};
}

}  // namespace loci
