#pragma once

/// Which rooms of which wings there are, and how they are shown: a wing by the spelling that was
/// filed first among its places, a room by that of all places of its name, in whatever wing.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace loci {

/// A place with `wing` and `room` as they are shown. Places of one wing, and of one room, have one
/// number: below wing_count() and room_count(), in no order.
struct ShownPlace : Place {
  uint32_t wing_number = 0;
  uint32_t room_number = 0;
};

/// A picture of the moment: it follows no write.
class Places {
 public:
  static Result<Places> load(Store& store);

  /// By id.
  const std::vector<ShownPlace>& all() const { return places_; }
  size_t wing_count() const { return wings_.size(); }
  size_t room_count() const { return rooms_.size(); }
  /// The wing of a number, as it is shown.
  const std::string& wing(uint32_t number) const { return places_[wings_[number]].wing; }

  /// nullptr where there is none. Logarithmic time.
  const ShownPlace* find(int64_t id) const;

  /// The oldest place of this wing or room, by name_key(); nullptr where none has the key.
  const ShownPlace* with_wing(std::string_view wing_key) const;
  const ShownPlace* with_room(std::string_view room_key) const;

 private:
  std::vector<ShownPlace> places_;
  std::vector<uint32_t> wings_;  // by number: the oldest place, by its place in `places_`
  std::vector<uint32_t> rooms_;
};

}  // namespace loci
