#pragma once

/// Texts that things are known by, such as ids and names.

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace loci {

/// Whether a control character, as of is_control(), is in `text` (valid UTF-8).
bool holds_control(std::string_view text);

/// Fails unless `text`, which `field` names in messages, has 1 to `limit` bytes, no control
/// character and something other than white space: `invalid_argument`, or `too_large`.
Status check_short_text(std::string_view field, std::string_view text, size_t limit);

}  // namespace loci
