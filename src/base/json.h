#pragma once

/// JSON texts in and out. Values are those of nlohmann_json, whose parser stands in one place
/// because each further use would be compiled again.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace loci {

/// The value of a JSON text, or a discarded one (`is_discarded()`) where it is none. Numbers past
/// 64 bits become doubles; of a key that comes twice the last counts. Needs no stack for nesting,
/// but what walks the value may: see json_depth() in base/metadata.h.
nlohmann::json parse_json(std::string_view text);

/// Whether a text is one JSON object.
bool is_json_object(std::string_view text);

/// Compact, keys sorted. Bytes that are no UTF-8 become U+FFFD.
std::string dump_json(const nlohmann::json& value);

}  // namespace loci
