#pragma once

/// Which rooms of which wings there are, and how they are shown: a wing by the spelling that was
/// filed first among its places, a room by that of all places of its name, in whatever wing.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace loci {

/// A picture of the moment: it follows no write.
class Places {
 public:
  static Result<Places> load(Store& store);

  /// By id. `wing` and `room` are as they are shown.
  const std::vector<Place>& all() const { return places_; }

  /// nullptr where there is none. Logarithmic time.
  const Place* find(int64_t id) const;

  /// A place of this wing or room, by name_key(); nullptr where none has the key.
  const Place* with_wing(std::string_view wing_key) const;
  const Place* with_room(std::string_view room_key) const;

 private:
  std::vector<Place> places_;
};

}  // namespace loci
