#pragma once

#include <string>

namespace loci {

/// A room of a wing, as a caller names it, or as it is shown. See text/name_key.h for what is the
/// same name.
struct PlaceName {
  std::string wing;
  std::string room;
};

}  // namespace loci
