// Tested by tests/palace/structure_test.cpp.

#include "palace/filing.h"

#include <algorithm>

#include "base/sort.h"

namespace loci {
namespace {

/// Adds the fact of one hall to what is known of its place, which comes last.
void add(FiledPlace& filed, const PlaceFact& fact) {
  filed.drawers += fact.count;
  filed.first = filed.first == 0 ? fact.first : std::min(filed.first, fact.first);
  if (fact.newest > filed.newest) filed.newest = fact.newest;
  if (!fact.hall.empty()) filed.halls.emplace_back(fact.hall);
}

}  // namespace

Result<Filing> Filing::load(Store& store, DrawerTable::Facts facts) {
  LOCI_ASSIGN(places, Places::load(store));
  Filing filing{std::move(places), {}};
  int64_t lost = 0;
  LOCI_TRY(store.drawers().each_fact(facts, [&](const PlaceFact& fact) {
    if (filing.filed.empty() || filing.filed.back().place->id != fact.place) {
      const ShownPlace* const place = filing.places.find(fact.place);
      if (place == nullptr) {
        lost = fact.place;
        return;
      }
      FiledPlace& next = filing.filed.emplace_back();
      next.place = place;
      next.wing = place->wing_number;
      next.room = place->room_number;
    }
    add(filing.filed.back(), fact);
  }));
  if (lost != 0) {
    return fail(ErrorCode::kStoreDamaged,
                {"place ", lost, " is missing from the store; run check"});
  }
  heap_sort(filing.filed.begin(), filing.filed.end(),
            [](const FiledPlace& a, const FiledPlace& b) { return a.first < b.first; });
  return filing;
}

}  // namespace loci
