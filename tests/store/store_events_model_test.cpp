// Random writes of events beside plain maps that say what the store must hold: events, their order,
// what they mention, and which entities are there for it. Now and then a write is taken back, fails
// on its host, or the store is given up and opened again.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <map>
#include <random>
#include <set>

#include "support/fault_host.h"
#include "support/stored_events.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kNames = 12;
constexpr int kEntities = 9;

struct ModelEvent {
  Event event;                 // without entities
  std::vector<int> mentioned;  // their numbers, in order, each once
};

class Model {
 public:
  explicit Model(uint32_t seed) : random_(seed), store_(open()) {}

  void step() {
    switch (below(10)) {
      case 0:
        return remove();
      case 1:
      case 2:
        return update();
      case 3:
        return roll_back();
      case 4:
        return reopen();
      case 5:
        return fail_to_write();
      default:
        return put();
    }
  }

  void require_same() {
    REQUIRE(value_of(store_->events().count()) == static_cast<int64_t>(events_.size()));
    std::map<int, std::set<int64_t>> mentions;
    std::vector<int64_t> ids;
    for (const auto& [name, expected] : events_) {
      require_event(name, expected);
      for (const int entity : expected.mentioned) mentions[entity].insert(expected.event.id);
      ids.push_back(expected.event.id);
    }
    require_order(std::move(ids));
    for (int entity = 0; entity < kEntities; ++entity) require_entity(entity, mentions[entity]);
    REQUIRE(store_->revision() == revision_);
    REQUIRE(value_of(store_->check(9)) == Texts{});
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }

  std::unique_ptr<Store> open() { return open_store(std::make_unique<FaultHost>(disk_)); }

  static std::string label_of(int entity) { return "\u00c9ntity " + std::to_string(entity); }

  /// Every third one has an id of a caller, every second is a person.
  static Entity entity(int number) {
    const auto kind = number % 2 == 0 ? Entity::Kind::kPerson : Entity::Kind::kConcept;
    const std::string name = number % 3 == 0 ? "own " + std::to_string(number) : std::string();
    return {kind, name, label_of(number)};
  }

  ModelEvent random_event(std::string name) {
    ModelEvent made;
    made.event = make_event(std::move(name), text_of(static_cast<size_t>(below(40))),
                            text_of(static_cast<size_t>(below(3) * below(1200))));
    mention_at_random(made);
    return made;
  }

  void mention_at_random(ModelEvent& made) {
    if (below(2) == 0) made.event.written_at = "2024-01-0" + std::to_string(1 + below(9));
    made.event.entities.clear();
    made.mentioned.clear();
    for (int left = below(5); left > 0; --left) {
      const int number = below(kEntities);
      made.event.entities.push_back(entity(number));
      if (std::find(made.mentioned.begin(), made.mentioned.end(), number) == made.mentioned.end()) {
        made.mentioned.push_back(number);
      }
    }
  }

  /// A new event, or one in the place of another.
  Status put_into_store(ModelEvent& made) {
    const auto known = events_.find(made.event.name);
    const auto replaced =
        known == events_.end() ? std::nullopt : std::optional(known->second.event.id);
    return in_transaction(*store_, [&] { return store_->put_event(made.event, replaced); });
  }

  void put() {
    ModelEvent made = random_event("e" + std::to_string(below(kNames)));
    require_ok(put_into_store(made));
    REQUIRE(made.event.id == ++revision_);
    events_[made.event.name] = std::move(made);
  }

  void update() {
    if (events_.empty()) return;
    ModelEvent& known = any_event();
    mention_at_random(known);
    update_event(*store_, known.event);
    ++revision_;
  }

  void remove() {
    if (events_.empty()) return;
    const Event event = any_event().event;
    remove_event(*store_, event.id);
    events_.erase(event.name);
    ++revision_;
  }

  void roll_back() {
    ModelEvent made = random_event("e" + std::to_string(below(kNames)));
    const Status status = in_transaction(*store_, [&]() -> Status {
      const auto known = events_.find(made.event.name);
      if (known != events_.end()) LOCI_TRY(store_->remove_event(known->second.event.id));
      LOCI_TRY(store_->put_event(made.event, std::nullopt));
      return fail(ErrorCode::kInternal, "taken back");
    });
    REQUIRE(status.error().message == "taken back");
  }

  void reopen() {
    if (below(2) == 0) {
      store_->suspend();
      require_ok(store_->resume());
    } else {
      store_.reset();
      store_ = open();
    }
  }

  void fail_to_write() {
    disk_.plan({.call = 1 + below(3), .answer = kHostFull});
    ModelEvent made = random_event("e" + std::to_string(below(kNames)));
    const Status status = put_into_store(made);
    disk_.plan({});
    if (!status.ok()) return;
    ++revision_;
    events_[made.event.name] = std::move(made);
  }

  ModelEvent& any_event() {
    return std::next(events_.begin(), below(static_cast<int>(events_.size())))->second;
  }

  void require_event(const std::string& name, const ModelEvent& expected) {
    REQUIRE(value_of(store_->events().find(name)) == expected.event.id);
    const Event found = value_of(store_->event(expected.event.id));
    REQUIRE(found.name == name);
    REQUIRE(found.summary == expected.event.summary);
    REQUIRE(found.content == expected.event.content);
    REQUIRE(found.written_at == expected.event.written_at);
    Texts labels;
    Texts expected_labels;
    for (const Entity& entity : found.entities) labels.push_back(entity.label);
    for (const int number : expected.mentioned) expected_labels.push_back(label_of(number));
    REQUIRE(labels == expected_labels);
  }

  void require_order(std::vector<int64_t> ids) {
    std::sort(ids.begin(), ids.end());
    std::vector<int64_t> scanned;
    require_ok(store_->events().scan(0, [&](const EventText& event) -> Status {
      scanned.push_back(event.id);
      return Ok{};
    }));
    REQUIRE(scanned == ids);
    std::set<int64_t> dated;
    require_ok(store_->events().each_date(
        [&](int64_t id, std::optional<std::string_view>) { dated.insert(id); }));
    REQUIRE(dated == std::set(ids.begin(), ids.end()));
  }

  /// An entity is there exactly while something mentions it, and under one row until then.
  void require_entity(int number, const std::set<int64_t>& mentions) {
    const auto rows =
        value_of(store_->entities().find("entity " + std::to_string(number), std::nullopt));
    REQUIRE(rows.size() == (mentions.empty() ? 0 : 1));
    if (mentions.empty()) {
      rows_.erase(number);
      return;
    }
    const auto [row, is_new] = rows_.emplace(number, rows[0]);
    REQUIRE(row->second == rows[0]);
    REQUIRE((!is_new || used_.insert(rows[0]).second));
    std::set<int64_t> found;
    require_ok(store_->entities().each_mention(rows[0], [&](int64_t id) { found.insert(id); }));
    REQUIRE(found == mentions);
    REQUIRE(value_of(store_->entities().mention_count(rows[0])) ==
            static_cast<int64_t>(mentions.size()));
  }

  std::mt19937 random_;
  FaultDisk disk_;
  std::unique_ptr<Store> store_;
  std::map<std::string, ModelEvent> events_;
  std::map<int, int64_t> rows_;  // of the entities that are there
  std::set<int64_t> used_;       // rows that an entity ever had
  int64_t revision_ = 0;
};

}  // namespace

TEST_CASE("events, their order and their entities are what a plain model says") {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    Model model(seed);
    for (int step = 0; step < 120; ++step) {
      INFO("step " << step);
      model.step();
      model.require_same();
    }
  }
}
