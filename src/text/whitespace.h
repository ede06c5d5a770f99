#pragma once

#include <string_view>

namespace loci {

/// What Python's str.isspace() holds: the blanks, line ends and separators of Unicode, and
/// U+001C–001F. Zero-width characters are not among them.
bool is_whitespace(char32_t c);

/// `text` (valid UTF-8) without the whitespace at both ends: a view into it, empty when there is
/// nothing else. Equals Python's str.strip().
std::string_view trim(std::string_view text);

}  // namespace loci
