#pragma once

/// Explicit tunnels: two places that somebody said to belong together. They are kept as long as
/// both places hold drawers, and are no part of the graph of palace/structure.h.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "palace/place_name.h"
#include "store/store.h"

namespace loci {

struct TunnelView {
  std::string id;     // `tunnel_` and its number
  const Place& from;  // as shown
  const Place& to;
  const Tunnel& tunnel;
};

/// The tunnels that begin or end in a wing, in a room, or in both (an end in that room of that
/// wing); empty for any. In the order in which they were made; a view is valid until the visitor
/// returns.
Status list_tunnels(Store& store, std::string_view wing, std::string_view room,
                    FunctionRef<void(const TunnelView& view)> show);

enum class TunnelAction { kAdded, kSame, kUpdated };

struct TunnelWritten {
  std::string id;
  TunnelAction action = TunnelAction::kSame;
};

/// Joins two places that hold drawers, `from` and `to` being different; they may be joined already,
/// in either direction: then only another label, none included, is written. `now` is ISO-8601. Only
/// inside a transaction. Error: `not_found` where a place holds no drawer, with the detail `rooms`
/// (of the wing) or, where there is no such wing, `wings`.
Result<TunnelWritten> create_tunnel(Store& store, const PlaceName& from, const PlaceName& to,
                                    const std::optional<std::string>& label, std::string_view now);

/// Whether there was such a tunnel. Only inside a transaction.
Result<bool> delete_tunnel(Store& store, std::string_view id);

}  // namespace loci
