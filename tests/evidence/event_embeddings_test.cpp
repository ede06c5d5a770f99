#include "evidence/event_embeddings.h"

#include <catch_amalgamated.hpp>

#include "base/content_hash.h"
#include "support/evidence_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

using Numbers = std::vector<float>;
using Action = SaveOutcome::Action;

/// A content of three chunks, whose characters tell where they stand.
std::string content_of_three() {
  std::string content;
  for (int i = 0; i < 1700; ++i) content += static_cast<char>('a' + i / 100);
  return content;
}

EventVectors three_vectors() { return {Numbers{1, 0}, {{{1, 1}}, {{2, 1}}, {{3, 1}}}, "m"}; }

/// Which vectors of the event are stored: that of the summary, then those of chunks.
std::string vectors_of(EvidenceFixture& fixture, std::string_view name) {
  const Event event = value_of(fixture.evidence.get(name)).value();
  const auto show = [](VectorTable& table, int64_t owner) -> std::string {
    Numbers vector;
    return value_of(table.find(owner, vector)) ? std::to_string(static_cast<int>(vector[0])) : "-";
  };
  std::string out = show(fixture.store->event_vectors(), event.id) + ":";
  for (int64_t i = 0; i < 4; ++i) {
    out += show(fixture.store->chunk_vectors(), chunk_id(event.id, i));
  }
  return out;
}

ErrorCode refusal(EvidenceFixture& fixture, const EventVectors& vectors) {
  auto saved = fixture.evidence.save(new_event("a", "s", content_of_three()), vectors, kNow);
  REQUIRE_FALSE(saved.ok());
  return saved.error().code;
}

Status put(EvidenceFixture& fixture, std::string_view name, EventPart part,
           const std::optional<std::string>& hash, const Numbers& vector) {
  return in_transaction(*fixture.store, [&] {
    return fixture.evidence.put_embedding(name, part, hash, {vector, ""});
  });
}

}  // namespace

TEST_CASE("vectors are stored with their event, one a part") {
  EvidenceFixture fixture;
  fixture.save("a", "s", content_of_three(), three_vectors());
  CHECK(vectors_of(fixture, "a") == "1:123-");
  CHECK(value_of(fixture.store->all_vectors().stamp()).model == "m");
  fixture.save("b", "s", content_of_three(), {{}, {{}, Numbers{5, 1}, {}}, ""});
  CHECK(vectors_of(fixture, "b") == "-:-5--");
  fixture.check_index();
}

TEST_CASE("there is a vector for each chunk, or none at all") {
  EvidenceFixture fixture;
  const auto saved = fixture.evidence.save(new_event("a", "s", content_of_three()),
                                           {{}, {Numbers{1, 1}}, ""}, kNow);
  CHECK(saved.error().message ==
        "chunkEmbeddings: the content has 3 chunks, not 1; give one a chunk, or none");
  CHECK(refusal(fixture, {{}, {{}, {}, {}, {}}, ""}) == ErrorCode::kInvalidArgument);
  CHECK(refusal(fixture, {Numbers{0, 0}, {}, ""}) == ErrorCode::kInvalidVector);
  CHECK(refusal(fixture, {Numbers{1, 0}, {Numbers{1}, {}, {}}, ""}) ==
        ErrorCode::kDimensionMismatch);
  CHECK_FALSE(value_of(fixture.evidence.get("a")).has_value());
  CHECK(value_of(fixture.store->all_vectors().stamp()).width == 0);
}

TEST_CASE("parts whose text stays the same keep their vectors") {
  EvidenceFixture fixture;
  fixture.save("a", "s", content_of_three(), three_vectors());
  fixture.check_index();
  CHECK(fixture.save("a", "s", content_of_three()).action == Action::kSame);
  CHECK(vectors_of(fixture, "a") == "1:123-");
  fixture.save("a", "other", content_of_three());
  CHECK(vectors_of(fixture, "a") == "-:123-");
  std::string edited = content_of_three();
  edited[100] = '!';  // of the first chunk alone
  fixture.save("a", "other", edited);
  CHECK(vectors_of(fixture, "a") == "-:-23-");
  fixture.check_index();
  fixture.save("a", "other", edited + std::string(700, 'z'));  // the last one grew, one came
  CHECK(vectors_of(fixture, "a") == "-:-2--");
  fixture.save("a", "other", edited.substr(0, 800));
  CHECK(vectors_of(fixture, "a") == "-:----");
  CHECK(value_of(fixture.store->chunk_vectors().count()) == 0);
  fixture.check_index();
}

TEST_CASE("vectors alone replace those of an event that stays") {
  EvidenceFixture fixture;
  fixture.save("a", "s", content_of_three(), three_vectors());
  fixture.index();
  const int64_t revision = fixture.store->revision();
  const auto saved = fixture.save("a", "s", content_of_three(), {Numbers{7, 0}, {}, "m"});
  CHECK(saved.action == Action::kSame);
  CHECK(fixture.store->revision() == revision + 1);
  CHECK(vectors_of(fixture, "a") == "7:123-");
  fixture.check_index();
}

TEST_CASE("a vector that comes later belongs to what its part says now") {
  EvidenceFixture fixture;
  const std::string content = content_of_three();
  fixture.save("a", "s", content);
  fixture.check_index();
  require_ok(put(fixture, "a", {}, hash_text(stable_hash("s")), {4, 1}));
  require_ok(put(fixture, "a", {2}, hash_text(stable_hash(content.substr(1360))), {6, 1}));
  CHECK(vectors_of(fixture, "a") == "4:--6-");
  fixture.check_index();
  CHECK(put(fixture, "a", {0}, hash_text(stable_hash("s")), {1, 1}).error().code ==
        ErrorCode::kStaleHash);
  CHECK(put(fixture, "a", {3}, {}, {1, 1}).error().code == ErrorCode::kUnknownItem);
  CHECK(put(fixture, "b", {}, {}, {1, 1}).error().code == ErrorCode::kUnknownItem);
  CHECK(put(fixture, "a", {}, {}, {1, 1, 1}).error().code == ErrorCode::kDimensionMismatch);
  CHECK(vectors_of(fixture, "a") == "4:--6-");
}

TEST_CASE("vectors go with their event") {
  EvidenceFixture fixture;
  fixture.save("a", "s", content_of_three(), three_vectors());
  value_of(fixture.evidence.remove("a"));
  CHECK(value_of(fixture.store->event_vectors().count()) == 0);
  CHECK(value_of(fixture.store->chunk_vectors().count()) == 0);
  CHECK(value_of(fixture.store->all_vectors().stamp()).width == 0);
}
