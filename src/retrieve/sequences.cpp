// Tested by tests/retrieve/sequences_test.cpp.

#include "retrieve/sequences.h"

#include <limits>

#include "base/content_hash.h"

namespace loci {
namespace {

constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();

OrderedKey key_at(const SequencePlace& place, int64_t document) {
  return {place.sequence, place.position, document};
}

/// One look for neighbours, which ends when it has looked far enough.
class Look {
 public:
  Look(const OrderedKeys& by_place, const SequencePlace& from, Sequences::Accepts accepts)
      : by_place_(by_place), from_(from), accepts_(accepts) {}

  /// Whether fewer than kSharers that are accepted stand at `from` before `document`.
  bool takes_part(int64_t document) const {
    size_t sharers = 0;
    auto cursor = by_place_.lower_bound(key_at(from_, document));
    for (size_t looked = 0; looked < Sequences::kReach; ++looked) {
      cursor.retreat();
      const OrderedKey* key = cursor.key();
      if (key == nullptr || place_of(*key) != from_) return true;
      sharers += accepts(key->third);
      if (sharers == Sequences::kSharers) return false;
    }
    return false;
  }

  /// Where the nearest lower position begins at which a document is accepted.
  std::optional<OrderedKey> lower() const {
    auto cursor = by_place_.lower_bound(key_at(from_, kLowest));
    for (size_t looked = 0; looked < Sequences::kReach; ++looked) {
      cursor.retreat();
      const OrderedKey* key = cursor.key();
      if (key == nullptr || key->first != from_.sequence) break;
      if (accepts(key->third)) return key_at(place_of(*key), kLowest);
    }
    return std::nullopt;
  }

  /// Shows what is accepted at the first position from `begin` on where anything is.
  void show(const OrderedKey& begin, Sequences::Visit visit) const {
    std::optional<int64_t> position;
    size_t shown = 0;
    auto cursor = by_place_.lower_bound(begin);
    for (size_t looked = 0; looked < Sequences::kReach; ++looked, cursor.advance()) {
      const OrderedKey* key = cursor.key();
      if (key == nullptr || key->first != from_.sequence) return;
      if (position && key->second != *position) return;
      if (!accepts(key->third)) continue;
      position = key->second;
      visit(key->third);
      if (++shown == Sequences::kSharers) return;
    }
  }

 private:
  static SequencePlace place_of(const OrderedKey& key) { return {key.first, key.second}; }
  bool accepts(int64_t document) const { return !accepts_ || accepts_(document); }

  const OrderedKeys& by_place_;
  SequencePlace from_;
  Sequences::Accepts accepts_;
};

}  // namespace

// Two names of one hash would pass for one sequence, and lend to each other a little. Nobody gets
// more by that than by writing to the sequence itself.
int64_t Sequences::number_of(std::string_view name) {
  return static_cast<int64_t>(stable_hash(name));
}

void Sequences::add(int64_t document, const SequencePlace& place) {
  by_document_.insert({document, place.sequence, place.position});
  by_place_.insert(key_at(place, document));
}

void Sequences::remove(int64_t document) {
  const auto place = place_of(document);
  if (!place) return;
  by_document_.erase({document, place->sequence, place->position});
  by_place_.erase(key_at(*place, document));
}

void Sequences::clear() {
  by_document_.clear();
  by_place_.clear();
}

std::optional<SequencePlace> Sequences::place_of(int64_t document) const {
  const OrderedKey* key = by_document_.lower_bound({document, kLowest, kLowest}).key();
  if (key == nullptr || key->first != document) return std::nullopt;
  return SequencePlace{key->second, key->third};
}

void Sequences::each_neighbour(int64_t document, Accepts accepts, Visit visit) const {
  const auto from = place_of(document);
  if (!from) return;
  const Look look(by_place_, *from, accepts);
  if (!look.takes_part(document)) return;
  if (const auto lower = look.lower()) look.show(*lower, visit);
  look.show({from->sequence, from->position + 1, kLowest}, visit);
}

void Sequences::compact() {
  by_document_.compact();
  by_place_.compact();
}

}  // namespace loci
