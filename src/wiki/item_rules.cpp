// The rules of an item's fields.
//
// Tested by tests/wiki/item_rules_test.cpp.

#include "wiki/item_rules.h"

#include <algorithm>
#include <utility>

#include "base/metadata.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "text/whitespace.h"

namespace loci {
namespace {

bool is_category_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_category_character(char c) { return is_category_start(c) || c == '-'; }

/// The full-width twin of a character with a meaning in links or headings, or 0.
char32_t twin_of(char32_t c) {
  constexpr char32_t kFullWidth = 0xFEE0;  // from U+0021..007E to U+FF01..FF5E
  const bool structural = c == '[' || c == ']' || c == ':' || c == '|' || c == '#';
  return structural ? c + kFullWidth : 0;
}

/// What stands in a name instead of `c`: `c` itself when it is permitted.
char32_t permitted(char32_t c) {
  if (const char32_t twin = twin_of(c)) return twin;
  return is_control(c) && !is_whitespace(c) ? utf8::kReplacement : c;
}

/// Calls `visit` with each character of `text`.
template <typename Visit>
void for_each_character(std::string_view text, Visit visit) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const utf8::CodePoint character = utf8::next(at, end);
    visit(character.value);
    at += character.length;
  }
}

Status check_sequence(const Sequence& sequence) {
  if (sequence.id.empty()) {
    return invalid_argument("sequence.id: must not be empty; name the run that the item is one of");
  }
  if (sequence.position < 0 || sequence.position > kMaxSequencePosition) {
    return invalid_argument("sequence.position: must be an integer from 0 to 2^53 - 1");
  }
  return Ok{};
}

Status normalize_content(std::string& content) {
  const std::string_view trimmed = trim(content);
  if (trimmed.size() > kMaxContentBytes) {
    return too_large("content", trimmed.size(), kMaxContentBytes, "split it into several items");
  }
  if (trimmed.size() < content.size()) content = std::string(trimmed);
  return Ok{};
}

Status normalize_ts(std::string& ts) {
  if (ts.empty()) return Ok{};
  auto normalized = normalize_timestamp(ts);
  if (!normalized.ok()) return invalid_argument({"ts: ", normalized.error().message});
  ts = std::move(normalized.value());
  return Ok{};
}

}  // namespace

Status check_category(std::string_view category) {
  if (category.size() > kMaxCategoryBytes) {
    return too_large("category", category.size(), kMaxCategoryBytes, "choose a shorter one");
  }
  if (category.empty() || !is_category_start(category.front()) ||
      !std::all_of(category.begin(), category.end(), is_category_character)) {
    return invalid_argument(
        "category must be made of a-z, 0-9, _ and -, and not begin with -; "
        "use a short slug and keep other words in the name");
  }
  return Ok{};
}

Result<std::string> normalize_name(std::string_view name) {
  std::string normalized = collapse_whitespace(name);
  if (normalized.empty()) {
    return invalid_argument("name: must hold something other than white space");
  }
  bool forbidden = false;
  for_each_character(normalized, [&](char32_t c) { forbidden |= permitted(c) != c; });
  if (forbidden) {
    return invalid_argument(
        "name: must hold none of [ ] : | # nor control characters; "
        "leave them out or write the full-width ［ ］ ： ｜ ＃");
  }
  if (normalized.size() > kMaxNameBytes) {
    return too_large("name", normalized.size(), kMaxNameBytes, "move the text into content");
  }
  return normalized;
}

std::string with_permitted_characters(std::string_view name) {
  std::string out;
  for_each_character(name, [&](char32_t c) { utf8::append(out, permitted(c)); });
  return out;
}

Result<Item> normalize(Item item) {
  LOCI_TRY(check_category(item.category));
  LOCI_ASSIGN(name, normalize_name(item.name));
  item.name = std::move(name);
  LOCI_TRY(normalize_content(item.content));
  LOCI_TRY(normalize_ts(item.ts));
  if (item.metadata) {
    LOCI_ASSIGN(metadata, normalize_metadata(*item.metadata));
    item.metadata = std::move(metadata);
  }
  if (item.sequence) LOCI_TRY(check_sequence(*item.sequence));
  return item;
}

}  // namespace loci
