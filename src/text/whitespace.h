#pragma once

#include <string>
#include <string_view>

namespace loci {

/// What Python's str.isspace() holds: the blanks, line ends and separators of Unicode, and
/// U+001C–001F. Zero-width characters are not among them.
bool is_whitespace(char32_t c) noexcept;

/// `text` (valid UTF-8) without the whitespace at both ends: a view into it, empty when there is
/// nothing else. Equals Python's str.strip().
std::string_view trim(std::string_view text) noexcept;

/// `text` (valid UTF-8) with one space for each run of whitespace inside it, and none at its ends.
std::string collapse_whitespace(std::string_view text);

/// U+0000–001F and U+007F–009F. Some of them are whitespace too.
bool is_control(char32_t c) noexcept;

}  // namespace loci
