#include "store/event_table.h"

#include <algorithm>
#include <catch_amalgamated.hpp>

#include "support/stored_events.h"

using namespace loci;
using namespace loci::test;

namespace {

void insert(Store& store, int64_t id, Event event) {
  event.id = id;
  require_ok(store.events().insert(event));
}

Event dated(std::string name, std::optional<std::string> written_at) {
  Event event = make_event(std::move(name), "summary");
  event.written_at = std::move(written_at);
  return event;
}

Texts names_between(Store& store, std::string_view lower, std::string_view upper) {
  Texts names;
  require_ok(store.events().each_name(lower, upper, [&](int64_t id, std::string_view name) {
    names.push_back(std::to_string(id) + " " + std::string(name));
  }));
  return names;
}

/// "id name has_chunks" of each event above `after`.
Texts scanned(Store& store, int64_t after) {
  Texts texts;
  require_ok(store.events().scan(after, [&](const EventText& event) -> Status {
    texts.push_back(std::to_string(event.id) + " " + std::string(event.name) +
                    (event.has_chunks ? " cut" : " whole"));
    return Ok{};
  }));
  return texts;
}

}  // namespace

TEST_CASE("an event comes back with all its fields, to the byte") {
  const auto store = open_store();
  Event event = make_event("talk 1", "a summary", std::string("zero \0 byte, \U0001F600\r\n", 19));
  event.written_at = "2024-01-01T00:00:00.000Z";
  insert(*store, 7, event);
  const Event back = value_of(store->events().get(7));
  CHECK(back.id == 7);
  CHECK(back.name == event.name);
  CHECK(back.summary == event.summary);
  CHECK(back.content == event.content);
  CHECK(back.written_at == event.written_at);
}

TEST_CASE("an event without a date or a text has none") {
  const auto store = open_store();
  insert(*store, 1, make_event("e", ""));
  const Event back = value_of(store->events().get(1));
  CHECK(back.written_at == std::nullopt);
  CHECK(back.summary.empty());
  CHECK(back.content.empty());
  CHECK(value_of(store->events().chunks(1)).empty());
}

TEST_CASE("an event is found by its name, to the byte") {
  const auto store = open_store();
  insert(*store, 3, make_event("Talk", "s"));
  CHECK(value_of(store->events().find("Talk")) == 3);
  CHECK(value_of(store->events().find("talk")) == std::nullopt);
  require_ok(store->events().remove(3));
  CHECK(value_of(store->events().find("Talk")) == std::nullopt);
  CHECK_FALSE(store->events().get(3).ok());
}

TEST_CASE("a content is kept with its chunks, and goes with them") {
  const auto store = open_store();
  insert(*store, 1, make_event("one", "s", text_of(100)));
  insert(*store, 2, make_event("two", "s", text_of(1481)));
  insert(*store, 3, make_event("three", "s", text_of(801)));
  using Ranges = std::vector<ChunkRange>;
  CHECK(value_of(store->events().chunks(1)) == Ranges{{0, 100}});
  CHECK(value_of(store->events().chunks(2)) == Ranges{{0, 800}, {680, 1480}, {1360, 1481}});
  CHECK(value_of(store->events().chunk_count()) == 6);
  require_ok(store->events().remove(2));
  CHECK(value_of(store->events().chunks(2)).empty());
  CHECK(value_of(store->events().chunks(3)) == Ranges{{0, 800}, {680, 801}});
  CHECK(value_of(store->events().chunk_count()) == 3);
  CHECK(value_of(store->events().count()) == 2);
}

TEST_CASE("events are shown in order of storing, from any of them on") {
  const auto store = open_store();
  insert(*store, 5, make_event("b", "s", "text"));
  insert(*store, 2, make_event("c", "s"));
  insert(*store, 9, make_event("a", "s", "text"));
  CHECK(scanned(*store, 0) == Texts{"2 c cut", "5 b cut", "9 a cut"});
  CHECK(scanned(*store, 5) == Texts{"9 a cut"});
}

TEST_CASE("an event of an older store has no chunks until it gets them") {
  const auto store = open_store();
  insert(*store, 1, make_event("a", "s", "text"));
  require_ok(store->connection().execute("DELETE FROM chunk"));
  CHECK(scanned(*store, 0) == Texts{"1 a whole"});
  require_ok(store->events().insert_chunks(1, "text"));
  CHECK(scanned(*store, 0) == Texts{"1 a cut"});
}

TEST_CASE("dates are told without a look at texts") {
  const auto store = open_store();
  insert(*store, 1, dated("a", "2024-02-01"));
  insert(*store, 2, dated("b", std::nullopt));
  insert(*store, 3, dated("c", "2023-12-31"));
  insert(*store, 4, dated("d", std::nullopt));
  require_ok(store->events().set_written_at(4, "2024-01-01"));
  require_ok(store->events().set_written_at(1, std::nullopt));
  Texts dates;
  require_ok(store->events().each_date([&](int64_t id, std::optional<std::string_view> date) {
    dates.push_back(std::to_string(id) + " " + std::string(date.value_or("none")));
  }));
  std::sort(dates.begin(), dates.end());
  CHECK(dates == Texts{"1 none", "2 none", "3 2023-12-31", "4 2024-01-01"});
}

TEST_CASE("names are shown from one to another, by their bytes") {
  const auto store = open_store();
  int64_t id = 0;
  for (const char* name : {"book_ch1_e10", "book_ch1_e2", "book_ch10_e1", "book_ch1_f", "book"}) {
    insert(*store, ++id, make_event(name, "s"));
  }
  CHECK(names_between(*store, "book_ch1_e", "book_ch1_f") ==
        Texts{"1 book_ch1_e10", "2 book_ch1_e2"});
  CHECK(names_between(*store, "book_ch1_f", "book_ch1_g") == Texts{"4 book_ch1_f"});
  CHECK(names_between(*store, "c", "d").empty());
}

TEST_CASE("summaries are counted without a look at texts, empty ones not") {
  const auto store = open_store();
  CHECK(value_of(store->events().summary_count()) == 0);
  insert(*store, 1, make_event("a", "s"));
  insert(*store, 2, make_event("b", "", "text"));
  insert(*store, 3, make_event("c", "", std::string(100'000, 'x')));
  insert(*store, 4, make_event("d", " "));
  CHECK(value_of(store->events().summary_count()) == 2);
  require_ok(store->events().remove(3));
  CHECK(value_of(store->events().summary_count()) == 2);
  auto plan = value_of(store->connection().prepare(
      "SELECT count(*) FROM event INDEXED BY event_without_summary WHERE summary = ''"));
  CHECK(value_of(plan.step()));
  CHECK(plan.column_int64(0) == 1);
}

TEST_CASE("a failing visit ends the scan") {
  const auto store = open_store();
  insert(*store, 1, make_event("a", "s"));
  insert(*store, 2, make_event("b", "s"));
  int seen = 0;
  const Status status = store->events().scan(0, [&](const EventText&) -> Status {
    ++seen;
    return fail(ErrorCode::kInternal, "enough");
  });
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().message == "enough");
  CHECK(seen == 1);
}
