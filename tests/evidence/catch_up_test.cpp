// An index follows what another face on the same store wrote since the mark.

#include <catch_amalgamated.hpp>
#include <random>

#include "support/evidence_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

using Numbers = std::vector<float>;

/// A face that looks on, and one that writes.
struct Two {
  EvidenceFixture fixture;
  Evidence other{*fixture.store, Profile::kDefault};

  void save(std::string name, std::string summary, const EventVectors& vectors = {}) {
    value_of(other.save(new_event(std::move(name), std::move(summary), "content"), vectors, kNow));
  }
  /// Whether the index was kept, and is right.
  void catch_up() {
    CHECK(fixture.evidence.catch_up());
    CHECK(fixture.evidence.index_bytes() > 0);
    fixture.check_index();
  }
};

}  // namespace

TEST_CASE("an index follows what came, went and was dated anew") {
  Two two;
  for (const char* name : {"a", "b", "c"}) two.save(name, name);
  two.fixture.index();
  require_ok(two.fixture.evidence.mark());
  value_of(two.other.remove("b"));
  two.save("d", "d");
  NewEvent undated = new_event("a", "a", "content");
  undated.written = WrittenAt::kNever;
  value_of(two.other.save(undated, {}, kNow));
  two.catch_up();
}

TEST_CASE("an index follows vectors of new events, and of known ones") {
  Two two;
  two.save("a", "a", {Numbers{1, 0}, {}, ""});
  two.save("b", "b");
  two.fixture.check_index();
  require_ok(two.fixture.evidence.mark());
  two.save("c", "c", {Numbers{1, 1}, {Numbers{1, 2}}, ""});
  two.catch_up();
  require_ok(two.fixture.evidence.mark());
  two.save("b", "b", {Numbers{0, 1}, {}, ""});
  two.catch_up();
  CHECK(value_of(two.fixture.index().summary_vectors().index())->size() == 3);
}

TEST_CASE("an index that is not loaded is not loaded to follow") {
  Two two;
  two.save("a", "a");
  require_ok(two.fixture.evidence.mark());
  two.save("b", "b");
  CHECK(two.fixture.evidence.catch_up());
  CHECK(two.fixture.evidence.index_bytes() == 0);
}

TEST_CASE("without a mark, or after an import, ids mean others") {
  Two two;
  two.save("a", "a");
  two.fixture.index();
  CHECK_FALSE(two.fixture.evidence.catch_up());
  CHECK(two.fixture.evidence.index_bytes() == 0);
  two.fixture.index();
  require_ok(two.fixture.evidence.mark());
  require_ok(two.fixture.store->import_bytes(value_of(two.fixture.store->export_bytes())));
  CHECK_FALSE(two.fixture.evidence.catch_up());
  two.fixture.check_index();
}

TEST_CASE("an index follows whatever others did") {
  Two two;
  std::mt19937_64 random(11);
  const auto below = [&](uint64_t bound) { return random() % bound; };
  const auto numbers = [&] { return Numbers{1.f + static_cast<float>(below(3)), 1}; };
  for (int round = 0; round < 60; ++round) {
    INFO("round " << round);
    two.fixture.index();
    require_ok(two.fixture.evidence.mark());
    for (auto writes = below(8); writes > 0; --writes) {
      const std::string name = std::to_string(below(10));
      if (below(3) == 0) {
        value_of(two.other.remove(name));
      } else if (below(2) == 0) {
        two.save(name, std::to_string(below(4)));
      } else {
        two.save(name, std::to_string(below(4)), {numbers(), {}, ""});
      }
    }
    two.catch_up();
  }
}
