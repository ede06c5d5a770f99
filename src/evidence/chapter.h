#pragma once

/// Records that are numbered by their ids: `<prefix>_ch<chapter>_e<number>`, such as
/// `war_and_peace_ch03_e0012`. Numbers may be of any length; leading zeros do not count.

#include <optional>
#include <string_view>

namespace loci {

struct Position {
  std::string_view series;  // all that stands before the number: views into the id
  std::string_view number;  // without leading zeros; empty: 0
};

/// None where the id has another form.
std::optional<Position> position_of(std::string_view id);

/// Whether one number is below another.
bool is_below(std::string_view number, std::string_view other);

}  // namespace loci
