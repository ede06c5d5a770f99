#include "evidence/event_rules.h"

#include <catch_amalgamated.hpp>

#include "base/result.h"

namespace loci {
namespace {

NewEvent event(std::string summary = "a summary") {
  NewEvent given;
  given.event.summary = std::move(summary);
  return given;
}

NewEvent mentioning(std::vector<Entity> entities) {
  NewEvent given = event();
  given.event.entities = std::move(entities);
  return given;
}

Entity concept_of(std::string label, std::string name = "") {
  return {Entity::Kind::kConcept, std::move(name), std::move(label), 0};
}

/// "code: field" of the error that `result` must be.
template <typename T>
std::string failure(Result<T> result) {
  REQUIRE(!result.ok());
  const Error& error = result.error();
  return std::string(name_of(error.code)) + ": " + error.message.substr(0, error.message.find(':'));
}

TEST_CASE("an event's id is kept as it is, within bounds") {
  for (const std::string& good :
       {std::string("a"), std::string(512, 'a'), std::string(" kept "), std::string("東京#1")}) {
    NewEvent given = event();
    given.event.name = good;
    CHECK(normalize(given).value().event.name == good);
  }
  for (const std::string& bad : {std::string(" \t"), std::string("a\nb"), std::string("\x7f"),
                                 std::string("\xc2\x85"), std::string("\xe3\x80\x80")}) {
    NewEvent given = event();
    given.event.name = bad;
    CHECK(failure(normalize(given)) == "invalid_argument: id");
  }
  CHECK(failure(check_id("id", "")) == "invalid_argument: id");
  CHECK(failure(check_id("id", std::string(513, 'a'))) == "too_large: id");
}

TEST_CASE("summary and content have their limits and may be empty") {
  CHECK(normalize(event("")).ok());
  CHECK(normalize(event(std::string(kMaxSummaryBytes, 'a'))).ok());
  CHECK(failure(normalize(event(std::string(kMaxSummaryBytes + 1, 'a')))) == "too_large: summary");
  NewEvent given = event();
  given.event.content = std::string(kMaxEventContentBytes, ' ');
  CHECK(normalize(given).value().event.content == given.event.content);
  given.event.content += 'a';
  CHECK(failure(normalize(given)) == "too_large: content");
}

TEST_CASE("an entity's name is collapsed, and one that comes twice is one") {
  const auto once = normalize(mentioning({concept_of(" the  sea "), concept_of("the sea"),
                                          concept_of("the sea", "sea"), concept_of("The Sea")}));
  const std::vector<Entity> expected = {concept_of("the sea"), concept_of("the sea", "sea"),
                                        concept_of("The Sea")};
  CHECK(once.value().event.entities == expected);
  CHECK(failure(normalize(mentioning({concept_of("a"), concept_of(" ")}))) ==
        "invalid_argument: entities[1].name");
  CHECK(failure(normalize(mentioning({concept_of("a", "\n")}))) ==
        "invalid_argument: entities[0].id");
  CHECK(failure(normalize(mentioning({concept_of(std::string(513, 'a'))}))) ==
        "too_large: entities[0].name");
}

TEST_CASE("an event mentions 1000 entities at most") {
  std::vector<Entity> entities;
  for (int i = 0; i < 1000; ++i) entities.push_back(concept_of(std::to_string(i)));
  CHECK(normalize(mentioning(entities)).value().event.entities.size() == 1000);
  entities.push_back(concept_of("0"));
  CHECK(failure(normalize(mentioning(entities))) == "too_large: entities");
}

TEST_CASE("a date is stored in its own form, or none") {
  NewEvent given = event();
  given.written = WrittenAt::kSaid;
  given.event.written_at = "2026-03-01T10:00:00+02:00";
  CHECK(normalize(given).value().event.written_at == "2026-03-01T08:00:00Z");
  given.event.written_at = "last spring";
  CHECK(failure(normalize(given)) == "invalid_argument: writtenAt");
  given.written = WrittenAt::kNever;
  CHECK_FALSE(normalize(given).value().event.written_at.has_value());
}

}  // namespace
}  // namespace loci
