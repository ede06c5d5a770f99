#include "store/vector_tables.h"

#include <catch_amalgamated.hpp>

#include "support/fault_host.h"
#include "support/stored_events.h"

using namespace loci;
using namespace loci::test;

namespace {

using Vector = std::vector<float>;

void put(VectorTable& table, int64_t owner, const Vector& vector, std::string_view model = {}) {
  require_ok(table.put(owner, 7, vector, model));
}

bool has(VectorTable& table, int64_t owner) {
  Vector vector;
  return value_of(table.find(owner, vector));
}

/// As it stands in the store.
VectorStamp stamp(Store& store) {
  store.all_vectors().forget();
  return value_of(store.all_vectors().stamp());
}

std::vector<int64_t> listed(VectorTable& table, int64_t after, bool all = false) {
  std::vector<int64_t> owners;
  require_ok(table.list(after, all, [&](int64_t owner) {
    owners.push_back(owner);
    return true;
  }));
  return owners;
}

using Ids = std::vector<int64_t>;

/// Wide enough for few on a page.
Vector wide(int number) {
  Vector vector(300, 0.125f);
  vector[static_cast<size_t>(number)] = 1e9f;
  return vector;
}

/// A store of 24 events with vectors of summaries and chunks, closed.
FaultDisk filled_disk() {
  FaultDisk disk;
  disk.durable = false;
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  for (int i = 0; i < 24; ++i) {
    const Event event = put_event(*store, make_event("", "summary", "content"));
    put(store->event_vectors(), event.id, wide(i), "m");
    put(store->chunk_vectors(), chunk_id(event.id, 0), wide(100 + i), "m");
  }
  return disk;
}

/// Spoils the page that holds a vector.
void damage(FaultDisk& disk, const Vector& vector) {
  std::string& database = disk.now.at(StoreFile::kDatabase);
  const size_t at =
      database.find({reinterpret_cast<const char*>(vector.data()), 4 * vector.size()});
  REQUIRE(at != std::string::npos);
  database[at + 100] = static_cast<char>(database[at + 100] ^ 4);
}

}  // namespace

TEST_CASE("vectors of all tables are of one width and one model") {
  const auto store = open_store();
  put(store->event_vectors(), 1, {1, 2, 3});
  CHECK(stamp(*store).width == 3);
  CHECK(stamp(*store).model.empty());
  put(store->chunk_vectors(), chunk_id(1, 0), {1, 2, 3}, "m");
  CHECK(stamp(*store).model == "m");
  put(store->vectors(), 1, {1, 2, 3}, "m");
  for (VectorTable* table : {&store->vectors(), &store->event_vectors(), &store->chunk_vectors()}) {
    CHECK(value_of(table->count()) == 1);
    CHECK(value_of(table->stamp()).width == 3);
  }
}

TEST_CASE("the stamp goes with the last vector of all tables") {
  const auto store = open_store();
  put(store->vectors(), 1, {1, 2}, "m");
  put(store->event_vectors(), 1, {1, 2});
  put(store->chunk_vectors(), chunk_id(1, 0), {1, 2});
  require_ok(store->vectors().remove(1));
  CHECK(value_of(store->event_vectors().clear()) == 1);
  CHECK(stamp(*store).model == "m");
  require_ok(store->chunk_vectors().remove(chunk_id(1, 0)));
  CHECK(stamp(*store).model.empty());
  CHECK(stamp(*store).width == 0);
  put(store->vectors(), 2, {1, 2, 3}, "n");
  CHECK(stamp(*store).model == "n");
}

TEST_CASE("all vectors are cleared at once") {
  const auto store = open_store();
  put(store->vectors(), 1, {1, 2}, "m");
  put(store->event_vectors(), 1, {1, 2});
  put(store->chunk_vectors(), chunk_id(1, 0), {1, 2});
  CHECK(value_of(store->all_vectors().clear()) == 3);
  CHECK(stamp(*store).width == 0);
  CHECK(value_of(store->all_vectors().clear()) == 0);
}

TEST_CASE("vectors of the chunks of one event move and go together") {
  const auto store = open_store();
  VectorTable& chunks = store->chunk_vectors();
  for (const int64_t event : {1, 2, 3}) {
    for (const int64_t number : {0, 1, 5}) {
      put(chunks, chunk_id(event, number), {static_cast<float>(event), 1});
    }
  }
  require_ok(chunks.move(chunk_id(2, 0), chunk_id(2, kMostChunks - 1), chunk_id(9, 0)));
  for (const int64_t number : {0, 1, 5}) {
    CHECK_FALSE(has(chunks, chunk_id(2, number)));
    Vector vector;
    CHECK(value_of(chunks.find(chunk_id(9, number), vector)));
    CHECK(vector == Vector{2, 1});
  }
  require_ok(chunks.remove(chunk_id(1, 0), chunk_id(1, kMostChunks - 1)));
  CHECK(value_of(chunks.count()) == 6);
  CHECK(has(chunks, chunk_id(3, 0)));
}

TEST_CASE("what has no vector is listed, summaries and chunks each for themselves") {
  const auto store = open_store();
  put_event(*store, make_event("a", "s", text_of(900)));
  put_event(*store, make_event("b", "s", "text"));
  put(store->event_vectors(), 1, {1});
  put(store->chunk_vectors(), chunk_id(1, 0), {1});
  CHECK(listed(store->event_vectors(), 0) == Ids{2});
  CHECK(listed(store->event_vectors(), 0, true) == Ids{1, 2});
  CHECK(listed(store->chunk_vectors(), 0) == Ids{chunk_id(1, 1), chunk_id(2, 0)});
  CHECK(listed(store->chunk_vectors(), chunk_id(1, 1)) == Ids{chunk_id(2, 0)});
  CHECK(listed(store->vectors(), 0).empty());
}

TEST_CASE("damage among the vectors of chunks costs no other vector and no text") {
  FaultDisk disk = filled_disk();
  damage(disk, wide(105));
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  Vector vector;
  const auto met = store->chunk_vectors().find(chunk_id(6, 0), vector);
  REQUIRE_FALSE(met.ok());
  CHECK(is_vector_damage(met.error()));
  CHECK(store->all_vectors().damaged());
  CHECK(is_vector_damage(store->all_vectors().soundness().error()));
  CHECK_FALSE(has(store->chunk_vectors(), chunk_id(1, 0)));
  CHECK(has(store->event_vectors(), 6));
  put(store->event_vectors(), 6, wide(6));
  CHECK(value_of(store->event(6)).content == "content");
  remove_event(*store, 6);
  CHECK(value_of(store->events().count()) == 23);
  value_of(store->compact(9));
}

TEST_CASE("what meets damage in one table after another gets past all of it") {
  FaultDisk disk = filled_disk();
  damage(disk, wide(5));
  damage(disk, wide(105));
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  require_ok(past_vector_damage([&] {
    return in_transaction(*store, [&]() -> Status {
      LOCI_TRY(store->event_vectors().remove(6));
      LOCI_TRY(store->chunk_vectors().remove(chunk_id(6, 0)));
      return store->remove_event(6);
    });
  }));
  CHECK(value_of(store->events().count()) == 23);
}

TEST_CASE("damaged vectors keep their stamp until all are cleared, and are set aside then") {
  FaultDisk disk = filled_disk();
  damage(disk, wide(105));
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  CHECK_FALSE(store->chunk_vectors().remove(chunk_id(6, 0)).ok());
  CHECK(value_of(store->event_vectors().clear()) == 24);
  CHECK(stamp(*store).model == "m");
  CHECK(value_of(in_transaction(*store, [&] { return store->all_vectors().clear(); })) == 0);
  CHECK(stamp(*store).width == 0);
  CHECK_FALSE(store->all_vectors().damaged());
  put(store->chunk_vectors(), chunk_id(6, 0), {1, 2});
  CHECK(has(store->chunk_vectors(), chunk_id(6, 0)));
}
