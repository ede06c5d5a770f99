// What sessions were given: every bound at its edge, and random histories against a plain list of
// all deliveries.

#include "evidence/delivery_memory.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <random>
#include <string>
#include <vector>

using namespace loci;

namespace {

using Ids = std::vector<int64_t>;

constexpr int64_t kQuarter = 15 * 60 * 1000;

DeliveredExcerpt excerpt(std::string text, int64_t event = 1) {
  return {std::move(text), event, {0, 3}, {0, 3}};
}

void deliver(DeliveryMemory& memory, std::string_view session, int64_t now, const Ids& ids,
             std::vector<DeliveredExcerpt> excerpts = {}) {
  memory.record(session, now, ids, std::move(excerpts));
}

/// Every delivery there ever was, looked through from the start at each question.
class PlainDeliveries {
 public:
  void record(const std::string& session, int64_t now, const Ids& ids,
              const std::vector<std::string>& texts) {
    touch(session);
    for (const int64_t id : ids) events_.push_back({session, now, id, ""});
    for (const std::string& text : texts) events_.push_back({session, now, 0, text});
  }

  void forget(std::string session) {  // a copy: what it erases may be what it was given
    std::erase(used_, session);
    std::erase_if(events_, [&](const Event& event) { return event.session == session; });
  }

  /// The newest 640 that are not too old, each where it was delivered last.
  Ids ids(const std::string& session, int64_t now) const {
    Ids found;
    for (const Event& event : latest(session, now, [](const Event& e) { return e.id != 0; })) {
      found.push_back(event.id);
    }
    return found;
  }

  bool has_text(const std::string& session, const std::string& text, int64_t now) const {
    const auto all = latest(session, now, [](const Event& e) { return e.id == 0; });
    return std::any_of(all.begin(), all.end(), [&](const Event& e) { return e.text == text; });
  }

 private:
  struct Event {
    std::string session;
    int64_t time;
    int64_t id;
    std::string text;
  };

  void touch(const std::string& session) {
    std::erase(used_, session);
    used_.push_back(session);
    if (used_.size() > 32) forget(used_.front());
  }

  template <typename Wanted>
  std::vector<Event> latest(const std::string& session, int64_t now, Wanted wanted) const {
    std::vector<Event> found;
    for (const Event& event : events_) {
      if (event.session != session || !wanted(event)) continue;
      std::erase_if(found,
                    [&](const Event& e) { return e.id == event.id && e.text == event.text; });
      found.push_back(event);
      if (found.size() > 640) found.erase(found.begin());
    }
    std::erase_if(found, [&](const Event& e) { return now - e.time >= kQuarter; });
    return found;
  }

  std::vector<std::string> used_;
  std::vector<Event> events_;
};

}  // namespace

TEST_CASE("what was delivered is remembered for less than fifteen minutes") {
  DeliveryMemory memory;
  deliver(memory, "a", 1000, {7}, {excerpt("text")});
  CHECK(memory.ids("a", 1000 + kQuarter - 1) == Ids{7});
  CHECK(memory.find_excerpt("a", "text", 1000 + kQuarter - 1) != nullptr);
  CHECK(memory.ids("a", 1000 + kQuarter).empty());
  CHECK(memory.find_excerpt("a", "text", 1000 + kQuarter) == nullptr);
}

TEST_CASE("what is delivered again counts from then on, and stands where it stood last") {
  DeliveryMemory memory;
  deliver(memory, "a", 0, {1, 2}, {excerpt("text", 1)});
  deliver(memory, "a", 10, {1}, {excerpt("text", 2)});
  CHECK(memory.ids("a", 10) == Ids{2, 1});
  CHECK(memory.ids("a", kQuarter) == Ids{1});
  REQUIRE(memory.find_excerpt("a", "text", kQuarter) != nullptr);
  CHECK(memory.find_excerpt("a", "text", kQuarter)->event == 2);
}

TEST_CASE("sessions never see each other, and one may be forgotten alone") {
  DeliveryMemory memory;
  deliver(memory, "a", 0, {1}, {excerpt("text")});
  deliver(memory, "b", 0, {2});
  CHECK(memory.ids("b", 0) == Ids{2});
  CHECK(memory.find_excerpt("b", "text", 0) == nullptr);
  memory.forget("a");
  CHECK(memory.ids("a", 0).empty());
  CHECK(memory.ids("b", 0) == Ids{2});
  memory.clear();
  CHECK(memory.ids("b", 0).empty());
}

TEST_CASE("of 641 ids the oldest goes") {
  DeliveryMemory memory;
  for (int64_t id = 1; id <= 640; ++id) deliver(memory, "a", 0, {id});
  CHECK(memory.ids("a", 0).size() == 640);
  CHECK(memory.ids("a", 0).front() == 1);
  deliver(memory, "a", 0, {641});
  CHECK(memory.ids("a", 0).size() == 640);
  CHECK(memory.ids("a", 0).front() == 2);
  CHECK(memory.ids("a", 0).back() == 641);
}

TEST_CASE("of 641 excerpts the oldest goes") {
  DeliveryMemory memory;
  const auto remembers = [&](int i) {
    return memory.find_excerpt("a", std::to_string(i), 0) != nullptr;
  };
  for (int i = 1; i <= 640; ++i) deliver(memory, "a", 0, {}, {excerpt(std::to_string(i))});
  CHECK(remembers(1));
  deliver(memory, "a", 0, {}, {excerpt("641")});
  CHECK_FALSE(remembers(1));
  CHECK(remembers(2));
  CHECK(remembers(641));
}

TEST_CASE("of 33 sessions the one used least recently goes") {
  DeliveryMemory memory;
  for (int64_t i = 1; i <= 32; ++i) deliver(memory, std::to_string(i), 0, {i});
  deliver(memory, "1", 0, {});  // used, though nothing came
  deliver(memory, "33", 0, {33});
  CHECK(memory.session_count() == 32);
  CHECK(memory.ids("1", 0) == Ids{1});
  CHECK(memory.ids("2", 0).empty());
  CHECK(memory.ids("3", 0) == Ids{3});
}

TEST_CASE("ten thousand sessions take no more room than 32") {
  DeliveryMemory memory;
  for (int64_t i = 0; i < 10'000; ++i) deliver(memory, std::to_string(i), i, {i});
  CHECK(memory.session_count() == 32);
  CHECK(memory.ids("9999", 9999) == Ids{9999});
  CHECK(memory.ids("9968", 9999) == Ids{9968});
  CHECK(memory.ids("9967", 9999).empty());
}

TEST_CASE("after any history the memory holds what a list of all deliveries says") {
  std::mt19937_64 random(1);
  const auto below = [&](uint64_t bound) { return static_cast<int64_t>(random() % bound); };
  DeliveryMemory memory;
  PlainDeliveries plain;
  int64_t now = 0;
  for (int step = 0; step < 2000; ++step) {
    const std::string session = std::to_string(below(40));
    now += below(10) == 0 ? below(2 * kQuarter) : below(1000);
    if (below(200) == 0) {
      memory.forget(session);
      plain.forget(session);
    }
    const Ids ids = {1 + below(900), 901 + below(900)};
    const std::vector<std::string> texts = {"t" + std::to_string(below(900))};
    deliver(memory, session, now, ids, {excerpt(texts[0])});
    plain.record(session, now, ids, texts);
    const std::string asked = std::to_string(below(40));
    const int64_t later = now + below(kQuarter);
    INFO("step " << step);
    REQUIRE(memory.ids(asked, later) == plain.ids(asked, later));
    REQUIRE((memory.find_excerpt(session, texts[0], later) != nullptr) ==
            plain.has_text(session, texts[0], later));
  }
}

TEST_CASE("a session that is given thousands remembers the newest 640") {
  DeliveryMemory memory;
  PlainDeliveries plain;
  std::mt19937_64 random(2);
  for (int step = 0; step < 1500; ++step) {
    const Ids ids = {static_cast<int64_t>(1 + random() % 700)};
    const std::string text = "t" + std::to_string(random() % 700);
    deliver(memory, "a", step, ids, {excerpt(text)});
    plain.record("a", step, ids, {text});
  }
  CHECK(memory.ids("a", 1500) == plain.ids("a", 1500));
  for (int i = 0; i < 700; ++i) {
    const std::string text = "t" + std::to_string(i);
    CHECK((memory.find_excerpt("a", text, 1500) != nullptr) == plain.has_text("a", text, 1500));
  }
}
