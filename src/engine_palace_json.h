#pragma once

/// The replies of the palace face as JSON: the one place that knows the names of their fields.

#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
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

std::string wings_json(const std::vector<WingSummary>& wings);
std::string rooms_json(const RoomList& list);
std::string taxonomy_json(const std::vector<RoomSummary>& rooms);
std::string traversal_json(const Traversal& traversal);
std::string tunnel_rooms_json(const std::vector<RoomSummary>& rooms);
std::string graph_stats_json(const GraphStats& stats);
std::string tunnels_json(const std::vector<TunnelView>& tunnels);

/// `reason` and the names there are, where a list is empty because a wing or a room is unknown.
/// Nothing else is empty in that way. `room` as it was asked for.
void write_unknown(JsonWriter& out, const RoomList& list, std::string_view room);

}  // namespace loci
