#include "evidence/event_index.h"

#include <catch_amalgamated.hpp>
#include <random>

#include "support/evidence_fixture.h"
#include "support/mixed_text.h"

using namespace loci;
using namespace loci::test;

namespace {

using Numbers = std::vector<float>;

EventVectors vectors_of(const Numbers& summary, std::vector<std::optional<Numbers>> chunks = {}) {
  return {summary, std::move(chunks), ""};
}

uint32_t frequency(InvertedIndex& index, std::string_view term) {
  const PostingList* list = index.find(term);
  return list == nullptr ? 0 : list->document_frequency();
}

int64_t id_of(EvidenceFixture& fixture, std::string_view name) {
  return value_of(fixture.evidence.get(name))->id;
}

}  // namespace

TEST_CASE("an index has the words of summaries and of contents apart") {
  EvidenceFixture fixture;
  fixture.save("a", "apple pear", "plum");
  fixture.save("b", "pear", "");
  EventIndex& index = fixture.index();
  CHECK(frequency(index.summaries(), "pear") == 2);
  CHECK(frequency(index.contents(), "pear") == 0);
  CHECK(frequency(index.contents(), "plum") == 1);
  CHECK(index.contents().document_count() == 2);
  const EventFacts& a = index.facts(*index.number_of(id_of(fixture, "a")));
  CHECK(a.chunks == 1);
  CHECK(a.written_at == kNow * 1000);
  CHECK_FALSE(a.chunks_missing);
  CHECK(index.facts(*index.number_of(id_of(fixture, "b"))).chunks == 0);
}

TEST_CASE("numbers of what is gone serve again") {
  EvidenceFixture fixture;
  for (const char* name : {"a", "b", "c"}) fixture.save(name, name);
  EventIndex& index = fixture.index();
  const uint32_t number = *index.number_of(id_of(fixture, "b"));
  value_of(fixture.evidence.remove("b"));
  CHECK(index.facts(number).id == 0);
  fixture.save("d", "d");
  CHECK(index.number_of(id_of(fixture, "d")) == number);
  CHECK(index.size() == 3);
  fixture.check_index();
}

TEST_CASE("vectors stand under the numbers of their events") {
  EvidenceFixture fixture;
  fixture.save("a", "apple");
  fixture.save("b", "pear", std::string(1000, 'x'), vectors_of({1, 0}, {Numbers{0, 1}, {}}));
  EventIndex& index = fixture.index();
  const int64_t b = id_of(fixture, "b");
  CHECK(value_of(index.summary_vectors().index())->size() == 1);
  CHECK(value_of(index.chunk_vectors().index())->size() == 1);
  fixture.save("c", "plum", "", vectors_of({1, 1}));
  CHECK(value_of(index.summary_vectors().index())->size() == 2);
  value_of(fixture.evidence.remove("b"));
  CHECK(value_of(index.chunk_vectors().index()) == nullptr);
  CHECK_FALSE(index.number_of(b).has_value());
  fixture.check_index();
}

TEST_CASE("an event of an older store is found by its summary alone, until it is saved again") {
  EvidenceFixture fixture;
  fixture.save("a", "apple", "pear");
  require_ok(fixture.store->connection().execute("DELETE FROM chunk"));
  fixture.save("b", "apple", "pear");
  EventIndex& index = fixture.index();
  CHECK(frequency(index.summaries(), "apple") == 2);
  CHECK(frequency(index.contents(), "pear") == 1);
  CHECK(index.facts(*index.number_of(id_of(fixture, "a"))).chunks_missing);
  CHECK(fixture.save("a", "apple", "pear").action == SaveOutcome::Action::kUpdated);
  CHECK(frequency(fixture.index().contents(), "pear") == 2);
  fixture.check_index();
}

TEST_CASE("an older event that goes takes its words with it") {
  EvidenceFixture fixture;
  fixture.save("a", "apple", "pear");
  require_ok(fixture.store->connection().execute("DELETE FROM chunk"));
  EventIndex& index = fixture.index();
  value_of(fixture.evidence.remove("a"));
  CHECK(index.summaries().term_count() == 0);
  CHECK(index.contents().term_count() == 0);
}

TEST_CASE("an index that followed is the one that would be loaded") {
  EvidenceFixture fixture;
  std::mt19937_64 random(7);
  const auto below = [&](uint64_t bound) { return random() % bound; };
  const auto text = [&] {
    std::string text;
    for (auto words = below(300); words > 0; --words) {
      text += "word" + std::to_string(below(40)) + " ";
    }
    return text;
  };
  const auto vector = [&] { return Numbers{1.f + static_cast<float>(below(3)), 1}; };
  for (int step = 0; step < 300; ++step) {
    INFO("step " << step);
    const std::string name = std::to_string(below(12));
    if (below(3) == 0) {
      value_of(fixture.evidence.remove(name));
    } else {
      NewEvent event = new_event(name, text(), text());
      if (below(4) == 0) event.written = WrittenAt::kNever;
      fixture.save(event, below(2) == 0 ? EventVectors() : vectors_of(vector()));
    }
    if (step % 10 == 0) fixture.check_index();
  }
}
