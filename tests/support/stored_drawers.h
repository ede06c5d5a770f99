#pragma once

/// Drawers, closets and tunnels as tests of the store and of the palace's structure need them.

#include <optional>
#include <string>
#include <utility>

#include "store/store.h"
#include "support/wiki_fixture.h"

namespace loci::test {

inline Drawer make_drawer(std::string name, std::string text = "a text") {
  Drawer drawer;
  drawer.name = std::move(name);
  drawer.text = std::move(text);
  return drawer;
}

inline int64_t place_of(Store& store, const std::string& wing, const std::string& room) {
  return value_of(store.places().find(wing, room)).value_or(0);
}

/// Stores a drawer in a room of a wing, in place of another; as it is stored.
inline Drawer put_drawer(Store& store, const std::string& wing, const std::string& room,
                         Drawer drawer, std::optional<int64_t> replaced = std::nullopt) {
  value_of(in_transaction(store, [&]() -> Result<Cleaned> {
    LOCI_ASSIGN(place, store.intern_place(wing, room));
    drawer.place = place;
    return store.put_drawer(drawer, replaced);
  }));
  return drawer;
}

/// Writes the fields of a drawer, in a room of a wing.
inline Cleaned update_drawer(Store& store, const std::string& wing, const std::string& room,
                             Drawer drawer) {
  return value_of(in_transaction(store, [&]() -> Result<Cleaned> {
    LOCI_ASSIGN(place, store.intern_place(wing, room));
    drawer.place = place;
    return store.update_drawer(drawer);
  }));
}

inline Cleaned remove_drawer(Store& store, int64_t id) {
  return value_of(in_transaction(store, [&] { return store.remove_drawer(id); }));
}

inline Closet put_closet(Store& store, const std::string& wing, const std::string& room,
                         std::string source_file, std::string text,
                         std::optional<int64_t> replaced = std::nullopt) {
  Closet closet{0, 0, std::move(source_file), std::move(text)};
  require_ok(in_transaction(store, [&]() -> Status {
    LOCI_ASSIGN(place, store.intern_place(wing, room));
    closet.place = place;
    return store.put_closet(closet, replaced);
  }));
  return closet;
}

inline Tunnel put_tunnel(Store& store, int64_t from, int64_t to,
                         std::optional<std::string> label = std::nullopt) {
  Tunnel tunnel{0, from, to, std::move(label), "2026-01-02T03:04:05.678Z"};
  require_ok(in_transaction(store, [&] { return store.put_tunnel(tunnel); }));
  return tunnel;
}

/// "wing/room" of each place, as it was spelled when it was made.
inline Texts places_of(Store& store) {
  Texts names;
  for (const Place& place : value_of(store.places().all())) {
    names.push_back(place.wing + "/" + place.room);
  }
  return names;
}

}  // namespace loci::test
