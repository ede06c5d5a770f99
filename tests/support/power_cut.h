#pragma once

/// What a power cut can leave of a disk.
///
/// A medium promises only what it confirmed: at the moment of the cut each write and truncation
/// since the last flush of its file may have reached the disk, or not, or, for a write, in some of
/// its sectors of 512 bytes only. Writes that did reach it keep their order.

#include <cstdint>
#include <random>
#include <vector>

#include "support/fault_host.h"

namespace loci::test {

/// How much of one unconfirmed event reached the disk: bit i for the i-th sector that a write
/// touches, bit 0 for a truncation.
using SectorMask = uint64_t;
inline constexpr SectorMask kLost = 0;
inline constexpr SectorMask kKept = ~SectorMask{0};

/// The disk at one moment of a recorded run.
class PowerCut {
 public:
  explicit PowerCut(const std::vector<DiskEvent>& events) : events_(events) {}

  /// Lets the next event happen. False at the end.
  bool advance();

  /// Events that have happened.
  size_t position() const { return position_; }

  /// Those of them that may be lost, oldest first.
  size_t unconfirmed_count() const { return unconfirmed_.size(); }

  /// Sectors that the i-th unconfirmed event touches; 1 for a truncation.
  int sectors(size_t i) const;

  /// The disk that a cut at this moment leaves, when of the i-th unconfirmed event `masks[i]`
  /// reached it.
  DiskFiles leave(const std::vector<SectorMask>& masks) const;

 private:
  const std::vector<DiskEvent>& events_;
  size_t position_ = 0;
  DiskFiles confirmed_;
  std::vector<const DiskEvent*> unconfirmed_;
};

/// Calls visit(files) for the disks that a cut at this moment can leave: with everything kept, with
/// everything lost, and with each single event and each pair of events lost or torn. A single write
/// is torn at every sector, from either side; in a pair, one of them at a random sector.
template <typename Visit>
void for_each_loss(const PowerCut& cut, std::mt19937_64& random, Visit visit) {
  const size_t count = cut.unconfirmed_count();
  std::vector<SectorMask> masks(count, kKept);
  visit(cut.leave(masks));
  visit(cut.leave(std::vector<SectorMask>(count, kLost)));
  const auto torn = [&](size_t i) {
    const SectorMask first = (SectorMask{1} << random() % cut.sectors(i)) - 1;
    return random() % 2 == 0 ? first : ~first;
  };
  for (size_t i = 0; i < count; ++i) {
    for (int sector = 0; sector < cut.sectors(i); ++sector) {
      const SectorMask first = (SectorMask{1} << sector) - 1;
      for (SectorMask mask : {first, ~first}) {
        masks[i] = mask;
        visit(cut.leave(masks));
      }
    }
    for (size_t j = 0; j < i; ++j) {
      for (const auto& [a, b] : {std::pair{kLost, kLost}, std::pair{kLost, torn(j)},
                                 std::pair{torn(i), kLost}, std::pair{torn(i), torn(j)}}) {
        masks[i] = a;
        masks[j] = b;
        visit(cut.leave(masks));
      }
      masks[j] = kKept;
    }
    masks[i] = kKept;
  }
}

/// A random disk that a cut at this moment can leave: of each unconfirmed event, a third is lost, a
/// third kept, a third in random sectors.
inline DiskFiles random_loss(const PowerCut& cut, std::mt19937_64& random) {
  std::vector<SectorMask> masks(cut.unconfirmed_count());
  for (SectorMask& mask : masks) {
    const uint64_t fate = random() % 3;
    mask = fate == 0 ? kLost : fate == 1 ? kKept : random();
  }
  return cut.leave(masks);
}

}  // namespace loci::test
