// Three engines have one store in turn and do to it whatever comes to mind. Each call is answered
// as an engine answers that was opened just then on a copy of the files, and so is every question
// after it.

#include <catch_amalgamated.hpp>
#include <optional>
#include <random>

#include "support/release_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr const char* kWords[] = {"apple", "Apple", "café",   "userId", "user", "v2.4",   "海",
                                  "海边",  "大海",  "大海边", "한국어", "C++",  "[[n:1]]"};
constexpr std::initializer_list<const char*> kQueries = {"apple user 海", "大海 café 한국", ""};
constexpr char kDictionary[] = "大海 9\n海边 9\n";

/// One call, to be made of several engines.
struct Call {
  std::string name;
  Method method;  // null: import_bytes
  std::string arguments;

  std::string answer(Engine& engine) const {
    return method != nullptr ? answer_of(engine, method, arguments)
                             : reply_json(engine.import_bytes(arguments));
  }
};

using Calls = std::vector<Call>;

class RandomCalls {
 public:
  explicit RandomCalls(uint64_t seed) : random_(seed) {}

  int below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }

  /// What belongs together: a batch, or one call.
  Calls next(Engine& owner) {
    switch (below(26)) {
      case 0:
      case 1:
        return batch(items(below(6)));
      case 2:
        return batch({markdown()});
      case 3:
        return import_bytes(owner);
      case 4:
        return batch({vectors()});
      case 5:
        return batch({clear(), vectors()});
      case 6:
        return {{"compact", &Engine::compact, argument_list({{{"keepJournal", below(4) * 5}}})}};
      case 7:
      case 8:
      case 9:
        return {{"remove", &Engine::remove, argument_list({"n", name()})}};
      case 16:
        return batch({events(below(4))});
      case 17:
      case 18:
        return {event()};
      case 19:
        return {{"evidence_remove", &Engine::evidence_remove, argument_list({name()})}};
      case 20:
      case 21:
        return {drawer()};
      case 22:
        return batch(drawers(below(4)));
      case 23:
        return {{"palace_update_drawer", &Engine::palace_update_drawer,
                 argument_list({name(), {{"room", name()}, {"filedAt", nullptr}}})}};
      case 24:
        return {{"palace_delete_drawer", &Engine::palace_delete_drawer, argument_list({name()})}};
      case 25:
        return {closet()};
      case 10:
        return {{"retrieve", &Engine::retrieve, argument_list({text()})}};
      default:
        return {add()};
    }
  }

 private:
  std::string name() { return std::to_string(below(12)); }

  std::string text() {
    std::string text;
    for (int count = below(6); count > 0; --count) {
      text += std::string(kWords[below(sizeof kWords / sizeof *kWords)]) + " ";
    }
    return text;
  }

  Vector vector() { return {1.f + below(3), 1.f - below(3), 1.f - below(3)}; }

  json item() { return item_json(below(3) == 0 ? "m" : "n", name(), text()); }

  Call add() {
    if (below(3) > 0) return {"add", &Engine::add, argument_list({item()})};
    return {"add with a vector", &Engine::add, item_with_vector(item(), vector())};
  }

  Calls items(int count) {
    json list = json::array();
    while (count-- > 0) list.push_back(item());
    return {{"add_batch", &Engine::add_batch, argument_list({list, 0})}};
  }

  Call markdown() {
    const std::string file = "# n\n## 1\n" + text() + "\n## 2\n" + text();
    return {"import_markdown_file", &Engine::import_markdown_file,
            argument_list({{{"path", "wiki/n.md"}, {"text", file}}})};
  }

  json event_fields() {
    json event = event_json(name(), text(), text(), below(2) == 0 ? "sea" : "sky");
    if (below(4) == 0) event["writtenAt"] = nullptr;
    return event;
  }

  Call event() {
    if (below(2) > 0) return {"save", &Engine::evidence_save, argument_list({event_fields()})};
    return {"save with a vector", &Engine::evidence_save,
            event_with_vectors(event_fields(), vector())};
  }

  Call events(int count) {
    json list = json::array();
    while (count-- > 0) list.push_back(event_fields());
    return {"evidence_save_batch", &Engine::evidence_save_batch, argument_list({list, 0})};
  }

  json drawer_fields() {
    const std::string place = below(2) == 0 ? "sea/" : "sky/";
    return drawer_json(name(), place + std::to_string(below(3)), text() + "x",
                       {{"sourceFile", "a.md"}});
  }

  Call drawer() {
    if (below(2) > 0) return {"file", &Engine::palace_add_drawer, argument_list({drawer_fields()})};
    return {"file with a vector", &Engine::palace_add_drawer,
            with_vector(drawer_fields(), vector())};
  }

  Calls drawers(int count) {
    json list = json::array();
    while (count-- > 0) list.push_back(drawer_fields());
    return {
        {"palace_add_drawer_batch", &Engine::palace_add_drawer_batch, argument_list({list, 0})}};
  }

  Call closet() {
    return {"palace_add_closet", &Engine::palace_add_closet,
            with_vector(closet_json("sea/" + std::to_string(below(3)), "a.md", text() + "x"),
                        vector())};
  }

  Call vectors() {
    return {"put_embeddings_batch", &Engine::put_embeddings_batch,
            entries_with_vectors({{name(), vector()}, {name(), vector()}})};
  }

  Call clear() { return {"clear_embeddings", &Engine::clear_embeddings, "[]"}; }

  Calls batch(Calls calls) {
    calls.insert(calls.begin(), {"begin_batch", &Engine::begin_batch, "[]"});
    if (below(5) > 0) {
      calls.push_back({"commit_batch", &Engine::commit_batch, "[]"});
    } else {
      calls.push_back({"rollback_batch", &Engine::rollback_batch, "[]"});
    }
    return calls;
  }

  /// The store as it is, or as it once was.
  Calls import_bytes(Engine& owner) {
    std::string now = owner.export_bytes().value();
    const bool back = saved_ && below(2) == 0;
    Calls calls = {{"import_bytes", nullptr, back ? *saved_ : now}};
    if (!saved_ || below(3) == 0) saved_ = std::move(now);
    return calls;
  }

  std::mt19937_64 random_;
  std::optional<std::string> saved_;
};

struct Server {
  std::unique_ptr<Engine> engine;
  bool has_dictionary = false;
};

class Model {
 public:
  explicit Model(uint64_t seed) : calls_(seed) {
    for (Server& server : servers_) {
      server.engine = open_engine(shared_);
      REQUIRE(release(*server.engine));
    }
  }

  void step() {
    Server& server = servers_[calls_.below(3)];
    if (calls_.below(60) == 0) load_dictionary(server);
    const auto fresh = open_copy(server);
    for (const Call& call : calls_.next(*server.engine)) {
      INFO(call.name << " " << (call.method != nullptr ? call.arguments.substr(0, 200) : ""));
      REQUIRE(call.answer(*server.engine) == call.answer(*fresh));
    }
    if (calls_.below(4) == 0) return give_up(server);  // never asked: catches up with more at once
    require_same(picture_of(*server.engine, kQueries), picture_of(*fresh, kQueries));
    give_up(server);
  }

 private:
  std::unique_ptr<Engine> open_copy(const Server& server) {
    copy_ = SharedDisk();
    copy_.disk.now = shared_.disk.now;
    auto fresh = open_engine(copy_);
    if (server.has_dictionary) load(*fresh);
    return fresh;
  }

  static void load(Engine& engine) {
    const json place = {{"words", {{"at", 0}, {"bytes", sizeof kDictionary - 1}}}};
    call_with(engine, &Engine::load_segmenter, argument_list({place}) + '\0' + kDictionary);
  }

  void load_dictionary(Server& server) {
    load(*server.engine);
    server.has_dictionary = true;
    give_up(server);
  }

  static void give_up(Server& server) { REQUIRE(release(*server.engine)); }

  SharedDisk shared_;
  SharedDisk copy_;
  RandomCalls calls_;
  Server servers_[3];
};

}  // namespace

TEST_CASE("engines that have a store in turn answer like one that was opened just then") {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Model model(seed);
    for (int step = 0; step < 250; ++step) {
      INFO("seed " << seed << ", step " << step);
      model.step();
    }
  }
}
