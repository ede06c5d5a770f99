// What the palace says of its structure. Tested by tests/engine_palace_structure_test.cpp.

#include "base/json_writer.h"
#include "engine_palace_json.h"
#include "engine_results.h"

namespace loci {
namespace {

// A room as it stands in the graph, in an open object.
void write_graph_room(JsonWriter& out, const RoomSummary& room) {
  out.text("room", room.room);
  write_texts(out, "wings", room.wings);
  write_texts(out, "halls", room.halls);
  out.integer("count", room.count);
}

void write_end(JsonWriter& out, const char* name, const PlaceName& place) {
  out.begin_object(name).text("wing", place.wing).text("room", place.room);
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
  out.begin_object().begin_array("wings");
  for (const WingSummary& wing : wings) {
    out.begin_object().text("wing", wing.wing).integer("rooms", wing.rooms);
    out.integer("drawers", wing.drawers).end_object();
  }
  out.end_array();
  return finish(out);
}

std::string rooms_json(const RoomList& list) {
  JsonWriter out;
  out.begin_object();
  write_text_or_null(out, "wing", list.wing);
  out.begin_array("rooms");
  for (const RoomSummary& room : list.rooms) {
    out.begin_object().text("room", room.room);
    write_texts(out, "wings", room.wings);
    out.integer("drawers", room.count).end_object();
  }
  out.end_array();
  if (list.unknown_wing) write_unknown(out, list, "");
  return finish(out);
}

void write_unknown(JsonWriter& out, const RoomList& list, std::string_view room) {
  if (list.unknown_wing) {
    out.text("reason", "unknown_wing");
    write_texts(out, "wings", list.wings);
  } else if (!room.empty()) {
    out.text("reason", "unknown_room").begin_array("rooms");
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
  out.begin_object().begin_array("rooms");
  for (const RoomSummary& room : traversal.rooms) {
    out.begin_object();
    write_graph_room(out, room);
    out.integer("hop", room.hop);
    if (room.hop > 0) write_texts(out, "connected_via", room.connected_via);
    out.end_object();
  }
  out.end_array().flag("truncated", traversal.truncated);
  return finish(out);
}

std::string tunnel_rooms_json(const std::vector<RoomSummary>& rooms) {
  JsonWriter out;
  out.begin_array();
  for (const RoomSummary& room : rooms) {
    out.begin_object();
    write_graph_room(out, room);
    out.text("recent", room.recent).end_object();
  }
  out.end_array();
  return out.take();
}

std::string graph_stats_json(const GraphStats& stats) {
  JsonWriter out;
  out.begin_object().integer("total_rooms", stats.total_rooms);
  out.integer("tunnel_rooms", stats.tunnel_rooms);
  out.integer("total_edges", stats.total_edges).begin_object("rooms_per_wing");
  for (const WingSummary& wing : stats.rooms_per_wing) {
    out.escaped_key(wing.wing).integer(wing.rooms);
  }
  out.end_object().begin_array("top_tunnels");
  for (const RoomSummary& tunnel : stats.top_tunnels) {
    out.begin_object().text("room", tunnel.room);
    write_texts(out, "wings", tunnel.wings);
    out.integer("count", tunnel.count).end_object();
  }
  out.end_array();
  return finish(out);
}

std::string tunnels_json(const std::vector<TunnelView>& tunnels) {
  JsonWriter out;
  out.begin_object().begin_array("tunnels");
  for (const TunnelView& tunnel : tunnels) {
    out.begin_object().text("id", tunnel.id);
    write_end(out, "from", tunnel.from);
    write_end(out, "to", tunnel.to);
    write_text_or_null(out, "label", tunnel.label);
    out.text("createdAt", tunnel.created_at).end_object();
  }
  out.end_array();
  return finish(out);
}

}  // namespace loci
