// Tested by tests/palace/tunnels_test.cpp.

#include "palace/tunnels.h"

#include "base/concat.h"
#include "base/json_writer.h"
#include "palace/places.h"
#include "palace/structure.h"
#include "text/name_key.h"

namespace loci {
namespace {

constexpr std::string_view kPrefix = "tunnel_";

std::string name_of(const Tunnel& tunnel) { return concat({kPrefix, tunnel.id}); }

/// The number in a tunnel's id, 0 where that is none.
int64_t number_of(std::string_view id) {
  int64_t number = 0;
  if (!id.starts_with(kPrefix) || id.size() > kPrefix.size() + 18) return 0;
  for (const char digit : id.substr(kPrefix.size())) {
    if (digit < '0' || digit > '9') return 0;
    number = number * 10 + (digit - '0');
  }
  return concat({kPrefix, number}) == id ? number : 0;
}

/// That there is no such place, with what there is instead.
Result<int64_t> not_found(Store& store, const PlaceName& name) {
  RoomList list;
  LOCI_TRY(list_rooms(store, name.wing, list));
  JsonWriter detail;
  detail.begin_object().key(list.unknown_wing ? "wings" : "rooms").begin_array();
  for (const std::string& wing : list.wings) detail.text(wing);
  for (const RoomSummary& room : list.rooms) detail.text(room.room);
  detail.end_array().end_object();
  return fail(ErrorCode::kNotFound,
              concat({"no drawer is in room '", name.room, "' of wing '", name.wing,
                      "', and a tunnel joins two rooms that hold some"}),
              detail.take());
}

/// The place of this name, which must hold drawers.
Result<int64_t> find_filed(Store& store, const PlaceName& name) {
  LOCI_ASSIGN(place, store.places().find(name.wing, name.room));
  if (!place) return not_found(store, name);
  LOCI_ASSIGN(filed, store.drawers().has_any(*place, std::nullopt));
  if (!filed) return not_found(store, name);
  return *place;
}

bool is_of(const ShownPlace& place, std::string_view wing_key, std::string_view room_key) {
  return (wing_key.empty() || place.wing_key == wing_key) &&
         (room_key.empty() || place.room_key == room_key);
}

}  // namespace

Status list_tunnels(Store& store, std::string_view wing, std::string_view room,
                    FunctionRef<void(const TunnelView& view)> show) {
  LOCI_ASSIGN(places, Places::load(store));
  LOCI_ASSIGN(tunnels, store.tunnels().all());
  const std::string wing_key = name_key(wing);
  const std::string room_key = name_key(room);
  for (const Tunnel& tunnel : tunnels) {
    const ShownPlace* const from = places.find(tunnel.from);
    const ShownPlace* const to = places.find(tunnel.to);
    if (from == nullptr || to == nullptr) {
      return fail(ErrorCode::kStoreDamaged, {name_of(tunnel), " leads nowhere; run check"});
    }
    const bool wanted = is_of(*from, wing_key, room_key) || is_of(*to, wing_key, room_key);
    if (wanted) show({name_of(tunnel), *from, *to, tunnel});
  }
  return Ok{};
}

Result<TunnelWritten> create_tunnel(Store& store, const PlaceName& from, const PlaceName& to,
                                    const std::optional<std::string>& label, std::string_view now) {
  LOCI_ASSIGN(from_place, find_filed(store, from));
  LOCI_ASSIGN(to_place, find_filed(store, to));
  if (from_place == to_place) {
    return invalid_argument("from and to are one room; a tunnel joins two");
  }
  LOCI_ASSIGN(known, store.tunnels().find(from_place, to_place));
  if (known && known->label == label) return TunnelWritten{name_of(*known), TunnelAction::kSame};
  Tunnel tunnel = known ? std::move(*known) : Tunnel{0, from_place, to_place, {}, std::string(now)};
  tunnel.label = label;
  LOCI_TRY(store.put_tunnel(tunnel));
  return TunnelWritten{name_of(tunnel), known ? TunnelAction::kUpdated : TunnelAction::kAdded};
}

Result<bool> delete_tunnel(Store& store, std::string_view id) {
  const int64_t number = number_of(id);
  if (number == 0) return false;
  return store.remove_tunnel(number);
}

}  // namespace loci
