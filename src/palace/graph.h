#pragma once

/// The graph of rooms: one room is next to another when they stand in a wing together. The room
/// with the key `general` is none of it, since it stands everywhere and joins nothing.

#include <cstdint>
#include <string_view>
#include <vector>

#include "palace/filing.h"
#include "palace/structure.h"

namespace loci {

/// Which rooms are counted.
enum class RoomsOf { kPalace, kGraph };

/// The rooms of the wing with a number, or of all, in order of first filing there. Of each: the
/// drawers in that wing, or in all; all wings; halls and newest day as far as `filing` has them.
inline constexpr uint32_t kAllWings = UINT32_MAX;
std::vector<RoomSummary> rooms_of(const Filing& filing, RoomsOf which, uint32_t wing = kAllWings);

class Graph {
 public:
  explicit Graph(const Filing& filing);

  /// In order of first filing.
  std::vector<RoomSummary> rooms;

  /// The numbers of wings by room, and rooms by number of wing, as places in `rooms`, rising.
  std::vector<std::vector<uint32_t>> wings_of;
  std::vector<std::vector<uint32_t>> rooms_in;

  /// The room of this key, or how many there are.
  uint32_t find(std::string_view key) const;

  /// Rooms within `max_hops` of `start`, which is first, with `hop` and `connected_via`: breadth
  /// first, from each room those that it shares a wing with, in order of first filing. Takes time
  /// linear in rooms and the wings that they stand in, but for sorting.
  std::vector<uint32_t> walk(uint32_t start, int max_hops);

 private:
  void open_wings(uint32_t room, std::vector<bool>& opened, std::vector<uint32_t>& found);
};

}  // namespace loci
