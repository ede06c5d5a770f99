// Tested by tests/retrieve/sequences_test.cpp.

#include "retrieve/sequences.h"

#include <limits>

#include "base/content_hash.h"

namespace loci {
namespace {

constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();

/// Looks along a sequence, and not without end.
class Look {
 public:
  Look(const OrderedKeys& by_place, int64_t sequence, Sequences::Accepts accepts)
      : by_place_(by_place), sequence_(sequence), accepts_(accepts) {}

  /// Whether fewer than kSharers that are accepted stand at `position` before `document`.
  bool takes_part(int64_t position, int64_t document) const {
    size_t sharers = 0;
    auto cursor = by_place_.lower_bound({sequence_, position, document});
    for (size_t looked = 0; looked < Sequences::kReach; ++looked) {
      cursor.retreat();
      const OrderedKey* key = here(cursor);
      if (key == nullptr || key->second != position) return true;
      sharers += accepts(key->third);
      if (sharers == Sequences::kSharers) return false;
    }
    return false;
  }

  /// The nearest position below `position` at which a document is accepted.
  std::optional<int64_t> below(int64_t position) const {
    auto cursor = by_place_.lower_bound({sequence_, position, kLowest});
    for (size_t looked = 0; looked < Sequences::kReach; ++looked) {
      cursor.retreat();
      const OrderedKey* key = here(cursor);
      if (key == nullptr) break;
      if (accepts(key->third)) return key->second;
    }
    return std::nullopt;
  }

  /// Shows what is accepted at the nearest position where anything is, from `position` on; which
  /// that is.
  std::optional<int64_t> show_from(int64_t position, size_t steps, Sequences::Visit visit) const {
    std::optional<int64_t> found;
    size_t shown = 0;
    auto cursor = by_place_.lower_bound({sequence_, position, kLowest});
    for (size_t looked = 0; looked < Sequences::kReach; ++looked, cursor.advance()) {
      const OrderedKey* key = here(cursor);
      if (key == nullptr || (found && key->second != *found)) break;
      if (!accepts(key->third)) continue;
      found = key->second;
      visit(key->third, steps);
      if (++shown == Sequences::kSharers) break;
    }
    return found;
  }

 private:
  const OrderedKey* here(const OrderedKeys::Cursor& cursor) const {
    const OrderedKey* key = cursor.key();
    return key != nullptr && key->first == sequence_ ? key : nullptr;
  }
  bool accepts(int64_t document) const { return !accepts_ || accepts_(document); }

  const OrderedKeys& by_place_;
  int64_t sequence_;
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
  by_place_.insert({place.sequence, place.position, document});
}

void Sequences::remove(int64_t document) {
  const auto place = place_of(document);
  if (!place) return;
  by_document_.erase({document, place->sequence, place->position});
  by_place_.erase({place->sequence, place->position, document});
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

void Sequences::each_neighbour(int64_t document, const SequencePlace& place, Accepts accepts,
                               Visit visit) const {
  const Look look(by_place_, place.sequence, accepts);
  if (!look.takes_part(place.position, document)) return;
  std::optional<int64_t> at = place.position;
  for (size_t steps = 1; steps <= kSteps && at; ++steps) {
    at = look.below(*at);
    if (at) look.show_from(*at, steps, visit);
  }
  at = place.position;
  for (size_t steps = 1; steps <= kSteps && at; ++steps) {
    if (*at == kHighest) return;  // as a store that is damaged may say
    at = look.show_from(*at + 1, steps, visit);
  }
}

void Sequences::compact() {
  by_document_.compact();
  by_place_.compact();
}

}  // namespace loci
