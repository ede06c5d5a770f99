// The search against the plain formulas, over random palaces that are written to all the while: the
// same drawers in the same order, with the same numbers.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <random>

#include "base/timestamp.h"
#include "palace/palace.h"
#include "palace/searcher.h"
#include "support/slow_palace.h"
#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr const char* kWords[] = {"pump",    "pumps",    "ledger", "gardening", "gardens",
                                  "lantern", "lanterns", "flour",  "train",     "the"};
constexpr int64_t kDay = int64_t{86'400} * 1'000'000;

class Model {
 public:
  Model(const Analyzer& analyzer, unsigned seed)
      : slow(analyzer),
        analyzer_(analyzer),
        random_(seed),
        store_(open_store()),
        palace_(*store_, analyzer) {}

  SlowPalace slow;

  void write() {
    const int what = below(20);
    if (what < 12) return add_drawer();
    if (what < 15) return remove_drawer();
    if (what < 17) return move_drawer();
    if (what < 19) return add_closet();
    remove_closet();
  }

  void compare() {
    const PalaceRequest request = random_request();
    const SlowPalaceAnswer expected = slow.search(request);
    const PalaceReply reply = search(request);
    CAPTURE(request.query, request.wing, request.room, request.limit, request.max_distance,
            static_cast<int>(request.metric), static_cast<int>(request.strategy));
    REQUIRE(reply.results.size() == expected.results.size());
    REQUIRE(reply.results.empty() == (reply.reason != NothingFound::kNone));
    REQUIRE(static_cast<size_t>(reply.total_before_filter) == expected.in_scope);
    const bool is_known =
        reply.reason != NothingFound::kUnknownWing && reply.reason != NothingFound::kUnknownRoom;
    if (is_known) REQUIRE(reply.bm25_only == expected.bm25_only);
    for (size_t i = 0; i < expected.results.size(); ++i) {
      CAPTURE(i);
      require_same(reply.results[i], expected.results[i]);
    }
    results += expected.results.size();
  }

  size_t results = 0;

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  bool one_in(int limit) { return below(limit) == 0; }

  static void require_same(const FoundDrawer& found, const SlowResult& expected) {
    REQUIRE(found.drawer.name == expected.name);
    REQUIRE(found.distance == expected.distance);
    REQUIRE(found.bm25 == expected.bm25);
    REQUIRE(found.closet_boost == expected.boost);
    REQUIRE(found.score == Catch::Approx(expected.score).epsilon(1e-13));
    REQUIRE(found.similarity.has_value() == expected.similarity.has_value());
    if (found.similarity) {
      REQUIRE(*found.similarity == Catch::Approx(*expected.similarity).epsilon(1e-13));
    }
    REQUIRE(found.duplicates == expected.duplicates);
  }

  PalaceReply search(const PalaceRequest& request) {
    PalaceRequest spelled = request;
    for (std::string* name : {&spelled.wing, &spelled.room}) *name = respelled(*name);
    PalaceReply reply;
    require_ok(loci::search(spelled, {*store_, *value_of(palace_.index()), analyzer_}, reply));
    return reply;
  }

  // A name of the same key.
  std::string respelled(std::string name) {
    for (char& character : name) {
      if (one_in(2)) character = static_cast<char>(std::toupper(character));
      if (character == '_') character = "_- "[below(3)];
    }
    return name;
  }

  std::string random_name(const char* kind) { return kind + std::string("_") + "abc"[below(3)]; }
  std::string random_file() {
    return one_in(4) ? "" : "folder/" + std::to_string(below(6)) + ".md";
  }

  std::string random_text() {
    std::string text;
    for (int i = 1 + below(one_in(3) ? 2 : 8); i > 0; --i)
      text += kWords[below(10)] + std::string(" ");
    if (one_in(3)) text += "\r\n\n";
    return text;
  }

  // Of small whole numbers, so that many are equally near.
  std::vector<float> random_vector() {
    std::vector<float> vector(3);
    for (float& number : vector) number = static_cast<float>(below(5) - 2);
    if (one_in(3)) vector[0] += 0.37f * static_cast<float>(below(9));
    if (vector == std::vector<float>(3)) vector[1] = 1;
    return vector;
  }
  std::optional<std::vector<float>> maybe_vector(int one_in_so_many) {
    return one_in(one_in_so_many) ? std::nullopt : std::optional(random_vector());
  }

  std::optional<int64_t> random_time() {
    return one_in(4) ? std::nullopt : std::optional(20'000 * kDay + below(6) * kDay);
  }
  static std::optional<std::string> written(std::optional<int64_t> time) {
    return time ? std::optional(format_instant(*time / 1000)) : std::nullopt;
  }

  PalaceRequest random_request() {
    PalaceRequest request;
    for (int i = below(5); i > 0; --i) request.query += kWords[below(10)] + std::string(" ");
    if (one_in(3)) request.wing = random_name("wing");
    if (one_in(3)) request.room = random_name("room");
    if (one_in(4)) request.since = 20'000 * kDay + below(6) * kDay;
    if (one_in(4)) request.before = 20'000 * kDay + below(6) * kDay;
    request.limit = static_cast<size_t>(1 + below(one_in(4) ? 30 : 5));
    if (one_in(2)) request.strategy = CandidateStrategy::kUnion;
    if (one_in(4)) request.max_distance = 0.1 * below(20);
    request.vector_disabled = one_in(8);
    request.metric = static_cast<Metric>(one_in(2) ? 0 : below(3));
    request.embedding = maybe_vector(6);
    return request;
  }

  NewDrawer given(const SlowDrawer& drawer) {
    NewDrawer given;
    given.place = {respelled(drawer.wing), respelled(drawer.room)};
    given.drawer.name = drawer.name;
    given.drawer.text = drawer.text;
    given.drawer.source_file = drawer.source_file;
    given.drawer.chunk_index = drawer.chunk_index;
    given.drawer.authored_at = written(drawer.authored_at);
    given.drawer.filed_at = written(drawer.filed_at);
    given.says_when_filed = true;
    return given;
  }

  void describe(SlowDrawer& drawer) {
    drawer.wing = random_name("wing");
    drawer.room = random_name("room");
    drawer.source_file = random_file();
    drawer.chunk_index = std::nullopt;
    if (!one_in(4)) drawer.chunk_index = below(12);
    drawer.authored_at = random_time();
    drawer.filed_at = random_time();
  }

  static std::optional<Embedding> embedding_of(const std::optional<std::vector<float>>& vector) {
    return vector ? std::optional(Embedding{*vector, ""}) : std::nullopt;
  }

  void add_drawer() {
    SlowDrawer drawer;
    drawer.name = "d" + std::to_string(below(60));
    drawer.text = random_text();
    drawer.vector = maybe_vector(4);
    describe(drawer);
    const auto known = slow.drawers.find(drawer.name);
    const bool is_same = known != slow.drawers.end() && known->second.text == drawer.text;
    value_of(palace_.add_drawer(given(drawer), embedding_of(drawer.vector), kNow));
    if (is_same) {
      if (drawer.vector) known->second.vector = drawer.vector;
      return;
    }
    const auto gone = known == slow.drawers.end() ? std::nullopt : std::optional(known->second);
    drawer.id = ++last_id_;
    slow.drawers[drawer.name] = drawer;
    if (gone) clean(*gone);
  }

  SlowDrawer* random_drawer() {
    if (slow.drawers.empty()) return nullptr;
    const auto at = below(static_cast<int>(slow.drawers.size()));
    return &std::next(slow.drawers.begin(), at)->second;
  }

  void remove_drawer() {
    const SlowDrawer* const drawer = random_drawer();
    if (drawer == nullptr) return;
    const SlowDrawer gone = *drawer;
    value_of(palace_.remove_drawer(gone.name));
    slow.drawers.erase(gone.name);
    clean(gone);
  }

  // Another place, file and dates for the same text.
  void move_drawer() {
    SlowDrawer* const drawer = random_drawer();
    if (drawer == nullptr) return;
    const SlowDrawer before = *drawer;
    describe(*drawer);
    value_of(palace_.change_drawer(given(*drawer), std::nullopt));
    clean(before);
  }

  // The closet of a file goes with its last drawer in the place.
  void clean(const SlowDrawer& gone) {
    const auto is_of = [&](const auto& other) {
      return other.wing == gone.wing && other.room == gone.room &&
             other.source_file == gone.source_file;
    };
    for (const auto& [name, drawer] : slow.drawers) {
      if (is_of(drawer)) return;
    }
    std::erase_if(slow.closets, is_of);
  }

  void add_closet() {
    SlowCloset closet;
    closet.wing = random_name("wing");
    closet.room = random_name("room");
    closet.source_file = "folder/" + std::to_string(below(6)) + ".md";
    closet.vector = maybe_vector(5);
    const NewCloset given{{respelled(closet.wing), respelled(closet.room)},
                          closet.source_file,
                          "digest " + std::to_string(++last_id_)};
    value_of(palace_.add_closet(given, embedding_of(closet.vector)));
    closet.id = last_id_;
    std::erase_if(slow.closets, [&](const SlowCloset& other) {
      return other.wing == closet.wing && other.room == closet.room &&
             other.source_file == closet.source_file;
    });
    slow.closets.push_back(closet);
  }

  void remove_closet() {
    if (slow.closets.empty()) return;
    const auto at = slow.closets.begin() + below(static_cast<int>(slow.closets.size()));
    value_of(palace_.remove_closet({respelled(at->wing), respelled(at->room)}, at->source_file));
    slow.closets.erase(at);
  }

  Analyzer analyzer_;
  std::mt19937 random_;
  std::unique_ptr<Store> store_;
  Palace palace_;
  int64_t last_id_ = 0;
};

void run(const Analyzer& analyzer) {
  size_t results = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Model model(analyzer, seed);
    for (int step = 0; step < 150; ++step) {
      CAPTURE(step);
      model.write();
      model.compare();
    }
    results += model.results;
  }
  CHECK(results > 2000);
}

}  // namespace

TEST_CASE("in the default profile a search of the palace is what the formulas say") {
  for (const Forms forms : {Forms::kOff, Forms::kGrams, Forms::kBoth}) {
    run({Profile::kDefault, nullptr, forms});
  }
}

TEST_CASE("in the reference profile a search of the palace is what the formulas say") {
  run(Profile::kReference);
}
