// What the palace does with closets and tunnels. Tested by tests/palace/palace_test.cpp.

#include <utility>

#include "base/concat.h"
#include "base/timestamp.h"
#include "palace/palace.h"
#include "palace/tunnels.h"

namespace loci {
namespace {

using Action = PalaceChange::Action;

Action action_of(TunnelAction action) {
  if (action == TunnelAction::kAdded) return Action::kAdded;
  return action == TunnelAction::kUpdated ? Action::kUpdated : Action::kSame;
}

}  // namespace

Result<std::optional<Closet>> Palace::find_closet(const PlaceName& name,
                                                  std::string_view source_file) {
  LOCI_ASSIGN(place, store_.places().find(name.wing, name.room));
  if (!place) return std::optional<Closet>();
  LOCI_ASSIGN(id, store_.closets().find(*place, source_file));
  if (!id) return std::optional<Closet>();
  return store_.closets().get(*id);
}

Result<PalaceChange> Palace::add_closet(NewCloset given, const std::optional<Embedding>& embedding,
                                        Seal seal) {
  LOCI_TRY(normalize(given));
  const auto work = [&](Writing& writing) -> Status {
    LOCI_ASSIGN(known, find_closet(given.place, given.source_file));
    const bool is_same = known && known->text == given.text;
    writing.change.action = is_same ? Action::kSame : known ? Action::kUpdated : Action::kAdded;
    if (is_same && !embedding) return Ok{};
    writing.closet_gone = known ? known->id : 0;
    if (!is_same) {
      LOCI_ASSIGN(closet, put(given, known));
      known = std::move(closet);
    }
    if (embedding) {
      LOCI_TRY(put_vector(store_.closet_vectors(), owned_text(*known), *embedding, writing));
    }
    writing.closet = std::move(known);
    return Ok{};
  };
  return write(work, seal);
}

Result<Closet> Palace::put(const NewCloset& given, const std::optional<Closet>& known) {
  LOCI_ASSIGN(place, store_.intern_place(given.place.wing, given.place.room));
  Closet closet{0, place, given.source_file, given.text};
  LOCI_TRY(store_.put_closet(closet, known ? std::optional(known->id) : std::nullopt));
  return closet;
}

Result<PalaceChange> Palace::remove_closet(const PlaceName& place, std::string_view source_file,
                                           Seal seal) {
  const auto work = [&](Writing& writing) -> Status {
    LOCI_ASSIGN(known, find_closet(place, source_file));
    if (!known) return Ok{};
    LOCI_TRY(store_.remove_closet(known->id));
    writing.change.action = Action::kRemoved;
    writing.closet_gone = known->id;
    return Ok{};
  };
  return write(work, seal);
}

Result<PalaceChange> Palace::create_tunnel(PlaceName from, PlaceName to,
                                           std::optional<std::string> label, int64_t now,
                                           Seal seal) {
  LOCI_TRY(normalize_tunnel(from, to, label));
  const auto work = [&](Writing& writing) -> Status {
    LOCI_ASSIGN(made, loci::create_tunnel(store_, from, to, label, format_instant(now)));
    writing.change = {action_of(made.action), std::move(made.id)};
    return Ok{};
  };
  return write(work, seal);
}

Result<PalaceChange> Palace::delete_tunnel(std::string_view name, Seal seal) {
  const auto work = [&](Writing& writing) -> Status {
    LOCI_ASSIGN(removed, loci::delete_tunnel(store_, name));
    if (removed) writing.change.action = Action::kRemoved;
    return Ok{};
  };
  return write(work, seal);
}

}  // namespace loci
