#include "evidence/evidence.h"

#include <catch_amalgamated.hpp>

#include "support/evidence_fixture.h"

using namespace loci;
using namespace loci::test;
using Action = SaveOutcome::Action;

namespace {

NewEvent mentioning(std::string name, std::vector<Entity> entities) {
  NewEvent given = new_event(std::move(name), "a summary", "a content");
  given.event.entities = std::move(entities);
  return given;
}

Entity concept_of(std::string label, std::string name = "") {
  return {Entity::Kind::kConcept, std::move(name), std::move(label), 0};
}

Entity person_of(std::string label, std::string name = "") {
  return {Entity::Kind::kPerson, std::move(name), std::move(label), 0};
}

std::vector<std::string> names_of(const std::vector<Entity>& entities) {
  std::vector<std::string> names;
  for (const Entity& entity : entities) names.push_back(entity.name + "=" + entity.label);
  return names;
}

Event stored(EvidenceFixture& fixture, std::string_view name) {
  return value_of(fixture.evidence.get(name)).value();
}

}  // namespace

TEST_CASE("an event is kept whole, under its own id or one that it gets") {
  EvidenceFixture fixture;
  const SaveOutcome first = fixture.save("harbour", "the harbour", " two\r\nlines \n");
  CHECK(first.action == Action::kAdded);
  CHECK(first.chunks == 1);
  CHECK(stored(fixture, "harbour").content == " two\r\nlines \n");
  CHECK(stored(fixture, "harbour").written_at == "2023-11-14T22:13:20.000Z");
  CHECK(fixture.save("", "another").event.name == "event_2");
  fixture.save("event_4", "taken");
  CHECK(fixture.save("", "one more").event.name == "event_5");
  CHECK(fixture.store->revision() == 4);
  CHECK_FALSE(value_of(fixture.evidence.get("Harbour")).has_value());
}

TEST_CASE("the same texts keep their place, others are a new event") {
  EvidenceFixture fixture;
  const int64_t id = fixture.save("a", "summary", "content").event.id;
  const SaveOutcome same = fixture.save("a", "summary", "content");
  CHECK(same.action == Action::kSame);
  CHECK(same.event.id == id);
  CHECK(fixture.store->revision() == 1);

  NewEvent redated = new_event("a", "summary", "content");
  redated.written = WrittenAt::kNever;
  CHECK(fixture.save(redated).action == Action::kUpdated);
  CHECK(stored(fixture, "a").id == id);
  CHECK_FALSE(stored(fixture, "a").written_at.has_value());
  CHECK(fixture.save("a", "summary", "content").action == Action::kSame);  // undated still

  const SaveOutcome edited = fixture.save("a", "summary", "content, edited");
  CHECK(edited.action == Action::kUpdated);
  CHECK(edited.event.id == 3);
  CHECK(stored(fixture, "a").written_at == "2023-11-14T22:13:20.000Z");
  CHECK(value_of(fixture.store->events().count()) == 1);
  fixture.check_index();
}

TEST_CASE("entities are known by their id, or by kind and name") {
  EvidenceFixture fixture;
  const auto first =
      fixture.save(mentioning("a", {concept_of("sea"), person_of("sea"), concept_of("x", "mine")}));
  const std::vector<std::string> expected = {"concept_1=sea", "person_2=sea", "mine=x"};
  CHECK(names_of(first.event.entities) == expected);
  CHECK(fixture.save(mentioning("a", {concept_of("sea"), person_of("sea"), concept_of("x")}))
            .action == Action::kSame);
  CHECK(fixture.save(mentioning("a", {person_of("sea"), concept_of("sea")})).action ==
        Action::kUpdated);
  CHECK_FALSE(value_of(fixture.evidence.find_entity(Entity::Kind::kConcept, "mine")).has_value());

  fixture.save(mentioning("b", {concept_of("Ocean", "concept_1")}));  // renames it
  CHECK(names_of(stored(fixture, "a").entities) ==
        std::vector<std::string>{"person_2=sea", "concept_1=Ocean"});
  const auto wrong =
      fixture.evidence.save(mentioning("c", {person_of("p", "concept_1")}), {}, kNow);
  CHECK(wrong.error().code == ErrorCode::kInvalidArgument);
  CHECK_FALSE(value_of(fixture.evidence.get("c")).has_value());
}

TEST_CASE("an entity is found with its events, in the order of storing") {
  EvidenceFixture fixture;
  const int64_t b = fixture.save(mentioning("b", {concept_of("Café")})).event.id;
  const int64_t a = fixture.save(mentioning("a", {concept_of("Café"), person_of("Ann")})).event.id;
  const auto find = [&](Entity::Kind kind, std::string_view text) {
    return value_of(fixture.evidence.find_entity(kind, text));
  };
  CHECK(find(Entity::Kind::kConcept, "cafe")->events == std::vector<int64_t>{b, a});
  CHECK(find(Entity::Kind::kConcept, "concept_1")->entity.label == "Café");
  CHECK_FALSE(find(Entity::Kind::kPerson, "cafe").has_value());
  CHECK_FALSE(find(Entity::Kind::kConcept, "caf").has_value());
}

TEST_CASE("what is removed is gone, its entities too") {
  EvidenceFixture fixture;
  fixture.save(mentioning("a", {concept_of("sea")}));
  fixture.index();
  CHECK(value_of(fixture.evidence.remove("a")));
  CHECK_FALSE(value_of(fixture.evidence.remove("a")));
  CHECK_FALSE(value_of(fixture.evidence.get("a")).has_value());
  CHECK_FALSE(value_of(fixture.evidence.find_entity(Entity::Kind::kConcept, "sea")).has_value());
  CHECK(fixture.store->revision() == 2);
  fixture.check_index();
}

TEST_CASE("a seal that fails takes the write back") {
  EvidenceFixture fixture;
  fixture.save("a", "summary");
  fixture.index();
  const auto refuse = [](const auto&) -> Status { return invalid_argument("no"); };
  CHECK_FALSE(fixture.evidence.save(new_event("a", "other", "text"), {}, kNow, refuse).ok());
  CHECK_FALSE(fixture.evidence.save(new_event("b", "other", "text"), {}, kNow, refuse).ok());
  CHECK_FALSE(fixture.evidence.remove("a", refuse).ok());
  CHECK(stored(fixture, "a").summary == "summary");
  CHECK(fixture.store->revision() == 1);
  fixture.check_index();
}

TEST_CASE("nothing of events is loaded before it is needed") {
  EvidenceFixture fixture;
  fixture.save("a", "summary", "content");
  CHECK(fixture.evidence.index_bytes() == 0);
  fixture.index();
  CHECK(fixture.evidence.index_bytes() > 0);
  fixture.evidence.forget_index();
  CHECK(fixture.evidence.index_bytes() == 0);
}
