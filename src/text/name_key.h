#pragma once

#include <string>
#include <string_view>

namespace loci {

/// What names of wings and rooms are compared by: the name (valid UTF-8) trimmed, without case,
/// with one `_` for each run of white space, hyphens and underscores. `my-wing` = `My  Wing`;
/// `mywing` is another. Spellings that Unicode holds for the same characters, composed or not, full
/// width or not, have one key; accents stay, and so do numbers and symbols as they are: `Café` =
/// `CAFÉ`, not `cafe`; `m²` is not `m2`. Characters that change a word's looks alone (joiners, soft
/// hyphens) are left out. The key of a key is that key. Empty for a name of nothing else.
std::string name_key(std::string_view name);

}  // namespace loci
