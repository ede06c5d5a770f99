// What the palace says of its structure. Tested by tests/engine_palace_structure_test.cpp.

#include "base/json_writer.h"
#include "engine_palace_json.h"
#include "engine_results.h"

namespace loci {
namespace {

// A room as it stands in the graph, in an open object.
void write_graph_room(JsonWriter& out, const RoomSummary& room) {
  out.key("room").text(room.room);
  write_texts(out, "wings", room.wings);
  write_texts(out, "halls", room.halls);
  out.key("count").integer(room.count);
}

void write_end(JsonWriter& out, const char* name, const PlaceName& place) {
  out.key(name).begin_object().key("wing").text(place.wing).key("room").text(place.room);
  out.end_object();
}

std::string finish(JsonWriter& out) {
  write_warnings(out, {});
  out.end_object();
  return out.take();
}

}  // namespace

std::string wings_json(const std::vector<WingSummary>& wings) {
  JsonWriter out;
  out.begin_object().key("wings").begin_array();
  for (const WingSummary& wing : wings) {
    out.begin_object().key("wing").text(wing.wing).key("rooms").integer(wing.rooms);
    out.key("drawers").integer(wing.drawers).end_object();
  }
  out.end_array();
  return finish(out);
}

std::string rooms_json(const RoomList& list) {
  JsonWriter out;
  out.begin_object();
  write_text_or_null(out, "wing", list.wing);
  out.key("rooms").begin_array();
  for (const RoomSummary& room : list.rooms) {
    out.begin_object().key("room").text(room.room);
    write_texts(out, "wings", room.wings);
    out.key("drawers").integer(room.count).end_object();
  }
  out.end_array();
  if (list.unknown_wing) write_unknown(out, list, "");
  return finish(out);
}

void write_unknown(JsonWriter& out, const RoomList& list, std::string_view room) {
  if (list.unknown_wing) {
    out.key("reason").text("unknown_wing");
    write_texts(out, "wings", list.wings);
  } else if (!room.empty()) {
    out.key("reason").text("unknown_room").key("rooms").begin_array();
    for (const RoomSummary& known : list.rooms) out.text(known.room);
    out.end_array();
  }
}

std::string taxonomy_json(const std::vector<RoomSummary>& rooms) {
  JsonWriter out;
  out.begin_object();
  for (size_t at = 0; at < rooms.size(); ++at) {
    const bool is_next_wing = at == 0 || rooms[at].wings != rooms[at - 1].wings;
    if (is_next_wing && at > 0) out.end_object();
    if (is_next_wing) out.escaped_key(rooms[at].wings[0]).begin_object();
    out.escaped_key(rooms[at].room).integer(rooms[at].count);
  }
  if (!rooms.empty()) out.end_object();
  out.end_object();
  return out.take();
}

std::string traversal_json(const Traversal& traversal) {
  JsonWriter out;
  out.begin_object().key("rooms").begin_array();
  for (const RoomSummary& room : traversal.rooms) {
    out.begin_object();
    write_graph_room(out, room);
    out.key("hop").integer(room.hop);
    if (room.hop > 0) write_texts(out, "connected_via", room.connected_via);
    out.end_object();
  }
  out.end_array().key("truncated").flag(traversal.truncated);
  return finish(out);
}

std::string tunnel_rooms_json(const std::vector<RoomSummary>& rooms) {
  JsonWriter out;
  out.begin_array();
  for (const RoomSummary& room : rooms) {
    out.begin_object();
    write_graph_room(out, room);
    out.key("recent").text(room.recent).end_object();
  }
  out.end_array();
  return out.take();
}

std::string graph_stats_json(const GraphStats& stats) {
  JsonWriter out;
  out.begin_object().key("total_rooms").integer(stats.total_rooms);
  out.key("tunnel_rooms").integer(stats.tunnel_rooms);
  out.key("total_edges").integer(stats.total_edges).key("rooms_per_wing").begin_object();
  for (const WingSummary& wing : stats.rooms_per_wing) {
    out.escaped_key(wing.wing).integer(wing.rooms);
  }
  out.end_object().key("top_tunnels").begin_array();
  for (const RoomSummary& tunnel : stats.top_tunnels) {
    out.begin_object().key("room").text(tunnel.room);
    write_texts(out, "wings", tunnel.wings);
    out.key("count").integer(tunnel.count).end_object();
  }
  out.end_array();
  return finish(out);
}

std::string tunnels_json(const std::vector<TunnelView>& tunnels) {
  JsonWriter out;
  out.begin_object().key("tunnels").begin_array();
  for (const TunnelView& tunnel : tunnels) {
    out.begin_object().key("id").text(tunnel.id);
    write_end(out, "from", tunnel.from);
    write_end(out, "to", tunnel.to);
    write_text_or_null(out, "label", tunnel.label);
    out.key("createdAt").text(tunnel.created_at).end_object();
  }
  out.end_array();
  return finish(out);
}

}  // namespace loci
