#pragma once

/// What is filed where: the places that hold drawers, from which wings, rooms and the graph are
/// counted.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "palace/places.h"
#include "store/store.h"

namespace loci {

/// A place that holds drawers.
struct FiledPlace {
  const ShownPlace* place = nullptr;
  int64_t drawers = 0;
  int64_t first = 0;               // the lowest id of a drawer
  std::vector<std::string> halls;  // each once, where they are asked for
  std::string newest;              // the day of the newest authored_at, too; empty: none has one
};

struct Filing {
  /// Reads an index of the drawers, and none of them. Error: `store_damaged` where drawers stand in
  /// a place that is not there.
  static Result<Filing> load(Store& store, DrawerTable::Facts facts);

  Places places;
  std::vector<FiledPlace> filed;  // by id of the place
  std::vector<uint32_t> order;    // that of first filing, as places in `filed`
  std::vector<uint32_t> wings;    // numbers of wings that hold drawers, in order of first filing
};

}  // namespace loci
