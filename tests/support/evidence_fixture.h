#pragma once

/// The evidence face over a store, as tests need it.

#include <string>
#include <utility>
#include <vector>

#include "evidence/evidence.h"
#include "support/wiki_fixture.h"

namespace loci::test {

inline NewEvent new_event(std::string name, std::string summary, std::string content) {
  NewEvent given;
  given.event.name = std::move(name);
  given.event.summary = std::move(summary);
  given.event.content = std::move(content);
  return given;
}

struct EvidenceFixture {
  explicit EvidenceFixture(Profile profile = Profile::kDefault,
                           std::unique_ptr<Host> host = std::make_unique<MemoryHost>())
      : store(open_store(std::move(host))), evidence(*store, profile) {}

  std::unique_ptr<Store> store;
  Evidence evidence;

  SaveOutcome save(NewEvent event, const EventVectors& vectors = {}) {
    return value_of(evidence.save(std::move(event), vectors, kNow));
  }
  SaveOutcome save(std::string name, std::string summary, std::string content = "",
                   const EventVectors& vectors = {}) {
    return save(new_event(std::move(name), std::move(summary), std::move(content)), vectors);
  }
  EventIndex& index() { return *value_of(evidence.index()); }

  /// Checks that the index, as it followed, is what would be loaded now, numbers aside.
  void check_index() {
    EventIndex fresh(*store, Profile::kDefault);
    require_ok(fresh.load());
    check_same(index(), fresh);
  }

 private:
  static void check_same(EventIndex& followed, EventIndex& loaded);
};

inline void EvidenceFixture::check_same(EventIndex& followed, EventIndex& loaded) {
  for (const auto index : {&EventIndex::summaries, &EventIndex::contents}) {
    InvertedIndex& a = (followed.*index)();
    InvertedIndex& b = (loaded.*index)();
    CHECK(a.document_count() == b.document_count());
    CHECK(a.term_count() == b.term_count());
    CHECK(a.average_length() == b.average_length());
  }
  CHECK(followed.summaries().slot_count() == followed.contents().slot_count());
  for (uint32_t number = 0; number < loaded.size(); ++number) {
    const EventFacts& expected = loaded.facts(number);
    const auto at = followed.number_of(expected.id);
    INFO("event " << expected.id);
    REQUIRE(at.has_value());
    CHECK(followed.facts(*at) == expected);
  }
  for (const auto vectors : {&EventIndex::summary_vectors, &EventIndex::chunk_vectors}) {
    VectorIndex* const a = value_of((followed.*vectors)().index());
    VectorIndex* const b = value_of((loaded.*vectors)().index());
    CHECK((a == nullptr ? 0 : a->size()) == (b == nullptr ? 0 : b->size()));
  }
}

}  // namespace loci::test
