#include "store/closet_table.h"

#include <catch_amalgamated.hpp>

#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

TEST_CASE("a closet comes back with all its fields, and is found by place and file") {
  const auto store = open_store();
  const Closet closet = put_closet(*store, "w", "r", "a.md", "what it says\n");
  const Closet back = value_of(store->closets().get(closet.id)).value();
  CHECK(back.id == closet.id);
  CHECK(back.place == closet.place);
  CHECK(back.source_file == "a.md");
  CHECK(back.text == "what it says\n");
  CHECK(value_of(store->closets().find(closet.place, "a.md")) == closet.id);
  CHECK(value_of(store->closets().find(closet.place, "A.md")) == std::nullopt);
  CHECK(value_of(store->closets().find(closet.place + 1, "a.md")) == std::nullopt);
  CHECK_FALSE(value_of(store->closets().get(99)).has_value());
}

TEST_CASE("a place has one closet of a file") {
  const auto store = open_store();
  Closet closet = put_closet(*store, "w", "r", "a.md", "text");
  closet.id = 9;
  CHECK_FALSE(store->closets().insert(closet).ok());
  closet.source_file = "b.md";
  require_ok(store->closets().insert(closet));
  CHECK(value_of(store->closets().count()) == 2);
}

TEST_CASE("closets are scanned in order, and a visit that fails ends it") {
  const auto store = open_store();
  for (const char* file : {"b", "c", "a"}) put_closet(*store, "w", "r", file, "text");
  Texts files;
  const auto visit = [&](const ClosetTable::Row& row) -> Status {
    files.emplace_back(row.source_file);
    if (row.source_file == "c") return fail(ErrorCode::kInternal, "enough");
    return Ok{};
  };
  CHECK(store->closets().scan(0, visit).error().message == "enough");
  CHECK(files == Texts{"b", "c"});
  files.clear();
  require_ok(store->closets().scan(2, visit));
  CHECK(files == Texts{"a"});
}
