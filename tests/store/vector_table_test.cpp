#include "store/vector_table.h"

#include <catch_amalgamated.hpp>
#include <map>

#include "base/content_hash.h"
#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

using Vector = std::vector<float>;

std::optional<Vector> vector_of(Store& store, int64_t item) {
  Vector vector = {-1};
  const bool found = value_of(store.vectors().find(item, vector));
  if (!found) CHECK(vector == Vector{-1});
  return found ? std::optional(vector) : std::nullopt;
}

std::map<int64_t, Vector> all(Store& store) {
  std::map<int64_t, Vector> vectors;
  require_ok(store.vectors().scan([&](int64_t item, std::span<const float> vector) {
    CHECK(vectors.emplace(item, Vector(vector.begin(), vector.end())).second);
  }));
  return vectors;
}

void put(Store& store, int64_t item, Vector vector, std::string_view model = {}) {
  require_ok(store.vectors().put(item, 7, vector, model));
}

VectorStamp stamp(Store& store) {
  store.all_vectors().forget();
  return value_of(store.vectors().stamp());
}

/// A store with items of the ids 1 to `count`.
std::unique_ptr<Store> store_of(int count) {
  auto store = open_store();
  for (int i = 1; i <= count; ++i) {
    value_of(store->put(make_item("c", "n" + std::to_string(i), "text"), std::nullopt, kNow));
  }
  return store;
}

std::vector<int64_t> listed(Store& store, int64_t after, bool all, size_t most = 100) {
  std::vector<int64_t> ids;
  require_ok(store.vectors().list(after, all, [&](int64_t id) {
    if (ids.size() == most) return false;
    ids.push_back(id);
    return true;
  }));
  return ids;
}

using Ids = std::vector<int64_t>;

}  // namespace

TEST_CASE("a vector comes back to the last bit, whatever its width") {
  const auto store = open_store();
  const Vector odd = {1e-45f, -0.0f, 3.4e38f, 1.0f / 3};
  put(*store, 1, odd);
  CHECK(vector_of(*store, 1) == odd);
  CHECK(std::signbit(vector_of(*store, 1)->at(1)));
  CHECK(vector_of(*store, 2) == std::nullopt);
  const auto wide = open_store();
  Vector vector(8192);
  for (size_t i = 0; i < vector.size(); ++i) vector[i] = static_cast<float>(i) + 0.5f;
  put(*wide, 9, vector);
  CHECK(vector_of(*wide, 9) == vector);
  CHECK(all(*wide) == std::map<int64_t, Vector>{{9, vector}});
}

TEST_CASE("an item has one vector, the last that was put") {
  const auto store = open_store();
  put(*store, 1, {1, 2});
  put(*store, 1, {3, 4});
  put(*store, 2, {5, 6});
  CHECK(vector_of(*store, 1) == Vector{3, 4});
  CHECK(value_of(store->vectors().count()) == 2);
  require_ok(store->vectors().remove(1));
  require_ok(store->vectors().remove(1));
  require_ok(store->vectors().remove(77));
  CHECK(vector_of(*store, 1) == std::nullopt);
  CHECK(all(*store) == std::map<int64_t, Vector>{{2, {5, 6}}});
}

TEST_CASE("a vector moves from an item to another, if there is one") {
  const auto store = open_store();
  put(*store, 1, {1, 2}, "m");
  require_ok(store->vectors().move(1, 5));
  require_ok(store->vectors().move(1, 6));
  CHECK(all(*store) == std::map<int64_t, Vector>{{5, {1, 2}}});
  CHECK(stamp(*store).model == "m");
}

TEST_CASE("the first vector decides the width, the first model the model") {
  const auto store = open_store();
  CHECK(stamp(*store).width == 0);
  put(*store, 1, {1, 2, 3});
  CHECK(stamp(*store).width == 3);
  CHECK(stamp(*store).model.empty());
  put(*store, 2, {1, 2, 3}, "first");
  put(*store, 3, {1, 2, 3}, "");
  CHECK(stamp(*store).model == "first");
  CHECK(stamp(*store).width == 3);
}

TEST_CASE("the stamp goes with the last vector") {
  const auto store = open_store();
  put(*store, 1, {1, 2}, "m");
  put(*store, 2, {1, 2});
  require_ok(store->vectors().remove(1));
  CHECK(stamp(*store).width == 2);
  require_ok(store->vectors().remove(2));
  CHECK(stamp(*store).width == 0);
  CHECK(stamp(*store).model.empty());
  put(*store, 3, {1}, "other");
  CHECK(stamp(*store).model == "other");
  put(*store, 4, {2});
  CHECK(value_of(store->vectors().clear()) == 2);
  CHECK(stamp(*store).width == 0);
  CHECK(value_of(store->vectors().clear()) == 0);
}

TEST_CASE("a stamp that was rolled back is forgotten") {
  const auto store = store_of(1);
  (void)in_transaction(*store, [&]() -> Status {
    put(*store, 1, {1, 2}, "m");
    CHECK(value_of(store->vectors().stamp()).model == "m");
    return fail(ErrorCode::kInternal, "undo");
  });
  CHECK(value_of(store->vectors().stamp()).model.empty());
  require_ok(store->connection().begin());
  put(*store, 1, {1, 2}, "m");
  store->connection().rollback();
  require_ok(store->reload_revision());
  CHECK(value_of(store->vectors().stamp()).width == 0);
}

TEST_CASE("items are listed by id, those without a vector or all") {
  const auto store = store_of(5);
  put(*store, 2, {1});
  put(*store, 5, {1});
  CHECK(listed(*store, 0, false) == Ids{1, 3, 4});
  CHECK(listed(*store, 1, false) == Ids{3, 4});
  CHECK(listed(*store, 0, true) == Ids{1, 2, 3, 4, 5});
  CHECK(listed(*store, 4, true) == Ids{5});
  CHECK(listed(*store, 0, true, 2) == Ids{1, 2});
  CHECK(listed(*store, 0, false, 0).empty());
  CHECK(listed(*store, 5, false).empty());
}

TEST_CASE("rows that break the rules are findings, and count as no vectors") {
  const auto store = store_of(6);
  const uint64_t hash = content_hash("n1", "text");
  require_ok(store->vectors().put(1, hash, Vector{1, 2}, ""));
  CHECK(value_of(store->check(9)).empty());
  put(*store, 2, {1, 2});
  Connection& db = store->connection();
  const std::string value = std::to_string(static_cast<int64_t>(content_hash("n3", "text")));
  const auto insert = [&](int item, const char* blob) {
    require_ok(db.execute(("INSERT INTO item_vector(item, hash, embedding) VALUES(" +
                           std::to_string(item) + "," + value + "," + blob + ")")
                              .c_str()));
  };
  insert(3, "x'0000803f'");           // one number
  insert(4, "x'00000000'");           // a norm of 0
  insert(5, "x'0000803f00'");         // no whole numbers
  insert(6, "'text'");                // a text of whole numbers, of another width
  insert(99, "x'0000803f0000803f'");  // no such item
  const auto findings = value_of(store->check(9));
  CHECK(findings == std::vector<std::string>{
                        "embedding of item 2: it is of another text",
                        "embedding of item 3: it has another width than the store says",
                        "embedding of item 4: it is no vector",
                        "embedding of item 5: it is no vector",
                        "embedding of item 6: it has another width than the store says",
                        "embedding of item 99: it is of no item",
                    });
  CHECK(value_of(store->check(2)).size() == 2);
  CHECK(all(*store) == std::map<int64_t, Vector>{{1, {1, 2}}, {2, {1, 2}}, {99, {1, 1}}});
  CHECK(vector_of(*store, 5) == std::nullopt);
}

TEST_CASE("vectors are exported and imported with the rest") {
  const auto store = store_of(1);
  put(*store, 1, {1, 2}, "m");
  const std::string image = value_of(store->export_bytes());
  const auto other = open_store();
  put(*other, 8, {1, 2, 3}, "other");
  require_ok(other->import_bytes(image));
  CHECK(all(*other) == std::map<int64_t, Vector>{{1, {1, 2}}});
  CHECK(value_of(other->vectors().stamp()).model == "m");
}

TEST_CASE("revisions that wrote vectors count, and the journal knows none of them") {
  const auto store = store_of(2);
  require_ok(store->count_vector_write());
  require_ok(store->count_vector_write());
  CHECK(store->revision() == 4);
  require_ok(store->reload_revision());
  CHECK(store->revision() == 4);
  CHECK(value_of(store->put(make_item("c", "n5", "text"), std::nullopt, kNow)) == 5);
  CHECK(value_of(store->check(9)).empty());
  CHECK(value_of(store->compact(2)) == 1);  // the newest two, whatever their numbers
  CHECK(value_of(store->journal().list(0, 9)).front().revision == 2);
  require_ok(store->count_vector_write());
  CHECK(value_of(store->compact(0)) == 2);
  require_ok(store->reload_revision());
  CHECK(store->revision() == 6);
}
