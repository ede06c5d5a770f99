// Tested by tests/palace/places_test.cpp.

#include "palace/places.h"

#include <algorithm>
#include <numeric>

#include "base/sort.h"

namespace loci {
namespace {

using Shown = std::vector<ShownPlace>;

/// The parts of a place that tell of its wing, or of its room.
struct Naming {
  std::string Place::* name;
  std::string Place::* key;
  uint32_t ShownPlace::* number;
};
constexpr Naming kWing{&Place::wing, &Place::wing_key, &ShownPlace::wing_number};
constexpr Naming kRoom{&Place::room, &Place::room_key, &ShownPlace::room_number};

/// Numbers the names in order of their keys, and shows each as the oldest place spells it; that of
/// each number.
std::vector<uint32_t> name_alike(Shown& places, const Naming& naming) {
  std::vector<uint32_t> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  heap_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const int by_key = (places[a].*naming.key).compare(places[b].*naming.key);
    return by_key != 0 ? by_key < 0 : a < b;
  });
  std::vector<uint32_t> oldest;
  for (const uint32_t at : order) {
    if (oldest.empty() || places[oldest.back()].*naming.key != places[at].*naming.key) {
      oldest.push_back(at);
    }
    places[at].*naming.number = static_cast<uint32_t>(oldest.size()) - 1;
    if (at != oldest.back()) places[at].*naming.name = places[oldest.back()].*naming.name;
  }
  return oldest;
}

const ShownPlace* with_key(const Shown& places, const std::vector<uint32_t>& oldest,
                           const Naming& naming, std::string_view key) {
  const auto found = std::lower_bound(
      oldest.begin(), oldest.end(), key,
      [&](uint32_t at, std::string_view key) { return places[at].*naming.key < key; });
  const bool known = found != oldest.end() && places[*found].*naming.key == key;
  return known ? &places[*found] : nullptr;
}

}  // namespace

Result<Places> Places::load(Store& store) {
  LOCI_ASSIGN(rows, store.places().all());
  Places places;
  places.places_ = Shown(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    static_cast<Place&>(places.places_[i]) = std::move(rows[i]);
  }
  places.wings_ = name_alike(places.places_, kWing);
  places.rooms_ = name_alike(places.places_, kRoom);
  return places;
}

const ShownPlace* Places::find(int64_t id) const {
  const auto found =
      std::lower_bound(places_.begin(), places_.end(), id,
                       [](const ShownPlace& place, int64_t id) { return place.id < id; });
  return found != places_.end() && found->id == id ? &*found : nullptr;
}

const ShownPlace* Places::with_wing(std::string_view wing_key) const {
  return with_key(places_, wings_, kWing, wing_key);
}

const ShownPlace* Places::with_room(std::string_view room_key) const {
  return with_key(places_, rooms_, kRoom, room_key);
}

}  // namespace loci
