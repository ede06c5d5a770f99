// Tested by tests/evidence/chapter_test.cpp.

#include "evidence/chapter.h"

#include <algorithm>

namespace loci {
namespace {

// How many digits a text ends with.
size_t trailing_digits(std::string_view text) {
  const auto last =
      std::find_if(text.rbegin(), text.rend(), [](char c) { return c < '0' || c > '9'; });
  return static_cast<size_t>(last - text.rbegin());
}

// Cuts `mark` and one digit or more off the end of a text. False where it does not end so.
bool cut_numbered(std::string_view mark, std::string_view& text) {
  const size_t digits = trailing_digits(text);
  const std::string_view rest = text.substr(0, text.size() - digits);
  if (digits == 0 || !rest.ends_with(mark)) return false;
  text = rest.substr(0, rest.size() - mark.size());
  return true;
}

}  // namespace

std::optional<Position> position_of(std::string_view id) {
  std::string_view prefix = id;
  if (!cut_numbered("_e", prefix) || !cut_numbered("_ch", prefix) || prefix.empty()) {
    return std::nullopt;
  }
  const size_t series = id.size() - trailing_digits(id);
  const size_t number = std::min(id.find_first_not_of('0', series), id.size());
  return Position{id.substr(0, series), id.substr(number)};
}

bool is_below(std::string_view number, std::string_view other) {
  if (number.size() != other.size()) return number.size() < other.size();
  return number < other;
}

}  // namespace loci
