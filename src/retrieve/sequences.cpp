// Tested by tests/retrieve/sequences_test.cpp.

#include "retrieve/sequences.h"

#include <limits>

#include "base/content_hash.h"

namespace loci {
namespace {

constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();

/// Looks from a document along its sequence, each way once, and not without end. Mostly every
/// position has one document and every document is accepted: then a look is one search and a few
/// steps through memory.
class Look {
 public:
  Look(const OrderedKeys& by_place, const OrderedKey& from, Sequences::Accepts accepts,
       Sequences::Visit visit)
      : by_place_(by_place),
        from_(from),
        accepts_(accepts),
        visit_(visit),
        lower_(by_place.lower_bound(from)),
        higher_(lower_) {}

  /// Whether fewer than kSharers that are accepted share the position and have lower ids. Goes
  /// below the position.
  bool takes_part() {
    size_t sharers = 0;
    for (size_t looked = 0; looked < Sequences::kReach; ++looked) {
      lower_.retreat();
      const OrderedKey* key = here(lower_);
      if (key == nullptr || key->second != from_.second) return true;
      sharers += accepts(key->third);
      if (sharers == Sequences::kSharers) return false;
    }
    return false;
  }

  void look_down() {
    for (size_t steps = 1; steps <= Sequences::kSteps; ++steps) {
      const OrderedKey* found = go_to_accepted(lower_, [&] { lower_.retreat(); });
      if (found == nullptr) return;
      const int64_t position = found->second;
      Cursor begin = go_to_begin(position);
      show(begin, position, steps);
    }
  }

  void look_up() {
    pass(higher_, from_.second);
    for (size_t steps = 1; steps <= Sequences::kSteps; ++steps) {
      const OrderedKey* found = go_to_accepted(higher_, [&] { higher_.advance(); });
      if (found == nullptr) return;
      const int64_t position = found->second;
      show(higher_, position, steps);
      pass(higher_, position);
    }
  }

 private:
  using Cursor = OrderedKeys::Cursor;

  const OrderedKey* here(const Cursor& cursor) const {
    const OrderedKey* key = cursor.key();
    return key != nullptr && key->first == from_.first ? key : nullptr;
  }
  bool is_at(const Cursor& cursor, int64_t position) const {
    const OrderedKey* key = here(cursor);
    return key != nullptr && key->second == position;
  }
  bool accepts(int64_t document) const { return !accepts_ || accepts_(document); }

  template <typename Go>
  const OrderedKey* go_to_accepted(const Cursor& cursor, Go go) const {
    for (size_t looked = 0; looked < Sequences::kReach; ++looked, go()) {
      const OrderedKey* key = here(cursor);
      if (key == nullptr) break;
      if (accepts(key->third)) return key;
    }
    return nullptr;
  }

  // Shows the first that are accepted at a position.
  void show(Cursor& cursor, int64_t position, size_t steps) const {
    size_t shown = 0;
    for (size_t looked = 0; looked < Sequences::kReach; ++looked, cursor.advance()) {
      if (!is_at(cursor, position) || shown == Sequences::kSharers) return;
      const int64_t document = cursor.key()->third;
      if (!accepts(document)) continue;
      visit_(document, steps);
      ++shown;
    }
  }

  // The first at the position of lower_, which goes before it.
  Cursor go_to_begin(int64_t position) {
    Cursor begin = lower_;
    for (size_t looked = 0; looked < Sequences::kSharers && is_at(lower_, position); ++looked) {
      begin = lower_;
      lower_.retreat();
    }
    if (!is_at(lower_, position)) return begin;
    begin = lower_ = by_place_.lower_bound({from_.first, position, kLowest});
    lower_.retreat();
    return begin;
  }

  // Goes behind what stands at a position.
  void pass(Cursor& cursor, int64_t position) const {
    for (size_t looked = 0; looked < Sequences::kSharers; ++looked, cursor.advance()) {
      if (!is_at(cursor, position)) return;
    }
    if (!is_at(cursor, position)) return;
    cursor = by_place_.lower_bound({from_.first, position, kHighest});
    if (is_at(cursor, position)) cursor.advance();
  }

  const OrderedKeys& by_place_;
  const OrderedKey from_;
  Sequences::Accepts accepts_;
  Sequences::Visit visit_;
  Cursor lower_;
  Cursor higher_;
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
  Look look(by_place_, {place.sequence, place.position, document}, accepts, visit);
  if (!look.takes_part()) return;
  look.look_down();
  look.look_up();
}

void Sequences::compact() {
  by_document_.compact();
  by_place_.compact();
}

}  // namespace loci
