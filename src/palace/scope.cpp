// Where a scope is a small part of all drawers its ids are listed, so that what a search costs
// follows from the scope and not from the store; where it is a large one each drawer has a bit.
//
// Tested by tests/palace/search_scope_test.cpp.

#include "palace/scope.h"

#include <utility>

#include "base/sort.h"
#include "palace/structure.h"
#include "text/name_key.h"
#include "text/whitespace.h"

namespace loci {
namespace {

// So many drawers for each listed one: what the vector index gains by reading in order.
constexpr size_t kDrawersPerListed = 16;

// A name that is asked for: nothing where any will do.
std::optional<std::string> key_of(const std::string& name) {
  if (trim(name).empty()) return std::nullopt;
  return name_key(name);
}

struct Asked {
  std::optional<std::string> wing;  // by key
  std::optional<std::string> room;

  bool has_wing(const Place& place) const { return !wing || place.wing_key == *wing; }
  bool has_room(const Place& place) const { return !room || place.room_key == *room; }
};

// What became of the names that were asked for.
struct Known {
  bool wing = false;
  bool room = false;  // in the wing, if one was asked for
};

// Marks the places that are meant, and says how far the names are known.
Known mark_places(const Asked& asked, const Places& names, const PalaceIndex& index,
                  std::vector<bool>& places) {
  Known known;
  places.resize(index.place_count());
  for (uint32_t number = 0; number < index.place_count(); ++number) {
    const Place* const place = names.find(index.place_row(number));
    if (place == nullptr || !asked.has_wing(*place)) continue;
    const bool holds_drawers = !index.drawers_in(number).empty();
    known.wing = known.wing || holds_drawers;
    if (!asked.has_room(*place)) continue;
    known.room = known.room || holds_drawers;
    places[number] = true;
  }
  return known;
}

bool is_filed_within(const PalaceRequest& request, const DrawerFacts& facts) {
  if (!request.since && !request.before) return true;
  if (facts.filed_at == kUndated) return false;
  return facts.filed_at >= request.since.value_or(facts.filed_at) &&
         (!request.before || facts.filed_at < *request.before);
}

std::vector<uint32_t> drawers_within(const PalaceRequest& request, const PalaceIndex& index,
                                     const std::vector<bool>& places) {
  std::vector<uint32_t> numbers;
  const auto look_at = [&](uint32_t number) {
    if (is_filed_within(request, index.facts(number))) numbers.push_back(number);
  };
  for (uint32_t place = 0; place < index.place_count(); ++place) {
    if (!places.empty() && !places[place]) continue;
    for (const uint32_t number : index.drawers_in(place)) look_at(number);
  }
  return numbers;
}

Status name_wings(Store& store, std::vector<std::string>& names) {
  return list_wings(store, [&](const WingSummary& wing) { names.push_back(wing.wing); });
}

// The rooms of the wing that was asked for, or all.
Status name_rooms(Store& store, const PalaceReply& reply, std::vector<std::string>& names) {
  RoomList list;
  LOCI_TRY(list_rooms(store, reply.wing.value_or(""), list));
  for (RoomSummary& room : list.rooms) names.push_back(std::move(room.room));
  return Ok{};
}

// Shows the names as they are known.
void show_names(const PalaceRequest& request, const Asked& asked, const Places& names,
                PalaceReply& reply) {
  const Place* const wing = asked.wing ? names.with_wing(*asked.wing) : nullptr;
  const Place* const room = asked.room ? names.with_room(*asked.room) : nullptr;
  if (asked.wing) reply.wing = wing != nullptr ? wing->wing : std::string(trim(request.wing));
  if (asked.room) reply.room = room != nullptr ? room->room : std::string(trim(request.room));
}

Status choose_places(const PalaceRequest& request, const PalaceSources& sources, Scope& scope,
                     PalaceReply& reply) {
  const Asked asked{key_of(request.wing), key_of(request.room)};
  LOCI_ASSIGN(names, sources.index.names());
  show_names(request, asked, *names, reply);
  if (!asked.wing && !asked.room) return Ok{};
  const Known known = mark_places(asked, *names, sources.index, scope.places);
  if (known.room) return Ok{};
  reply.reason =
      asked.wing && !known.wing ? NothingFound::kUnknownWing : NothingFound::kUnknownRoom;
  LOCI_TRY(name_wings(sources.store, reply.wings));
  if (reply.reason == NothingFound::kUnknownWing) return Ok{};
  return name_rooms(sources.store, reply, reply.rooms);
}

}  // namespace

Status choose_scope(const PalaceRequest& request, const PalaceSources& sources, Scope& scope,
                    PalaceReply& reply) {
  LOCI_TRY(choose_places(request, sources, scope, reply));
  if (reply.reason != NothingFound::kNone) return Ok{};
  const size_t all = sources.index.words().document_count();
  scope.is_whole = scope.places.empty() && !request.since && !request.before;
  if (!scope.is_whole) scope.numbers = drawers_within(request, sources.index, scope.places);
  if (scope.numbers.size() == all) scope.is_whole = true;
  scope.size = scope.is_whole ? all : scope.numbers.size();
  reply.total_before_filter = static_cast<int64_t>(scope.size);
  return Ok{};
}

DrawerFilter::DrawerFilter(const Scope& scope, const PalaceIndex& index) {
  if (!scope.is_whole) accept(scope.numbers, index);
}

DrawerFilter::DrawerFilter(const std::vector<uint32_t>& numbers, const PalaceIndex& index) {
  accept(numbers, index);
}

void DrawerFilter::accept(const std::vector<uint32_t>& numbers, const PalaceIndex& index) {
  if (numbers.size() * kDrawersPerListed > index.size()) {
    filter_.groups.resize(index.size());
    for (const uint32_t number : numbers) filter_.groups[number] = true;
    return;
  }
  for (const uint32_t number : numbers) ids_.push_back(index.facts(number).id);
  heap_sort(ids_.begin(), ids_.end());
  filter_.listed = &ids_;
}

}  // namespace loci
