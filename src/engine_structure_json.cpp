// What the palace says of its structure. Tested by tests/engine_palace_structure_test.cpp.

#include "base/concat.h"
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

void write_end(JsonWriter& out, const char* name, const Place& place) {
  out.begin_object(name).text("wing", place.wing).text("room", place.room).end_object();
}

Failure unknown_room(std::string_view room, const std::vector<std::string>& suggestions) {
  std::string like;
  JsonWriter detail;
  detail.begin_object();
  write_texts(detail, "suggestions", suggestions);
  detail.end_object();
  for (const std::string& name : suggestions)
    like += (like.empty() ? "; like it are " : ", ") + name;
  return fail(ErrorCode::kNotFound, concat({"there is no room ", room, like}), detail.take());
}

}  // namespace

Reply wings_json(Store& store) {
  JsonWriter out;
  out.begin_object().begin_array("wings");
  LOCI_TRY(list_wings(store, [&](const WingSummary& wing) {
    out.begin_object().text("wing", wing.wing).integer("rooms", wing.rooms);
    out.integer("drawers", wing.drawers).end_object();
  }));
  out.end_array();
  return finish(out);
}

Reply rooms_json(Store& store, std::string_view wing) {
  RoomList list;
  LOCI_TRY(list_rooms(store, wing, list));
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

Reply taxonomy_json(Store& store) {
  JsonWriter out;
  out.begin_object();
  std::optional<uint32_t> wing;
  LOCI_TRY(taxonomy(store, [&](const ShownPlace& place, int64_t drawers) {
    if (wing != place.wing_number) {
      if (wing) out.end_object();
      wing = place.wing_number;
      out.escaped_key(place.wing).begin_object();
    }
    out.escaped_key(place.room).integer(drawers);
  }));
  if (wing) out.end_object();
  out.end_object();
  return out.take();
}

Reply traversal_json(Store& store, std::string_view start, int64_t hops) {
  Traversal traversal;
  LOCI_TRY(traverse(store, start, static_cast<int>(hops), traversal));
  if (!traversal.found) return unknown_room(start, traversal.suggestions);
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

Reply tunnel_rooms_json(Store& store, std::string_view wing_a, std::string_view wing_b) {
  JsonWriter out;
  out.begin_array();
  LOCI_TRY(find_tunnels(store, wing_a, wing_b, [&](const RoomSummary& room) {
    out.begin_object();
    write_graph_room(out, room);
    out.text("recent", room.recent).end_object();
  }));
  out.end_array();
  return out.take();
}

Reply graph_stats_json(Store& store) {
  GraphStats stats;
  LOCI_TRY(graph_stats(store, stats));
  JsonWriter out;
  out.begin_object().integer("total_rooms", stats.total_rooms);
  out.integer("tunnel_rooms", stats.tunnel_rooms).integer("total_edges", stats.total_edges);
  out.begin_object("rooms_per_wing");
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

Reply tunnels_json(Store& store, std::string_view wing, std::string_view room) {
  JsonWriter out;
  out.begin_object().begin_array("tunnels");
  LOCI_TRY(list_tunnels(store, wing, room, [&](const TunnelView& view) {
    out.begin_object().text("id", view.id);
    write_end(out, "from", view.from);
    write_end(out, "to", view.to);
    write_text_or_null(out, "label", view.tunnel.label);
    out.text("createdAt", view.tunnel.created_at).end_object();
  }));
  out.end_array();
  return finish(out);
}

}  // namespace loci
