#pragma once

/// The replies of the palace face as JSON: the one place that knows the names of their fields.

#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "engine.h"
#include "engine_arguments.h"
#include "palace/duplicate_check.h"
#include "palace/palace.h"
#include "palace/places.h"
#include "palace/reply.h"
#include "palace/structure.h"
#include "palace/tunnels.h"

namespace loci {

/// What a search was asked, as its reply repeats it.
struct PalaceQuestion {
  std::string query;
  std::optional<std::string> since;  // ISO-8601
  std::optional<std::string> before;
};

/// What became of a text: `id`, where it has one, `action`, `revision`.
std::string written_json(const PalaceChange& change, int64_t revision);
/// What became of a drawer that was to go.
std::string deleted_json(const PalaceChange& change, int64_t revision);

/// A drawer as it was handed in.
void write_drawer(JsonWriter& out, const DrawerRow& drawer, const ShownPlace& place);

std::string palace_json(const PalaceQuestion& question, const PalaceReply& reply,
                        const std::vector<Warning>& warnings);
std::string duplicates_json(const DuplicateReply& reply, const std::vector<Warning>& warnings);

/// Replies about the structure of a store; see palace/structure.h and palace/tunnels.h.
Reply wings_json(Store& store);
Reply rooms_json(Store& store, std::string_view wing);
Reply taxonomy_json(Store& store);
/// Error: `not_found`, with `suggestions`.
Reply traversal_json(Store& store, std::string_view room, int64_t hops);
Reply tunnel_rooms_json(Store& store, std::string_view wing_a, std::string_view wing_b);
Reply graph_stats_json(Store& store);
Reply tunnels_json(Store& store, std::string_view wing, std::string_view room);

/// `reason` and the names there are, where a list is empty because a wing or a room is unknown.
/// Nothing else is empty in that way. `room` as it was asked for.
void write_unknown(JsonWriter& out, const RoomList& list, std::string_view room);

}  // namespace loci
