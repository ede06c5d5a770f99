// Sequences follow the items of a store, on each way that those are written.

#include <catch_amalgamated.hpp>
#include <random>

#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

std::string fresh_sequences_of(WikiFixture& fixture) {
  Wiki fresh(*fixture.store, Profile::kDefault);
  require_ok(fresh.rebuild());
  return sequences_of(fresh);
}

/// The number of items in a sequence, if it is that of a wiki built afresh.
size_t count_of(WikiFixture& fixture) {
  REQUIRE(sequences_of(fixture.wiki) == fresh_sequences_of(fixture));
  return fixture.wiki.sequences().size();
}

}  // namespace

TEST_CASE("an item enters its sequence, moves and leaves it") {
  WikiFixture fixture;
  fixture.add("notes", "a", "one", Sequence{"talk", 1});
  fixture.add("notes", "b", "two", Sequence{"talk", 2});
  fixture.add("notes", "c", "three");
  CHECK(count_of(fixture) == 2);
  fixture.add("notes", "a", "one", Sequence{"talk", 3});
  CHECK(count_of(fixture) == 2);
  CHECK(fixture.wiki.sequences().place_of(4) == SequencePlace{Sequences::number_of("talk"), 3});
  fixture.add("notes", "b", "two");
  CHECK(count_of(fixture) == 1);
  fixture.remove("notes", "a");
  CHECK(count_of(fixture) == 0);
}

TEST_CASE("what is rolled back is in no sequence") {
  WikiFixture fixture;
  fixture.add("notes", "a", "one", Sequence{"talk", 1});
  const std::string before = sequences_of(fixture.wiki);
  require_ok(fixture.wiki.begin_batch());
  fixture.add("notes", "a", "one");
  fixture.add("notes", "b", "two", Sequence{"talk", 2});
  CHECK(fixture.wiki.sequences().size() == 1);
  require_ok(fixture.wiki.rollback_batch());
  CHECK(sequences_of(fixture.wiki) == before);
}

TEST_CASE("sequences follow what others wrote") {
  WikiFixture fixture;
  Wiki other(*fixture.store, Profile::kDefault);
  std::mt19937_64 random(7);
  const auto below = [&](uint64_t bound) { return static_cast<int64_t>(random() % bound); };
  for (int round = 0; round < 40; ++round) {
    INFO("round " << round);
    require_ok(fixture.wiki.mark());
    require_ok(other.rebuild());
    for (auto writes = below(6); writes > 0; --writes) {
      Item item = make_item("notes", std::to_string(below(9)), "text");
      if (below(3) == 0) {
        value_of(other.remove(item.category, item.name, kNow));
        continue;
      }
      if (below(4) > 0) item.sequence = Sequence{std::to_string(below(2)), below(4)};
      value_of(other.add(item, kNow));
    }
    require_ok(fixture.wiki.catch_up());
    count_of(fixture);
  }
}
