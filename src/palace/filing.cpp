// Tested by tests/palace/structure_test.cpp.

#include "palace/filing.h"

#include <algorithm>

#include "base/sort.h"

namespace loci {
namespace {

/// Adds the fact of one hall to what is known of its place.
void add(FiledPlace& filed, const PlaceFact& fact) {
  filed.drawers += fact.count;
  filed.first = filed.first == 0 ? fact.first : std::min(filed.first, fact.first);
  if (fact.newest > filed.newest) filed.newest = fact.newest;
  if (!fact.hall.empty()) filed.halls.emplace_back(fact.hall);
}

void put_in_order(Filing& filing) {
  for (uint32_t at = 0; at < filing.filed.size(); ++at) filing.order.push_back(at);
  const auto comes_first = [&](uint32_t a, uint32_t b) {
    return filing.filed[a].first < filing.filed[b].first;
  };
  heap_sort(filing.order.begin(), filing.order.end(), comes_first);
  std::vector<bool> seen(filing.places.wing_count());
  for (const uint32_t at : filing.order) {
    const uint32_t wing = filing.filed[at].place->wing_number;
    if (!seen[wing]) filing.wings.push_back(wing);
    seen[wing] = true;
  }
}

}  // namespace

Result<Filing> Filing::load(Store& store, DrawerTable::Facts facts) {
  LOCI_ASSIGN(places, Places::load(store));
  Filing filing;
  filing.places = std::move(places);
  std::vector<FiledPlace>& filed = filing.filed;
  int64_t lost = 0;
  LOCI_TRY(store.drawers().each_fact(facts, [&](const PlaceFact& fact) {
    if (filed.empty() || filed.back().place->id != fact.place) {
      const ShownPlace* const place = filing.places.find(fact.place);
      if (place == nullptr) lost = fact.place;
      if (place == nullptr) return;
      filed.emplace_back().place = place;
    }
    add(filed.back(), fact);
  }));
  if (lost != 0) {
    return fail(ErrorCode::kStoreDamaged,
                {"place ", lost, " is missing from the store; run check"});
  }
  put_in_order(filing);
  return filing;
}

}  // namespace loci
