#include "store/entity_table.h"

#include <catch_amalgamated.hpp>

#include "support/stored_events.h"

using namespace loci;
using namespace loci::test;

namespace {

Entity intern(Store& store, Entity entity) {
  require_ok(store.entities().intern(entity));
  return entity;
}

void mention(Store& store, int64_t event, const std::vector<Entity>& entities) {
  require_ok(store.entities().set_mentions(event, entities));
}

std::vector<int64_t> mentions_of(Store& store, int64_t row) {
  std::vector<int64_t> events;
  require_ok(store.entities().each_mention(row, [&](int64_t event) { events.push_back(event); }));
  return events;
}

Texts found(Store& store, std::string_view text, std::optional<Entity::Kind> kind = std::nullopt) {
  Texts names;
  for (const int64_t row : value_of(store.entities().find(text, kind))) {
    names.push_back(value_of(store.entities().get(row)).name);
  }
  return names;
}

using Ids = std::vector<int64_t>;

}  // namespace

TEST_CASE("an entity without an id is known by its kind and name") {
  const auto store = open_store();
  const Entity tea = intern(*store, topic("tea"));
  CHECK(tea.name == "concept_1");
  CHECK(tea.row == 1);
  CHECK(intern(*store, topic("tea")) == tea);
  CHECK(intern(*store, person("tea")).name == "person_2");
  CHECK(intern(*store, topic("Tea")).name == "concept_3");
  CHECK(value_of(store->entities().get(1)) == tea);
}

TEST_CASE("an entity with an id is known by it, and takes the name it comes with") {
  const auto store = open_store();
  const Entity ada = intern(*store, person("Ada", "p1"));
  CHECK(ada.row == 1);
  const Entity renamed = intern(*store, person("Ada Lovelace", "p1"));
  CHECK(renamed.row == 1);
  CHECK(value_of(store->entities().get(1)).label == "Ada Lovelace");
  CHECK(found(*store, "ada lovelace") == Texts{"p1"});
  CHECK(found(*store, "Ada").empty());
}

TEST_CASE("two of one name are told apart by their ids, and the older one is meant without") {
  const auto store = open_store();
  intern(*store, person("Li Wei", "b"));
  intern(*store, person("Li Wei", "a"));
  CHECK(found(*store, "Li Wei") == Texts{"b", "a"});
  CHECK(intern(*store, person("Li Wei")).name == "b");
}

TEST_CASE("an id of another kind is refused") {
  const auto store = open_store();
  intern(*store, person("Ada", "x"));
  Entity other = topic("Ada", "x");
  const Status refused = store->entities().intern(other);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kInvalidArgument);
  CHECK(refused.error().message ==
        "the id 'x' is that of a person and cannot be that of a concept");
}

TEST_CASE("an id that a caller took is not given again") {
  const auto store = open_store();
  intern(*store, topic("mine", "concept_2"));
  intern(*store, topic("mine, too", "concept_3"));
  const Entity third = intern(*store, topic("tea"));
  CHECK(third.row == 3);
  CHECK(third.name == "concept_4");
  CHECK(intern(*store, topic("rain")).name == "concept_5");
}

TEST_CASE("entities are found by id, and by name whatever its case, width and accents") {
  const auto store = open_store();
  intern(*store, person("J\u00fcrgen", "p1"));
  intern(*store, topic("jurgen", "c1"));
  intern(*store, topic("p1", "c2"));
  CHECK(found(*store, "JURGEN") == Texts{"p1", "c1"});
  CHECK(found(*store, "JURGEN", Entity::Kind::kConcept) == Texts{"c1"});
  CHECK(found(*store, "p1") == Texts{"p1", "c2"});
  CHECK(found(*store, "p1", Entity::Kind::kPerson) == Texts{"p1"});
  CHECK(found(*store, "P1") == Texts{"c2"});
  CHECK(found(*store, "nobody").empty());
}

TEST_CASE("what a text names exactly comes before what is older and like it") {
  const auto store = open_store();
  intern(*store, topic("muller", "c1"));
  intern(*store, topic("M\u00fcller", "c2"));
  intern(*store, topic("tea", "M\u00fcller"));
  CHECK(found(*store, "M\u00fcller") == Texts{"M\u00fcller", "c2", "c1"});
  CHECK(found(*store, "muller") == Texts{"c1", "c2"});
  CHECK(found(*store, "MULLER") == Texts{"c1", "c2"});
}

TEST_CASE("white space counts as little in what is asked for as in names") {
  const auto store = open_store();
  intern(*store, person("Ada Lovelace", "p1"));
  CHECK(found(*store, " Ada \t lovelace\n") == Texts{"p1"});
  CHECK(found(*store, "AdaLovelace").empty());
}

TEST_CASE("mentions keep their order, and are found from both sides") {
  const auto store = open_store();
  const Entity tea = intern(*store, topic("tea"));
  const Entity ada = intern(*store, person("Ada"));
  mention(*store, 9, {ada, tea});
  mention(*store, 4, {tea});
  CHECK(value_of(store->entities().mentioned_by(9)) == std::vector{ada, tea});
  CHECK(mentions_of(*store, tea.row) == Ids{4, 9});
  CHECK(value_of(store->entities().mention_count(tea.row)) == 2);
  mention(*store, 9, {tea, ada});
  CHECK(value_of(store->entities().mentioned_by(9)) == std::vector{tea, ada});
}

TEST_CASE("an entity goes with its last mention, and its row and id with it") {
  const auto store = open_store();
  const Entity tea = intern(*store, topic("tea"));
  const Entity rain = intern(*store, topic("rain"));
  mention(*store, 1, {tea, rain});
  mention(*store, 2, {tea});
  mention(*store, 1, {});
  CHECK(found(*store, "rain").empty());
  CHECK_FALSE(store->entities().get(rain.row).ok());
  CHECK(found(*store, "tea") == Texts{"concept_1"});
  CHECK(intern(*store, topic("rain")).name == "concept_3");
  mention(*store, 2, {});
  CHECK(intern(*store, topic("wind")).row == 4);
}
