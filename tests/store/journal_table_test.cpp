#include "store/journal_table.h"

#include <catch_amalgamated.hpp>
#include <limits>

#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

void append(JournalTable& journal, int count) {
  const int64_t last = value_of(journal.revision());
  for (int64_t i = 1; i <= count; ++i) {
    require_ok(journal.append({last + i, kNow, JournalAction::kAdd, "c", "n", {}, {}}));
  }
}

std::vector<int64_t> revisions(JournalTable& journal, int64_t since, int64_t limit) {
  std::vector<int64_t> revisions;
  for (const JournalEntry& entry : value_of(journal.list(since, limit))) {
    revisions.push_back(entry.revision);
  }
  return revisions;
}

HistoryMark mark_of(JournalTable& journal, int64_t revision) {
  HistoryMark mark;
  require_ok(journal.mark(revision, mark));
  return mark;
}

using Revisions = std::vector<int64_t>;

}  // namespace

TEST_CASE("a journal entry comes back as it was") {
  const auto store = open_store();
  require_ok(store->journal().append({1, kNow, JournalAction::kRemove, "c", "n", "me", "conv"}));
  require_ok(store->journal().append({2, -5, JournalAction::kUpdate, "c", "n", {}, ""}));
  const auto entries = value_of(store->journal().list(0, 10));
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].time == kNow);
  CHECK(entries[0].action == JournalAction::kRemove);
  CHECK(entries[0].category == "c");
  CHECK(entries[0].owner == "me");
  CHECK(entries[0].source_conv == "conv");
  CHECK(entries[1].time == -5);
  CHECK_FALSE(entries[1].owner);
  CHECK(entries[1].source_conv == "");
}

TEST_CASE("entries are listed above a revision, oldest first") {
  const auto store = open_store();
  append(store->journal(), 5);
  CHECK(revisions(store->journal(), 0, 100) == Revisions{1, 2, 3, 4, 5});
  CHECK(revisions(store->journal(), 2, 2) == Revisions{3, 4});
  CHECK(revisions(store->journal(), 5, 100).empty());
  CHECK(revisions(store->journal(), 0, 0).empty());
  CHECK(revisions(store->journal(), std::numeric_limits<int64_t>::max(), 1).empty());
}

TEST_CASE("trimming keeps the newest entries and the revision") {
  const auto store = open_store();
  JournalTable& journal = store->journal();
  append(journal, 5);
  CHECK(value_of(journal.trim(3)) == 2);
  CHECK(revisions(journal, 0, 100) == Revisions{3, 4, 5});
  CHECK(value_of(journal.trim(3)) == 0);
  CHECK(value_of(journal.trim(100)) == 0);
  CHECK(value_of(journal.trim(0)) == 3);
  CHECK(value_of(journal.revision()) == 5);
  append(journal, 1);
  CHECK(revisions(journal, 0, 100) == Revisions{6});
  CHECK(value_of(journal.trim(std::numeric_limits<int64_t>::max())) == 0);
}

TEST_CASE("an empty journal has revision 0") {
  const auto store = open_store();
  CHECK(value_of(store->journal().revision()) == 0);
  CHECK(value_of(store->journal().trim(0)) == 0);
}

TEST_CASE("actions have their published names") {
  CHECK(name_of(JournalAction::kAdd) == "add");
  CHECK(name_of(JournalAction::kUpdate) == "update");
  CHECK(name_of(JournalAction::kRemove) == "remove");
}

TEST_CASE("a mark is that of an earlier one as long as the history before it is the same") {
  const auto store = open_store();
  JournalTable& journal = store->journal();
  const auto lineage = [&](int64_t revision) { return mark_of(journal, revision).lineage; };
  const std::string empty = lineage(0);
  append(journal, 3);
  const std::string third = lineage(3);
  CHECK(lineage(0) == empty);
  CHECK(lineage(2) != third);
  append(journal, 2);
  require_ok(store->connection().begin());
  require_ok(store->reload_revision());
  require_ok(store->count_vector_write());
  require_ok(store->connection().commit());
  CHECK(lineage(3) == third);
  CHECK(mark_of(journal, 3).vector_revision == 6);
  value_of(journal.trim(4));
  CHECK(lineage(3) == third);
  value_of(journal.trim(2));
  CHECK(lineage(3) != third);
}

TEST_CASE("what another clock, name or action led to is another history") {
  const auto lineage = [](const JournalEntry& entry) {
    const auto store = open_store();
    require_ok(store->journal().append(entry));
    return mark_of(store->journal(), 1).lineage;
  };
  const std::string known = lineage({1, kNow, JournalAction::kAdd, "c", "n", {}, {}});
  CHECK(lineage({1, kNow, JournalAction::kAdd, "c", "n", "me", {}}) == known);
  CHECK(lineage({1, kNow + 1, JournalAction::kAdd, "c", "n", {}, {}}) != known);
  CHECK(lineage({1, kNow, JournalAction::kRemove, "c", "n", {}, {}}) != known);
  CHECK(lineage({1, kNow, JournalAction::kAdd, "d", "n", {}, {}}) != known);
  CHECK(lineage({1, kNow, JournalAction::kAdd, "c", "m", {}, {}}) != known);
}

TEST_CASE("each import makes another history, also of the same bytes") {
  const auto store = open_store();
  append(store->journal(), 1);
  const std::string bytes = value_of(store->export_bytes());
  std::string before = mark_of(store->journal(), 1).lineage;
  for (int round = 0; round < 3; ++round) {
    require_ok(store->import_bytes(bytes));
    const std::string now = mark_of(store->journal(), 1).lineage;
    CHECK(now != before);
    before = now;
  }
}
