// Drawers as they are asked for by name or by place, and the structure of the palace. Tested by
// tests/engine_palace_test.cpp, tests/engine_palace_structure_test.cpp and through the bindings by
// tests/js.

#include <utility>

#include "base/json_writer.h"
#include "engine.h"
#include "engine_arguments.h"
#include "engine_palace.h"
#include "engine_palace_json.h"
#include "engine_results.h"
#include "palace/places.h"
#include "palace/structure.h"
#include "text/name_key.h"

namespace loci {
namespace {

// A filter that is empty filters nothing.
struct PlaceFilter {
  std::string wing;
  std::string room;
};

PlaceFilter read_filter(Fields& fields) {
  return {fields.optional_text("wing").value_or(""), fields.optional_text("room").value_or("")};
}

}  // namespace

// --- drawers ---

Status Engine::show_drawer(JsonWriter& out, const Places& places, int64_t id) {
  LOCI_TRY(store_->drawers().show(id, [&](const DrawerRow& drawer) -> Status {
    const ShownPlace* const place = places.find(drawer.place);
    if (place == nullptr) {
      return fail(ErrorCode::kStoreDamaged, {"drawer ", drawer.name, " has no place"});
    }
    write_drawer(out, drawer, *place);
    return Ok{};
  }));
  return Ok{};
}

Reply Engine::palace_get_drawer(std::string_view text, int64_t) {
  return asking(text, "id", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(name, arguments.text(0));
    LOCI_ASSIGN(id, store_->drawers().find(name));
    if (!id) return std::string("null");
    LOCI_ASSIGN(places, Places::load(*store_));
    JsonWriter out;
    LOCI_TRY(show_drawer(out, places, *id));
    return out.take();
  });
}

Reply Engine::palace_list_drawers(std::string_view text, int64_t) {
  return asking(text, "options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.options(0));
    const PlaceFilter filter = read_filter(fields);
    const int64_t limit = fields.limit("limit", kDefaultItemsLimit);
    const int64_t offset = fields.count("offset").value_or(0);
    LOCI_TRY(fields.finish());
    const std::string wing = name_key(filter.wing);
    const std::string room = name_key(filter.room);
    LOCI_ASSIGN(places, Places::load(*store_));
    LOCI_ASSIGN(total, store_->drawers().count({wing, room}));
    LOCI_ASSIGN(ids, store_->drawers().list({wing, room}, limit, offset));
    JsonWriter out;
    out.begin_object().begin_array("drawers");
    for (const int64_t id : ids) LOCI_TRY(show_drawer(out, places, id));
    out.end_array().integer("total", total);
    if (total == 0) {
      RoomList rooms;
      LOCI_TRY(list_rooms(*store_, filter.wing, rooms));
      write_unknown(out, rooms, room);
    }
    return finish(out, fields.warnings());
  });
}

// --- structure ---

Reply Engine::palace_list_wings(std::string_view text, int64_t) {
  return asking(text, "", [&](const Arguments&) -> Reply { return wings_json(*store_); });
}

Reply Engine::palace_list_rooms(std::string_view text, int64_t) {
  return asking(text, "wing", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(wing, arguments.text_or_none(0));
    return rooms_json(*store_, wing);
  });
}

Reply Engine::palace_taxonomy(std::string_view text, int64_t) {
  return asking(text, "", [&](const Arguments&) -> Reply { return taxonomy_json(*store_); });
}

Reply Engine::palace_traverse(std::string_view text, int64_t) {
  return asking(text, "startRoom maxHops", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(room, arguments.text(0));
    LOCI_ASSIGN(hops, arguments.count_or_option(1, "maxHops", kDefaultHops, kMaxHops));
    return traversal_json(*store_, room, hops);
  });
}

Reply Engine::palace_find_tunnels(std::string_view text, int64_t) {
  return asking(text, "wingA wingB", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(wing_a, arguments.text_or_none(0));
    LOCI_ASSIGN(wing_b, arguments.text_or_none(1));
    return tunnel_rooms_json(*store_, wing_a, wing_b);
  });
}

Reply Engine::palace_graph_stats(std::string_view text, int64_t) {
  return asking(text, "", [&](const Arguments&) -> Reply { return graph_stats_json(*store_); });
}

Reply Engine::palace_list_tunnels(std::string_view text, int64_t) {
  return asking(text, "options", [&](const Arguments& arguments) -> Reply {
    LOCI_ASSIGN(fields, arguments.options(0));
    const PlaceFilter filter = read_filter(fields);
    LOCI_TRY(fields.finish());
    return tunnels_json(*store_, filter.wing, filter.room);
  });
}

}  // namespace loci
