// The palace over a store: what its index says after each write, in batches and after others wrote.

#include "palace/palace.h"

#include <catch_amalgamated.hpp>

#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;
using Action = PalaceChange::Action;

namespace {

NewDrawer new_drawer(std::string name, std::string room, std::string text) {
  NewDrawer given;
  given.place = {"wing", std::move(room)};
  given.drawer.name = std::move(name);
  given.drawer.text = std::move(text);
  given.drawer.chunk_index = static_cast<int64_t>(given.drawer.text.size());
  given.drawer.source_file = "a.md";
  return given;
}

struct PalaceFixture {
  PalaceFixture() : store(open_store(std::make_unique<MemoryHost>())), palace(*store, profile) {}

  const Profile profile = Profile::kDefault;
  std::unique_ptr<Store> store;
  Palace palace;

  PalaceChange add(std::string name, std::string text, const std::vector<float>& vector = {},
                   std::string room = "room") {
    const auto embedding = vector.empty() ? std::nullopt : std::optional(Embedding{vector, ""});
    return value_of(palace.add_drawer(new_drawer(std::move(name), std::move(room), std::move(text)),
                                      embedding, kNow));
  }
  PalaceChange add_closet(std::string text, const std::vector<float>& vector) {
    return value_of(
        palace.add_closet({{"wing", "room"}, "a.md", std::move(text)}, Embedding{vector, ""}));
  }
  PalaceIndex& index() { return *value_of(palace.index()); }

  size_t count(LoadedVectors& vectors) {
    VectorIndex* const index = value_of(vectors.index());
    return index == nullptr ? 0 : index->size();
  }

  /// Checks that the index, as it followed, is what would be loaded now, numbers aside.
  void check_index() {
    PalaceIndex fresh(*store, profile);
    require_ok(fresh.load());
    PalaceIndex& followed = index();
    CHECK(followed.words().document_count() == fresh.words().document_count());
    CHECK(followed.words().term_count() == fresh.words().term_count());
    CHECK(followed.sequences().size() == fresh.sequences().size());
    CHECK(followed.closets().size() == fresh.closets().size());
    CHECK(count(followed.drawer_vectors()) == count(fresh.drawer_vectors()));
    CHECK(count(followed.closet_vectors()) == count(fresh.closet_vectors()));
    for (uint32_t number = 0; number < fresh.size(); ++number) {
      const DrawerFacts& expected = fresh.facts(number);
      const auto at = followed.number_of(expected.id);
      REQUIRE(at.has_value());
      const DrawerFacts& facts = followed.facts(*at);
      CHECK(facts.filed_at == expected.filed_at);
      CHECK(facts.source_hash == expected.source_hash);
      CHECK(followed.place_row(facts.place) == fresh.place_row(expected.place));
      CHECK(followed.sequences().place_of(expected.id) == fresh.sequences().place_of(expected.id));
    }
  }
};

}  // namespace

TEST_CASE("the index follows every write of a drawer") {
  PalaceFixture fixture;
  fixture.index();
  CHECK(fixture.add("a", "one pump", {1, 0}).action == Action::kAdded);
  fixture.check_index();
  CHECK(fixture.add("a", "one pump").action == Action::kSame);
  CHECK(fixture.add("b", "two pumps").action == Action::kAdded);
  CHECK(fixture.add("b", "two pumps", {0, 1}).action == Action::kSame);
  fixture.check_index();
  CHECK(fixture.count(fixture.index().drawer_vectors()) == 2);
  CHECK(fixture.add("a", "another").action == Action::kUpdated);
  fixture.check_index();
  auto given = value_of(fixture.palace.given_drawer("b")).value();
  given.place.room = "elsewhere";
  given.drawer.filed_at = "2020-01-01";
  CHECK(value_of(fixture.palace.change_drawer(given, {})).action == Action::kUpdated);
  fixture.check_index();
  CHECK(fixture.count(fixture.index().drawer_vectors()) == 1);
  CHECK(value_of(fixture.palace.remove_drawer("b")).action == Action::kRemoved);
  CHECK(value_of(fixture.palace.remove_drawer("b")).action == Action::kNone);
  fixture.check_index();
}

TEST_CASE("the index follows closets, and those that go with their drawers") {
  PalaceFixture fixture;
  fixture.index();
  fixture.add("a", "one");
  CHECK(fixture.add_closet("digest", {1, 0}).action == Action::kAdded);
  CHECK(fixture.add_closet("digest", {1, 1}).action == Action::kSame);
  CHECK(fixture.add_closet("another", {0, 1}).action == Action::kUpdated);
  fixture.check_index();
  CHECK(fixture.index().closets().size() == 1);
  CHECK(value_of(fixture.palace.remove_drawer("a")).closets_removed == 1);
  fixture.check_index();
  CHECK(fixture.index().closets().empty());
  fixture.add_closet("digest", {1, 0});
  CHECK(value_of(fixture.palace.remove_closet({"Wing", "ROOM"}, "a.md")).action ==
        Action::kRemoved);
  fixture.check_index();
}

TEST_CASE("a write whose seal fails has changed nothing") {
  PalaceFixture fixture;
  fixture.add("a", "one", {1, 0});
  fixture.index();
  const auto seal = [](const PalaceChange&) -> Status {
    return fail(ErrorCode::kStorageFull, "no room");
  };
  CHECK_FALSE(fixture.palace.add_drawer(new_drawer("b", "new", "two"), {}, kNow, seal).ok());
  CHECK_FALSE(fixture.palace.add_drawer(new_drawer("a", "new", "two"), {}, kNow, seal).ok());
  CHECK_FALSE(fixture.palace.remove_drawer("a", seal).ok());
  CHECK(fixture.store->revision() == 1);
  CHECK(value_of(fixture.store->places().all()).size() == 1);
  CHECK(value_of(fixture.palace.get("a"))->text == "one");
  fixture.check_index();
}

TEST_CASE("an index that stood still catches up with what others wrote") {
  PalaceFixture fixture;
  fixture.add("a", "one pump", {1, 0});
  fixture.add("b", "two pumps");
  fixture.add("d", "four");
  fixture.add_closet("digest", {1, 0});
  CHECK(fixture.count(fixture.index().drawer_vectors()) == 1);  // loads them
  require_ok(fixture.palace.mark());
  {
    Palace other(*fixture.store, fixture.profile);
    auto given = value_of(other.given_drawer("a")).value();
    given.place.room = "elsewhere";
    given.drawer.chunk_index = 77;
    value_of(other.change_drawer(given, {}));
    value_of(other.remove_drawer("b"));
    value_of(other.add_drawer(new_drawer("c", "room", "three"), {}, kNow));
    const std::vector<float> numbers = {1, 1};
    for (const auto& [name, text] : {std::pair("c", "three"), std::pair("d", "four")}) {
      value_of(other.add_drawer(new_drawer(name, "room", text), Embedding{numbers, ""}, kNow));
    }
  }
  fixture.palace.catch_up();
  CHECK(fixture.index().is_loaded());
  fixture.check_index();
  CHECK(fixture.count(fixture.index().drawer_vectors()) == 3);
}
