// The index follows every write: after any history a wiki answers, to the last bit, like one that
// was built afresh from the same store.

#include <catch_amalgamated.hpp>
#include <random>

#include "support/wiki_fixture.h"
#include "wiki/wiki.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr const char* kWords[] = {"apple",  "Apple", "apples",  "users",   "café",   "cafe",
                                  "userId", "user",  "v2.4",    "海",      "海边",   "大海边",
                                  "海海",   "㊀㊁",  "一二",    "一",      "한국어", "한국",
                                  "น้ำตก",   "C++",   "[[a:1]]", "[[b:9]]", "…"};
constexpr const char* kQueries[] = {"apple user 海", "一 cafe", "café userId v2.4",
                                    "海边 한국 น้ำ c++"};

class RandomWrites {
 public:
  RandomWrites(WikiFixture& fixture, uint64_t seed) : fixture_(fixture), random_(seed) {}

  void step() {
    switch (below(12)) {
      case 0:
        return batch();
      case 1:
        return import();
      case 2:
        return import_bytes();
      case 3:
        return fixture_.wiki.compact();
      case 4:
      case 5:
      case 6:
        fixture_.remove(category(), name());
        return;
      default:
        add();
    }
  }

  int below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }

 private:
  std::string category() { return std::string(1, static_cast<char>('a' + below(3))); }
  std::string name() { return std::to_string(below(6)); }

  std::string text() {
    std::string text;
    for (int count = below(6); count > 0; --count) {
      text += std::string(kWords[below(sizeof kWords / sizeof *kWords)]) + " ";
    }
    return text;
  }

  std::optional<Sequence> sequence() {
    if (below(3) == 0) return std::nullopt;
    return Sequence{category(), below(5)};
  }

  void add() { fixture_.add(category(), name(), text(), sequence()); }

  void batch() {
    require_ok(fixture_.wiki.begin_batch());
    for (int count = below(8); count > 0; --count) add();
    require_ok(below(2) == 0 ? fixture_.wiki.commit_batch() : fixture_.wiki.rollback_batch());
  }

  void import() {
    require_ok(fixture_.wiki.begin_batch());
    const std::string file = "# a\n## 1\n" + text() + "\n## 2\n" + text();
    value_of(fixture_.wiki.import_markdown({"wiki/a.md", file}, kNow));
    require_ok(fixture_.wiki.commit_batch());
  }

  void import_bytes() {
    const std::string now = value_of(fixture_.store->export_bytes());
    require_ok(fixture_.store->import_bytes(saved_.empty() || below(2) == 0 ? now : saved_));
    require_ok(fixture_.wiki.rebuild());
    saved_ = now;
  }

  WikiFixture& fixture_;
  std::mt19937_64 random_;
  std::string saved_;
};

void require_equals_fresh(WikiFixture& fixture, const Analyzer& analyzer) {
  Wiki fresh(*fixture.store, analyzer);
  require_ok(fresh.rebuild());
  RetrieveOptions options;
  options.explain = true;
  for (const char* query : kQueries) {
    INFO("query " << query);
    REQUIRE(picture_of(fixture.ask(query, options)) ==
            picture_of(value_of(fresh.retrieve(query, options))));
  }
  REQUIRE(fixture.wiki.index().document_count() == fresh.index().document_count());
  REQUIRE(fixture.wiki.index().term_count() == fresh.index().term_count());
  REQUIRE(sequences_of(fixture.wiki) == sequences_of(fresh));
}

void run(const Analyzer& analyzer, uint64_t seed, int steps) {
  WikiFixture fixture(analyzer);
  RandomWrites writes(fixture, seed);
  for (int step = 0; step < steps; ++step) {
    INFO("seed " << seed << ", step " << step);
    writes.step();
    require_equals_fresh(fixture, analyzer);
  }
}

}  // namespace

TEST_CASE("after any history a wiki answers like one built afresh") {
  for (uint64_t seed = 1; seed <= 4; ++seed) run(Profile::kDefault, seed, 120);
  run(Profile::kReference, 5, 120);
  run({Profile::kDefault, nullptr, Forms::kBoth}, 6, 120);
}
