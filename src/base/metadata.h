#pragma once

/// JSON that callers keep beside a text: what it may be, whatever it is kept with.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci {

inline constexpr size_t kMaxMetadataBytes = size_t{1} << 20;
/// Arrays and objects inside each other; what writes JSON may recurse, and a stack is 64 KB.
inline constexpr size_t kMaxMetadataDepth = 64;

/// The stored form of a JSON object given as text: compact, keys sorted, so that equal objects are
/// equal texts. `invalid_argument` when `json` is no JSON object or nests deeper than
/// kMaxMetadataDepth; `too_large` when the result exceeds kMaxMetadataBytes.
Result<std::string> normalize_metadata(std::string_view json);

/// How deep arrays and objects nest in a JSON text, strings aside: 0 for `5`, 2 for `{"a":[]}`.
/// Needs no valid JSON and no stack, so it can stand guard before a parser that recurses.
size_t json_depth(std::string_view json);

}  // namespace loci
