#pragma once

/// What an item may be: one place for the rules of its fields, used by every way in (add, addMany,
/// Markdown import). Texts are valid UTF-8 already; the boundary repairs them.
///
/// White space is that of text/whitespace.h.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/item.h"

namespace loci {

inline constexpr size_t kMaxCategoryBytes = 512;
inline constexpr size_t kMaxNameBytes = 512;
inline constexpr size_t kMaxContentBytes = size_t{16} << 20;
/// The largest integer that JavaScript's numbers hold exactly, 2^53 - 1.
inline constexpr int64_t kMaxSequencePosition = (int64_t{1} << 53) - 1;

/// Fails unless `category` matches ^[a-z0-9_][a-z0-9_-]*$ (`invalid_argument`) and fits
/// kMaxCategoryBytes (`too_large`).
Status check_category(std::string_view category);

/// The stored form of a name: runs of white space become one space, those at the ends go.
/// `invalid_argument` when nothing is left, or one of [ ] : | # or a control character (U+0000–001F
/// and U+007F–009F, but for white space) is in it; `too_large` when the result exceeds
/// kMaxNameBytes.
Result<std::string> normalize_name(std::string_view name);

/// `name` with what normalize_name() forbids replaced, for texts that come from files: [ ] : | # by
/// their full-width twins ［ ］ ： ｜ ＃, a control character by U+FFFD.
std::string with_permitted_characters(std::string_view name);

/// Checks all fields of an item and gives it back in its stored form: name, metadata and ts
/// normalised, content trimmed of white space at both ends (it may be empty), owner and source_conv
/// as they are, id untouched. An empty `ts` stays empty: the caller puts in its "now". The first
/// field that breaks a rule is named in the error.
Result<Item> normalize(Item item);

}  // namespace loci
