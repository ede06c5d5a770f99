#include <catch_amalgamated.hpp>

#include "support/fault_host.h"
#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr const char* kPalaceRevision = "SELECT value FROM meta WHERE key = 'palace_revision'";

Drawer of_file(std::string name, std::string file) {
  Drawer drawer = make_drawer(std::move(name));
  drawer.source_file = std::move(file);
  return drawer;
}

void embed(Store& store, VectorTable& table, int64_t owner) {
  require_ok(in_transaction(
      store, [&] { return table.put(owner, 1, std::vector<float>{1, 2}, "model"); }));
}

bool has_vector(VectorTable& table, int64_t owner) {
  std::vector<float> vector;
  return value_of(table.find(owner, vector));
}

/// Two rooms with a drawer of one file each, closets of both, and a tunnel between them.
struct TwoRooms {
  std::unique_ptr<Store> store = open_store();
  Drawer a = put_drawer(*store, "W", "a", of_file("a", "f"));
  Drawer b = put_drawer(*store, "W", "b", of_file("b", "f"));
  Closet of_a = put_closet(*store, "W", "a", "f", "digest");
  Closet of_b = put_closet(*store, "W", "b", "f", "digest");
  Tunnel tunnel = put_tunnel(*store, a.place, b.place);
};

}  // namespace

TEST_CASE("every write to the palace is one revision, and none of the journal") {
  const auto store = open_store();
  value_of(store->put(make_item("c", "n", "t"), std::nullopt, kNow));
  Drawer drawer = put_drawer(*store, "w", "r", make_drawer("d"));
  CHECK(drawer.id == 2);
  CHECK(drawer.place == 2);
  drawer.hall = "facts";
  update_drawer(*store, "w", "r", drawer);
  CHECK(store->revision() == 3);
  CHECK(put_drawer(*store, "w", "r", make_drawer("d", "another"), 2).id == 4);
  const Closet closet = put_closet(*store, "w", "r", "f", "digest");
  CHECK(closet.id == 5);
  CHECK(put_closet(*store, "w", "r", "f", "another", closet.id).id == 6);
  put_drawer(*store, "w", "s", make_drawer("e"));
  Tunnel tunnel = put_tunnel(*store, 2, 7);
  CHECK(tunnel.id == 8);
  tunnel.label = "x";
  require_ok(in_transaction(*store, [&] { return store->put_tunnel(tunnel); }));
  CHECK(store->revision() == 9);
  CHECK(value_of(in_transaction(*store, [&] { return store->remove_tunnel(8); })));
  CHECK_FALSE(value_of(in_transaction(*store, [&] { return store->remove_tunnel(8); })));
  require_ok(in_transaction(*store, [&] { return store->remove_closet(6); }));
  remove_drawer(*store, 4);
  CHECK(store->revision() == 12);
  int64_t counted = 0;
  require_ok(store->connection().read_integer(kPalaceRevision, counted));
  CHECK(counted == 12);
  CHECK(value_of(store->journal().list(0, 9)).size() == 1);
  require_ok(store->reload_revision());
  CHECK(store->revision() == 12);
}

TEST_CASE("the last drawer of a room takes closet, tunnels and the room with it") {
  TwoRooms two;
  Store& store = *two.store;
  embed(store, store.drawer_vectors(), two.a.id);
  embed(store, store.closet_vectors(), two.of_a.id);
  embed(store, store.closet_vectors(), two.of_b.id);
  const Cleaned cleaned = remove_drawer(store, two.a.id);
  CHECK(cleaned.closets == 1);
  CHECK(cleaned.tunnels == 1);
  CHECK_FALSE(has_vector(store.drawer_vectors(), two.a.id));
  CHECK_FALSE(has_vector(store.closet_vectors(), two.of_a.id));
  CHECK(has_vector(store.closet_vectors(), two.of_b.id));
  CHECK(places_of(store) == Texts{"W/b"});
  CHECK(value_of(store.closets().count()) == 1);
  CHECK(value_of(store.tunnels().count()) == 0);
}

TEST_CASE("what another drawer needs stays") {
  TwoRooms two;
  Store& store = *two.store;
  const Drawer other_file = put_drawer(store, "W", "a", of_file("x", "other"));
  const Drawer same_file = put_drawer(store, "W", "a", of_file("y", "f"));
  Cleaned cleaned = remove_drawer(store, two.a.id);
  CHECK(cleaned.closets + cleaned.tunnels == 0);
  cleaned = remove_drawer(store, same_file.id);
  CHECK(cleaned.closets == 1);
  CHECK(cleaned.tunnels == 0);
  CHECK(places_of(store) == Texts{"W/a", "W/b"});
  cleaned = remove_drawer(store, other_file.id);
  CHECK(cleaned.closets == 0);
  CHECK(cleaned.tunnels == 1);
}

TEST_CASE("a closet of a file without drawers keeps its place, and goes alone") {
  TwoRooms two;
  Store& store = *two.store;
  const Closet early = put_closet(store, "W", "a", "early", "digest");
  CHECK(remove_drawer(store, two.a.id).closets == 1);
  CHECK(places_of(store) == Texts{"W/a", "W/b"});
  embed(store, store.closet_vectors(), early.id);
  require_ok(in_transaction(store, [&] { return store.remove_closet(early.id); }));
  CHECK_FALSE(has_vector(store.closet_vectors(), early.id));
  CHECK(places_of(store) == Texts{"W/b"});
  const Status again = in_transaction(store, [&] { return store.remove_closet(early.id); });
  CHECK(again.error().code == ErrorCode::kStoreDamaged);
}

TEST_CASE("a drawer that moves, or is of another file, leaves its place clean") {
  TwoRooms two;
  Store& store = *two.store;
  Drawer a = two.a;
  a.source_file = "g";
  CHECK(update_drawer(store, "W", "a", a).closets == 1);
  const Cleaned moved = update_drawer(store, "W", "c", a);
  CHECK(moved.tunnels == 1);
  CHECK(places_of(store) == Texts{"W/b", "W/c"});
  CHECK(value_of(store.drawers().get(a.id)).place == place_of(store, "W", "c"));
  const Cleaned still = update_drawer(store, "w", "C", a);
  CHECK(still.closets + still.tunnels == 0);
}

TEST_CASE("a drawer with another text is a new one, and leaves its old place clean") {
  TwoRooms two;
  Store& store = *two.store;
  embed(store, store.drawer_vectors(), two.a.id);
  const Drawer same_place = put_drawer(store, "W", "a", of_file("a", "f"), two.a.id);
  CHECK(same_place.id > two.tunnel.id);
  CHECK_FALSE(has_vector(store.drawer_vectors(), two.a.id));
  CHECK(value_of(store.closets().count()) == 2);
  CHECK(value_of(store.tunnels().count()) == 1);
  put_drawer(store, "W", "c", of_file("a", "f"), same_place.id);
  CHECK(value_of(store.closets().count()) == 1);
  CHECK(value_of(store.tunnels().count()) == 0);
  CHECK(places_of(store) == Texts{"W/b", "W/c"});
  CHECK(value_of(store.drawers().count()) == 2);
}

TEST_CASE("a closet that is replaced loses its vector") {
  TwoRooms two;
  Store& store = *two.store;
  embed(store, store.closet_vectors(), two.of_a.id);
  const Closet next = put_closet(store, "W", "a", "f", "another", two.of_a.id);
  CHECK_FALSE(has_vector(store.closet_vectors(), two.of_a.id));
  CHECK(value_of(store.closets().get(next.id))->text == "another");
  CHECK(value_of(store.closets().count()) == 2);
}

TEST_CASE("a room that comes back is a new place, spelled as it comes") {
  const auto store = open_store();
  const Drawer first = put_drawer(*store, "My Wing", "r", make_drawer("d"));
  remove_drawer(*store, first.id);
  CHECK(places_of(*store).empty());
  const Drawer second = put_drawer(*store, "my-wing", "r", make_drawer("d"));
  CHECK(second.place > first.place);
  CHECK(places_of(*store) == Texts{"my-wing/r"});
}

TEST_CASE("a transaction that fails leaves nothing of a drawer") {
  const auto store = open_store();
  const Status status = in_transaction(*store, [&]() -> Status {
    LOCI_ASSIGN(place, store->intern_place("w", "r"));
    Drawer drawer = make_drawer("d");
    drawer.place = place;
    LOCI_TRY(store->put_drawer(drawer, std::nullopt));
    return fail(ErrorCode::kInternal, "taken back");
  });
  CHECK(status.error().message == "taken back");
  CHECK(store->revision() == 0);
  CHECK(places_of(*store).empty());
  CHECK(value_of(store->drawers().count()) == 0);
}

TEST_CASE("who gave the store up sees by its mark that the palace was written") {
  const auto store = open_store();
  put_drawer(*store, "w", "r", make_drawer("d"));
  HistoryMark before;
  require_ok(store->journal().mark(store->revision(), before));
  put_drawer(*store, "w", "r", make_drawer("e"));
  HistoryMark after;
  require_ok(store->journal().mark(before.revision, after));
  CHECK(before.palace_revision == 1);
  CHECK(after.palace_revision == 2);
  CHECK(after.lineage == before.lineage);
  CHECK(after.event_revision == before.event_revision);
}

TEST_CASE("the palace is exported, imported and compacted like all else") {
  TwoRooms two;
  embed(*two.store, two.store->drawer_vectors(), two.a.id);
  const std::string bytes = value_of(two.store->export_bytes());
  const auto other = open_store();
  require_ok(other->import_bytes(bytes));
  CHECK(other->revision() == two.store->revision());
  CHECK(value_of(other->drawers().get(two.a.id)).source_file == "f");
  CHECK(value_of(other->closets().count()) == 2);
  CHECK(value_of(other->tunnels().count()) == 1);
  CHECK(has_vector(other->drawer_vectors(), two.a.id));
  value_of(other->compact(0));
  CHECK(places_of(*other) == Texts{"W/a", "W/b"});
}

TEST_CASE("a store of an older format that is only read has an empty palace") {
  FaultDisk disk;
  open_store(std::make_unique<FaultHost>(disk));
  {
    const auto connection = value_of(Connection::open(std::make_unique<FaultHost>(disk), {}));
    require_ok(connection->execute(
        "DROP TABLE place; DROP TABLE drawer; DROP TABLE closet; DROP TABLE tunnel;"
        " DROP TABLE drawer_vector; DROP TABLE closet_vector; PRAGMA user_version = 4"));
  }
  const auto store = open_store(std::make_unique<FaultHost>(disk), {.read_only = true});
  CHECK(value_of(store->places().all()).empty());
  CHECK(value_of(store->places().find("w", "r")) == std::nullopt);
  CHECK(value_of(store->drawers().find("d")) == std::nullopt);
  CHECK(value_of(store->drawers().list({}, 9, 0)).empty());
  CHECK(value_of(store->drawers().count({})) == 0);
  CHECK(value_of(store->drawers().count()) == 0);
  CHECK_FALSE(value_of(store->drawers().has_any(1, std::nullopt)));
  CHECK(value_of(store->closets().find(1, "f")) == std::nullopt);
  CHECK_FALSE(value_of(store->closets().get(1)).has_value());
  CHECK(value_of(store->closets().count()) == 0);
  CHECK(value_of(store->tunnels().all()).empty());
  CHECK(value_of(store->tunnels().count()) == 0);
  CHECK(value_of(store->drawer_vectors().count()) == 0);
  int shown = 0;
  require_ok(store->drawers().scan(0, [&](const DrawerRow&) -> Status {
    ++shown;
    return Ok{};
  }));
  require_ok(store->closets().scan(0, [&](const ClosetTable::Row&) -> Status {
    ++shown;
    return Ok{};
  }));
  require_ok(
      store->drawers().each_fact(DrawerTable::Facts::kHalls, [&](const PlaceFact&) { ++shown; }));
  CHECK(shown == 0);
}
