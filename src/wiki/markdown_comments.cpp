// Tested by tests/wiki/markdown_reader_test.cpp.

#include "wiki/markdown_comments.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/concat.h"
#include "base/json.h"
#include "base/metadata.h"
#include "base/timestamp.h"
#include "wiki/item_rules.h"

namespace loci::markdown {
namespace {

using nlohmann::json;

/// Cuts `text` at its first `separator`: the part before is returned, `text` keeps the part behind.
std::string_view take_until(std::string_view& text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

void read_field(std::string_view field, Item& item, std::vector<std::string>& problems) {
  std::string_view value = field;
  const std::string_view key = trim_blanks(take_until(value, '='));
  value = trim_blanks(value);
  std::optional<std::string> text;
  if (!value.empty()) text = value;
  if (key == "owner") {
    item.owner = text;
  } else if (key == "source") {
    item.source_conv = text;
  } else if (key == "ts") {
    item.ts = value;
  } else {
    problems.push_back(concat(
        {"the wikimem comment has no field ", in_quotes(key), "; it knows owner, source and ts"}));
  }
}

bool read_text(const json& value, std::optional<std::string>& out) {
  const auto* const text = value.get_ptr<const json::string_t*>();
  if (text != nullptr) out = *text;
  return text != nullptr;
}

bool read_metadata(const json& value, Item& item) {
  if (!value.is_object()) return false;
  item.metadata = dump_json(value);
  return true;
}

bool read_sequence(const json& value, Item& item) {
  if (!value.is_object() || !value.contains("id") || !value.contains("position")) return false;
  std::optional<std::string> id;
  const json& position = value["position"];
  if (!read_text(value["id"], id) || id->empty() || !position.is_number_integer()) return false;
  Sequence sequence{*id, position.get<int64_t>()};
  if (sequence.position < 0 || sequence.position > kMaxSequencePosition) return false;
  item.sequence = sequence;
  return true;
}

bool read_line_ends(const json& value, LineEnds& ends) {
  std::optional<std::string> name;
  if (!read_text(value, name)) return false;
  if (*name == "crlf") return ends = LineEnds::kCrLf, true;
  if (*name == "escaped") return ends = LineEnds::kEscaped, true;
  return false;
}

bool read_member(const std::string& key, const json& value, Item& item, LineEnds& ends) {
  if (key == "metadata") return read_metadata(value, item);
  if (key == "sequence") return read_sequence(value, item);
  if (key == "owner") return read_text(value, item.owner);
  if (key == "source") return read_text(value, item.source_conv);
  return key == "lineEnds" && read_line_ends(value, ends);
}

}  // namespace

void read_wikimem_comment(std::string_view body, Item& item, std::vector<std::string>& problems) {
  while (!body.empty()) {
    const std::string_view field = trim_blanks(take_until(body, '|'));
    if (!field.empty()) read_field(field, item, problems);
  }
  auto ts = normalize_timestamp(item.ts);
  if (!ts.ok() && !item.ts.empty()) {
    problems.push_back(concat({"ts ", in_quotes(item.ts), " is left out: ", ts.error().message}));
  }
  item.ts = ts.ok() ? ts.value() : "";
}

bool read_loci_comment(std::string_view body, Item& item, LineEnds& ends,
                       std::vector<std::string>& problems) {
  // One level for the comment's own object.
  if (json_depth(body) > kMaxMetadataDepth + 1) return false;
  const json fields = parse_json(body);
  if (!fields.is_object()) return false;
  for (const auto& field : fields.items()) {
    if (read_member(field.key(), field.value(), item, ends)) continue;
    problems.push_back(concat({"the loci comment's field ", in_quotes(field.key()),
                               " is unknown or has a wrong value, and is left out"}));
  }
  return true;
}

}  // namespace loci::markdown
