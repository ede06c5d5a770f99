#pragma once

/// What is filed where: the places that hold drawers, in order of first filing, from which wings,
/// rooms and the graph are counted.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "palace/places.h"
#include "store/store.h"

namespace loci {

/// A place that holds drawers.
struct FiledPlace {
  uint32_t wing = 0;  // their numbers in Places
  uint32_t room = 0;
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
  std::vector<FiledPlace> filed;
};

}  // namespace loci
