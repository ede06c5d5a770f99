// Linear probing. A removed entry leaves no mark: those behind it that may stand nearer to their
// home move up (Knuth, The Art of Computer Programming 6.4, algorithm R).
//
// Tested by tests/index/vector_row_table_test.cpp, against a std::map.

#include "index/vector_row_table.h"

#include <algorithm>
#include <utility>

namespace loci {
namespace {

constexpr size_t kFewestPlaces = 16;

// At most two of three places are taken.
bool too_full(size_t count, size_t places) { return 3 * count > 2 * places; }

}  // namespace

size_t VectorRowTable::home_of(int64_t id) const {
  const uint64_t mixed = static_cast<uint64_t>(id) * 0x9e3779b97f4a7c15u;
  return static_cast<size_t>(mixed >> 32) & (size_ - 1);
}

// The place of `id`, or the free one where it would stand. Not of a table without places.
size_t VectorRowTable::place_of(int64_t id, IdOf id_of) const {
  size_t place = home_of(id);
  while (places_[place] != kNone && id_of(places_[place]) != id) place = next(place);
  return place;
}

uint32_t VectorRowTable::find(int64_t id, IdOf id_of) const {
  return size_ == 0 ? kNone : places_[place_of(id, id_of)];
}

void VectorRowTable::put(uint32_t row, IdOf id_of) { places_[place_of(id_of(row), id_of)] = row; }

void VectorRowTable::insert(uint32_t row, IdOf id_of) {
  if (too_full(count_ + 1, size_)) rehash(std::max(kFewestPlaces, 2 * size_), id_of);
  put(row, id_of);
  ++count_;
}

void VectorRowTable::erase(int64_t id, IdOf id_of) {
  size_t hole = place_of(id, id_of);
  places_[hole] = kNone;
  --count_;
  const size_t mask = size_ - 1;
  for (size_t place = next(hole); places_[place] != kNone; place = next(place)) {
    const size_t home = home_of(id_of(places_[place]));
    if (((place - home) & mask) < ((place - hole) & mask)) continue;  // it stands behind the hole
    places_[hole] = std::exchange(places_[place], kNone);
    hole = place;
  }
}

void VectorRowTable::move(int64_t id, uint32_t row, IdOf id_of) {
  places_[place_of(id, id_of)] = row;
}

void VectorRowTable::rehash(size_t size, IdOf id_of) {
  const size_t old_size = std::exchange(size_, size);
  const auto old = std::exchange(places_, std::make_unique_for_overwrite<uint32_t[]>(size));
  std::fill_n(places_.get(), size, kNone);
  for (size_t i = 0; i < old_size; ++i) {
    if (old[i] != kNone) put(old[i], id_of);
  }
}

void VectorRowTable::compact(IdOf id_of) {
  size_t size = kFewestPlaces;
  while (too_full(count_, size)) size *= 2;
  if (size < size_) rehash(size, id_of);
}

}  // namespace loci
