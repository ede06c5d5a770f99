#pragma once

/// Reads one run of letters and digits with its joiners, and cuts it into words, an identifier and
/// the parts of camel case.

#include <cstddef>
#include <string_view>

#include "text/token.h"

namespace loci {

/// Reads the run that begins at `at`, a letter or digit of a script with spaces, and appends its
/// tokens. `lower` is where TokenBuffer::terms holds the text with its ASCII in lower case. Returns
/// where to read on: past the run's marks, or at the character that ended it.
size_t scan_word_run(std::string_view text, size_t at, size_t lower, TokenBuffer& out);

}  // namespace loci
