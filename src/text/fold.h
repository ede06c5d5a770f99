#pragma once

#include <string>
#include <string_view>

namespace loci {

/// The spelling under which a name is found by people who type it otherwise: without case, width
/// and accents (`Müller` = `MULLER`, `ＡＢＣ` = `abc`). Two names that fold to the same bytes are
/// alike, not the same. `name` is valid UTF-8; what is no letter, mark or number stays as it is.
/// Not empty unless the name is.
std::string fold_name(std::string_view name);

}  // namespace loci
