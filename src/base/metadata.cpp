// Tested by tests/base/metadata_test.cpp.

#include "base/metadata.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace loci {

size_t json_depth(std::string_view json) {
  size_t depth = 0;
  size_t deepest = 0;
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      i += c == '\\' ? 1 : 0;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      depth -= depth > 0 ? 1 : 0;
    }
  }
  return deepest;
}

Result<std::string> normalize_metadata(std::string_view text) {
  if (json_depth(text) > kMaxMetadataDepth) {
    return invalid_argument(
        {"metadata: must nest at most ", kMaxMetadataDepth, " deep; flatten it"});
  }
  const nlohmann::json metadata = parse_json(text);
  if (!metadata.is_object()) {
    return invalid_argument("metadata: must be a JSON object, such as {\"page\": 3}");
  }
  std::string compact = dump_json(metadata);
  if (compact.size() > kMaxMetadataBytes) {
    return too_large("metadata", compact.size(), kMaxMetadataBytes, "move the text into content");
  }
  return compact;
}

}  // namespace loci
