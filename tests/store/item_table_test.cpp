#include "store/item_table.h"

#include <catch_amalgamated.hpp>

#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

Item numbered(int64_t id, std::string category, std::string name) {
  Item item = make_item(std::move(category), std::move(name), "content " + std::to_string(id));
  item.ts = "2024-01-01T00:00:00Z";
  item.id = id;
  return item;
}

std::vector<int64_t> ids_of(const std::vector<Item>& items) {
  std::vector<int64_t> ids;
  for (const Item& item : items) ids.push_back(item.id);
  return ids;
}

using Ids = std::vector<int64_t>;

/// Five items: b:1, a:2, b:3, a-b:4, a:5, the number being the id.
std::unique_ptr<Store> filled_store() {
  auto store = open_store();
  int64_t id = 1;
  for (const char* category : {"b", "a", "b", "a-b", "a"}) {
    require_ok(store->items().insert(numbered(id, category, "n" + std::to_string(id))));
    ++id;
  }
  return store;
}

}  // namespace

TEST_CASE("an item comes back with all its fields") {
  const auto store = open_store();
  Item item = numbered(7, "notes", "full");
  item.content = std::string("zero \0 byte, \U0001F600", 17);
  item.owner = "";
  item.source_conv = "conv";
  item.metadata = R"({"a":1})";
  item.sequence = Sequence{"", (int64_t{1} << 53) - 1};
  require_ok(store->items().insert(item));
  const Item back = value_of(store->items().get(7));
  CHECK(back.category == item.category);
  CHECK(back.name == item.name);
  CHECK(back.content == item.content);
  CHECK(back.ts == item.ts);
  CHECK(back.owner == item.owner);
  CHECK(back.source_conv == item.source_conv);
  CHECK(back.metadata == item.metadata);
  CHECK(back.sequence == item.sequence);
  CHECK(back.id == 7);
}

TEST_CASE("fields that are absent come back absent") {
  const auto store = open_store();
  Item full = numbered(1, "c", "full");
  full.owner = "o";
  full.sequence = Sequence{"s", 1};
  require_ok(store->items().insert(full));
  require_ok(store->items().insert(numbered(2, "c", "bare")));
  const Item bare = value_of(store->items().get(2));
  CHECK_FALSE(bare.owner);
  CHECK_FALSE(bare.source_conv);
  CHECK_FALSE(bare.metadata);
  CHECK_FALSE(bare.sequence);
}

TEST_CASE("a name is found by its exact bytes") {
  const auto store = filled_store();
  CHECK(value_of(store->items().find("a", "n2")) == 2);
  CHECK_FALSE(value_of(store->items().find("a", "N2")));
  CHECK_FALSE(value_of(store->items().find("b", "n2")));
}

TEST_CASE("a (category, name) has one item, and an id too") {
  const auto store = filled_store();
  CHECK_FALSE(store->items().insert(numbered(9, "a", "n2")).ok());
  CHECK_FALSE(store->items().insert(numbered(2, "z", "z")).ok());
  CHECK(value_of(store->items().count()) == 5);
  require_ok(store->items().insert(numbered(9, "z", "n2")));
}

TEST_CASE("lists come by category in bytes, then id, and in pages") {
  const auto store = filled_store();
  ItemTable& items = store->items();
  CHECK(ids_of(value_of(items.list(std::nullopt, 100, 0))) == Ids{2, 5, 4, 1, 3});
  CHECK(ids_of(value_of(items.list(std::nullopt, 2, 1))) == Ids{5, 4});
  CHECK(ids_of(value_of(items.list("b", 100, 0))) == Ids{1, 3});
  CHECK(ids_of(value_of(items.list("b", 1, 1))) == Ids{3});
  CHECK(ids_of(value_of(items.list("b", 100, 2))).empty());
  CHECK(ids_of(value_of(items.list("none", 100, 0))).empty());
  CHECK(ids_of(value_of(items.list(std::nullopt, 0, 0))).empty());
}

TEST_CASE("categories are counted, in bytes' order") {
  const auto store = filled_store();
  const std::vector<std::pair<std::string, int64_t>> expected = {{"a", 2}, {"a-b", 1}, {"b", 2}};
  CHECK(value_of(store->items().categories()) == expected);
}

TEST_CASE("a scan shows every item above an id, in order of id, until a visit fails") {
  const auto store = filled_store();
  Ids seen;
  const auto visit = [&](const ItemText& item) -> Status {
    seen.push_back(item.id);
    if (item.id == 4) return fail(ErrorCode::kInternal, "enough");
    return Ok{};
  };
  CHECK_FALSE(store->items().scan(1, visit).ok());
  CHECK(seen == Ids{2, 3, 4});
  seen.clear();
  require_ok(store->items().scan(4, visit));
  CHECK(seen == Ids{5});
}

TEST_CASE("a removed item is gone, and a missing one is an error to read") {
  const auto store = filled_store();
  require_ok(store->items().remove(5));
  CHECK(value_of(store->items().last_id()) == 4);
  CHECK(value_of(store->items().count()) == 4);
  const auto missing = store->items().get(5);
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().code == ErrorCode::kStoreDamaged);
  CHECK(value_of(open_store()->items().last_id()) == 0);
}

TEST_CASE("a scan tells of which run an item is one") {
  const auto store = open_store();
  Item item = numbered(1, "c", "full");
  item.sequence = Sequence{"s", 3};
  require_ok(store->items().insert(item));
  require_ok(store->items().insert(numbered(2, "c", "bare")));
  std::vector<std::optional<Sequence>> seen;
  require_ok(store->items().scan(0, [&](const ItemText& text) -> Status {
    seen.emplace_back();
    if (text.sequence) seen.back() = {std::string(text.sequence->id), text.sequence->position};
    return Ok{};
  }));
  CHECK(seen == std::vector<std::optional<Sequence>>{Sequence{"s", 3}, std::nullopt});
}
