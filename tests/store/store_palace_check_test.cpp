#include <catch_amalgamated.hpp>

#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

namespace {

/// Places 1 and 2 with a drawer each, 1 and 2; closet 3 of place 1; tunnel 4 between them.
std::unique_ptr<Store> filled_store() {
  auto store = open_store();
  Drawer drawer = make_drawer("one", "a text");
  drawer.metadata = "{}";
  const Drawer one = put_drawer(*store, "Wing", "a room", drawer);
  const Drawer two = put_drawer(*store, "wing", "other", make_drawer("two", "text"));
  put_closet(*store, "wing", "a room", "file", "digest");
  put_tunnel(*store, one.place, two.place);
  return store;
}

Texts found_after(const char* sql) {
  const auto store = filled_store();
  require_ok(store->connection().execute(sql));
  return value_of(store->check(9));
}

}  // namespace

TEST_CASE("a sound palace is checked without a finding") {
  CHECK(value_of(filled_store()->check(9)).empty());
}

TEST_CASE("rows of the palace that break a rule are found") {
  const std::pair<const char*, Texts> cases[] = {
      {"UPDATE place SET wing = '' WHERE id = 1",
       {"place 1: one of its names is empty", "place 1: its keys are not those of its names"}},
      {"UPDATE place SET room_key = 'x' WHERE id = 1",
       {"place 1: its keys are not those of its names"}},
      {"UPDATE drawer SET name = '' WHERE id = 1", {"drawer 1: it has no id for callers"}},
      {"UPDATE drawer SET id = 9 WHERE id = 2",
       {"drawer 9: written by a revision that the store does not know"}},
      {"UPDATE closet SET id = 9",
       {"closet 9: written by a revision that the store does not know"}},
      {"UPDATE tunnel SET id = 9", {"tunnel 9: made by a revision that the store does not know"}},
      {"DELETE FROM meta WHERE key = 'palace_revision'",
       {"place 1: made by a revision that the store does not know",
        "place 2: made by a revision that the store does not know",
        "drawer 1: written by a revision that the store does not know",
        "drawer 2: written by a revision that the store does not know",
        "closet 3: written by a revision that the store does not know",
        "tunnel 4: made by a revision that the store does not know"}},
      {"DELETE FROM place WHERE id = 1",
       {"drawer 1: its place is missing", "closet 3: its place is missing"}},
      {"UPDATE closet SET source_file = ''", {"closet 3: it is of no file"}},
      {"UPDATE tunnel SET to_place = from_place",
       {"tunnel 4: it does not join two places that hold drawers"}},
      {"DELETE FROM drawer WHERE id = 1",
       {"tunnel 4: it does not join two places that hold drawers"}},
      {"DELETE FROM drawer WHERE id = 2",
       {"tunnel 4: it does not join two places that hold drawers",
        "place 2: nothing stands in it"}},
      {"UPDATE drawer SET metadata = '[]' WHERE id = 1",
       {"drawer 1: its metadata is no JSON object"}},
  };
  for (const auto& [sql, findings] : cases) {
    INFO(sql);
    CHECK(found_after(sql) == findings);
  }
}

TEST_CASE("vectors of no drawer and no closet, and of another text, are found") {
  const auto store = filled_store();
  require_ok(in_transaction(*store, [&]() -> Status {
    const std::vector<float> vector{1, 2};
    LOCI_TRY(store->drawer_vectors().put(1, 7, vector, "m"));
    LOCI_TRY(store->drawer_vectors().put(9, 7, vector, "m"));
    return store->closet_vectors().put(3, 7, vector, "m");
  }));
  CHECK(value_of(store->check(9)) == Texts{"embedding of drawer 1: it is of another text",
                                           "embedding of drawer 9: it is of no drawer",
                                           "embedding of closet 3: it is of another text"});
}
