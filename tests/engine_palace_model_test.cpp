// Thousands of random writes to the palace, each compared with what an obvious map says: what
// became of the drawer, what went with it, which spelling is shown, what is listed in which order.
// In between the store is searched, so that the index follows; at times it is opened anew.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/palace_calls.h"
#include "support/release_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

/// Spellings, and the name that each stands for.
constexpr std::pair<const char*, int> kNames[] = {{"harbour", 0}, {"Harbour", 0}, {" HARBOUR ", 0},
                                                  {"my hut", 1},  {"my-hut", 1},  {"My_Hut", 1},
                                                  {"café", 2},    {"CAFÉ", 2},    {"cafe", 3}};
constexpr const char* kWords[] = {"pump", "roof", "snow", "leak", "path"};
constexpr const char* kFiles[] = {"a.md", "b.md"};

using PlaceKey = std::pair<int, int>;  // wing, room

struct SlowDrawer {
  std::string id;
  PlaceKey place;
  std::string text;
  json hall;
  json file;
  bool has_vector = false;
};

struct SlowPlace {
  std::string wing;  // as it was spelled
  std::string room;
};

class World {
 public:
  explicit World(uint64_t seed) : random_(seed) {}

  void step() {
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return add();
      case 4:
      case 5:
        return update();
      case 6:
      case 7:
        return remove();
      case 8:
        return add_closet();
      case 9:
        return below(3) == 0 ? remove_closet() : dig();
      case 10:
        return batch();
      default:
        return below(4) == 0 ? reopen() : search();
    }
  }

  void check() {
    json listed = list_drawers(*engine_)["drawers"];
    std::vector<std::string> ids;
    for (const SlowDrawer& drawer : drawers_) ids.push_back(drawer.id);
    REQUIRE(ids_of(listed) == ids);
    for (size_t i = 0; i < drawers_.size(); ++i) compare(listed[i], drawers_[i]);
    std::set<int> wings;
    std::set<int> rooms;
    for (const SlowDrawer& drawer : drawers_) {
      wings.insert(drawer.place.first);
      rooms.insert(drawer.place.second);
    }
    REQUIRE(call(*engine_, &Engine::status)["palace"] == json{{"drawers", drawers_.size()},
                                                              {"closets", closets_.size()},
                                                              {"tunnels", tunnels_.size()},
                                                              {"wings", wings.size()},
                                                              {"rooms", rooms.size()}});
    int vectors = 0;
    for (const SlowDrawer& drawer : drawers_) vectors += drawer.has_vector ? 1 : 0;
    for (const auto& [key, closet] : closets_) vectors += closet.has_vector ? 1 : 0;
    REQUIRE(embeddings_of(*engine_)["vectors"] == vectors);
    if (below(40) == 0) REQUIRE(call(*engine_, &Engine::check)["ok"] == true);
  }

  std::map<std::string, int> seen;

 private:
  struct SlowCloset {
    std::string text;
    bool has_vector = false;
  };
  using ClosetKey = std::pair<PlaceKey, std::string>;

  int below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }
  bool one_in(int n) { return below(n) == 0; }

  std::string text() {
    std::string text = kWords[below(std::size(kWords))];
    return one_in(2) ? text + " " + kWords[below(std::size(kWords))] : text;
  }
  json file() { return one_in(3) ? json() : json(kFiles[below(std::size(kFiles))]); }

  /// A place as it is named, and as it is known.
  std::pair<json, PlaceKey> place() {
    const auto& [wing, wing_key] = kNames[below(std::size(kNames))];
    const auto& [room, room_key] = kNames[below(std::size(kNames))];
    return {{{"wing", wing}, {"room", room}}, {wing_key, room_key}};
  }

  // --- what the store should know ---

  std::vector<SlowDrawer>::iterator find(const std::string& id) {
    return std::find_if(drawers_.begin(), drawers_.end(),
                        [&](const SlowDrawer& drawer) { return drawer.id == id; });
  }

  bool holds(PlaceKey place, const json& file = {}) {
    return std::any_of(drawers_.begin(), drawers_.end(), [&](const SlowDrawer& drawer) {
      return drawer.place == place && (file.is_null() || drawer.file == file);
    });
  }

  static std::string trimmed(std::string name) {
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    return name;
  }

  void make_place(const json& named, PlaceKey key) {
    const bool known = std::any_of(places_.begin(), places_.end(),
                                   [&](const auto& place) { return place.first == key; });
    if (!known) places_.push_back({key, {trimmed(named["wing"]), trimmed(named["room"])}});
  }

  /// What the drawer that stood in `place` leaves behind.
  std::pair<int, int> clean(PlaceKey place, const json& file) {
    int closets = 0;
    if (!file.is_null() && !holds(place, file)) {
      closets = static_cast<int>(closets_.erase({place, file}));
    }
    int tunnels = 0;
    if (!holds(place)) {
      tunnels = static_cast<int>(std::erase_if(tunnels_, [&](const auto& tunnel) {
        return tunnel.first == place || tunnel.second == place;
      }));
    }
    forget_place(place);
    return {closets, tunnels};
  }

  void forget_place(PlaceKey place) {
    bool used = holds(place);
    for (const auto& [key, closet] : closets_) used |= key.first == place;
    if (!used) std::erase_if(places_, [&](const auto& known) { return known.first == place; });
  }

  /// The first spelling among places of the wing, or of the room.
  std::string shown(int name, bool is_wing) {
    for (const auto& [key, place] : places_) {
      if ((is_wing ? key.first : key.second) == name) return is_wing ? place.wing : place.room;
    }
    return "nowhere";
  }

  void compare(const json& drawer, const SlowDrawer& expected) {
    INFO(drawer.dump());
    REQUIRE(drawer["text"] == expected.text);
    REQUIRE(drawer["hall"] == expected.hall);
    REQUIRE(drawer["sourceFile"] == expected.file);
    REQUIRE(drawer["wing"] == shown(expected.place.first, true));
    REQUIRE(drawer["room"] == shown(expected.place.second, false));
  }

  // --- writing ---

  struct Given {
    json drawer;
    PlaceKey place;
    bool has_vector;
  };

  Given new_drawer() {
    auto [drawer, key] = place();
    drawer["id"] = "d" + std::to_string(below(12));
    drawer["text"] = text();
    if (one_in(2)) drawer["hall"] = one_in(2) ? "facts" : "events";
    if (const json path = file(); !path.is_null()) drawer["sourceFile"] = path;
    return {drawer, key, one_in(3)};
  }

  std::string expect_add(const Given& given, json& warnings) {
    const json& drawer = given.drawer;
    SlowDrawer slow = {drawer["id"],
                       given.place,
                       drawer["text"],
                       drawer.value("hall", json()),
                       drawer.value("sourceFile", json()),
                       given.has_vector};
    const auto known = find(slow.id);
    warnings = json::array();
    if (known != drawers_.end() && known->text == slow.text) {
      const bool others = known->place != slow.place ||
                          (!slow.hall.is_null() && slow.hall != known->hall) ||
                          (!slow.file.is_null() && slow.file != known->file);
      if (others) warnings.push_back("drawer_unchanged");
      known->has_vector |= given.has_vector;
      return "same";
    }
    make_place(drawer, given.place);
    std::optional<SlowDrawer> gone;
    if (known != drawers_.end()) {
      gone = *known;
      drawers_.erase(known);
    }
    drawers_.push_back(slow);
    if (gone) clean(gone->place, gone->file);
    return gone ? "updated" : "added";
  }

  void add() {
    const Given given = new_drawer();
    json warnings;
    const std::string action = expect_add(given, warnings);
    const json reply = given.has_vector ? file_with_vector(*engine_, given.drawer, vector())
                                        : file_drawer(*engine_, given.drawer);
    INFO(given.drawer.dump());
    REQUIRE(reply["action"] == action);
    REQUIRE(json(warnings_in(reply)) == warnings);
    ++seen["add " + action];
    if (!warnings.empty()) ++seen["unchanged"];
  }

  void batch() {
    json list = json::array();
    std::map<std::string, int> counts = {{"added", 0}, {"updated", 0}, {"same", 0}};
    const bool rolls_back = one_in(3);
    const auto before = std::tuple(drawers_, places_, closets_, tunnels_);
    for (int i = below(4); i >= 0; --i) {
      Given given = new_drawer();
      given.has_vector = false;
      json warnings;
      ++counts[expect_add(given, warnings)];
      list.push_back(given.drawer);
    }
    call(*engine_, &Engine::begin_batch);
    json reply = call(*engine_, &Engine::palace_add_drawer_batch, {list, 0});
    reply.erase("ids");
    REQUIRE(reply == json(counts));
    call(*engine_, rolls_back ? &Engine::rollback_batch : &Engine::commit_batch);
    if (rolls_back) std::tie(drawers_, places_, closets_, tunnels_) = before;
    ++seen[rolls_back ? "rollback" : "batch"];
  }

  void update() {
    if (drawers_.empty()) return;
    const size_t at = static_cast<size_t>(below(static_cast<int>(drawers_.size())));
    SlowDrawer slow = drawers_[at];
    const SlowDrawer before = slow;
    json changes = json::object();
    if (one_in(2)) {
      const auto& [wing, key] = kNames[below(std::size(kNames))];
      changes["wing"] = wing;
      slow.place.first = key;
    }
    if (one_in(2)) slow.hall = changes["hall"] = one_in(2) ? json() : json("events");
    if (one_in(3)) slow.file = changes["sourceFile"] = file();
    if (one_in(4)) slow.text = changes["text"] = text();
    json named = {{"wing", changes.value("wing", "")}, {"room", shown(slow.place.second, false)}};
    if (named["wing"] == "") named["wing"] = shown(slow.place.first, true);
    const bool is_same = slow.place == before.place && slow.hall == before.hall &&
                         slow.file == before.file && slow.text == before.text;
    if (!is_same) make_place(named, slow.place);
    if (slow.text != before.text) {
      slow.has_vector = false;
      drawers_.erase(drawers_.begin() + static_cast<std::ptrdiff_t>(at));
      drawers_.push_back(slow);
    } else {
      drawers_[at] = slow;
    }
    clean(before.place, before.file);
    const json reply = change_drawer(*engine_, slow.id, changes);
    INFO(changes.dump());
    REQUIRE(reply["action"] == (is_same ? "same" : "updated"));
    ++seen[is_same ? "update same" : "updated"];
  }

  void remove() {
    const std::string id = "d" + std::to_string(below(12));
    const auto known = find(id);
    const bool there = known != drawers_.end();
    std::pair<int, int> cleaned;
    if (there) {
      const SlowDrawer gone = *known;
      drawers_.erase(known);
      cleaned = clean(gone.place, gone.file);
    }
    const json reply = delete_drawer(*engine_, id);
    REQUIRE(reply["removed"] == there);
    REQUIRE(reply["closetsRemoved"] == cleaned.first);
    REQUIRE(reply["tunnelsRemoved"] == cleaned.second);
    seen["closets cleaned"] += cleaned.first;
    seen["tunnels cleaned"] += cleaned.second;
  }

  void add_closet() {
    auto [closet, key] = place();
    const std::string path = kFiles[below(std::size(kFiles))];
    closet["sourceFile"] = path;
    closet["text"] = text();
    const bool has_vector = one_in(2);
    const auto known = closets_.find({key, path});
    const bool there = known != closets_.end();
    const bool is_same = there && known->second.text == closet["text"].get<std::string>();
    make_place(closet, key);
    SlowCloset& slow = closets_[{key, path}];
    slow = {closet["text"], has_vector || (is_same && slow.has_vector)};
    const json reply =
        has_vector ? call_with(*engine_, &Engine::palace_add_closet, with_vector(closet, vector()))
                   : put_closet(*engine_, closet);
    REQUIRE(reply["action"] == (is_same ? "same" : there ? "updated" : "added"));
  }

  void remove_closet() {
    auto [closet, key] = place();
    const std::string path = kFiles[below(std::size(kFiles))];
    closet["sourceFile"] = path;
    const bool there = closets_.erase({key, path}) > 0;
    forget_place(key);
    REQUIRE(call(*engine_, &Engine::palace_remove_closet, {closet})["removed"] == there);
  }

  void dig() {
    if (drawers_.empty()) return;
    const auto end = [&] {
      const SlowDrawer& drawer =
          drawers_[static_cast<size_t>(below(static_cast<int>(drawers_.size())))];
      const json named = {{"wing", shown(drawer.place.first, true)},
                          {"room", shown(drawer.place.second, false)}};
      return std::pair(named, drawer.place);
    };
    const auto [from, from_key] = end();
    const auto [to, to_key] = end();
    if (from_key == to_key) return;
    const bool there =
        tunnels_.contains({from_key, to_key}) || tunnels_.contains({to_key, from_key});
    if (!there) tunnels_.insert({from_key, to_key});
    const json reply =
        call(*engine_, &Engine::palace_create_tunnel, {{{"from", from}, {"to", to}}});
    REQUIRE(reply["action"] == (there ? "same" : "added"));
    REQUIRE(tunnels_of(*engine_).size() == tunnels_.size());
    ++seen["tunnel"];
  }

  // --- looking ---

  /// Every drawer that has a word of the query is found by it, and no other.
  void search() {
    const std::string word = kWords[below(std::size(kWords))];
    std::set<std::string> expected;
    for (const SlowDrawer& drawer : drawers_) {
      if (drawer.text.find(word) != std::string::npos) expected.insert(drawer.id);
    }
    std::set<std::string> found;
    const json reply = find_drawers(*engine_, word, {}, {{"limit", 100}});
    for (const json& result : reply["results"]) {
      found.insert(result["id"]);
      for (const json& id : result.value("duplicates", json::array())) found.insert(id);
    }
    REQUIRE(found == expected);
    ++seen["search"];
  }

  void reopen() {
    if (one_in(2)) {
      REQUIRE(release(*engine_));
    } else {
      engine_.reset();
      engine_ = open_engine(disk_);
    }
    ++seen["reopen"];
  }

  Vector vector() { return {static_cast<float>(1 + below(3)), static_cast<float>(below(3))}; }

  SharedDisk disk_;
  std::unique_ptr<Engine> engine_ = open_engine(disk_);
  std::mt19937_64 random_;
  std::vector<SlowDrawer> drawers_;                     // in order of filing
  std::vector<std::pair<PlaceKey, SlowPlace>> places_;  // in the order of being made
  std::map<ClosetKey, SlowCloset> closets_;
  std::set<std::pair<PlaceKey, PlaceKey>> tunnels_;
};

}  // namespace

TEST_CASE("after any history the palace holds what the obvious map does") {
  std::map<std::string, int> seen;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    World world(seed);
    for (int step = 0; step < 700; ++step) {
      INFO("seed " << seed << ", step " << step);
      world.step();
      world.check();
    }
    for (const auto& [what, count] : world.seen) seen[what] += count;
  }
  for (const char* what :
       {"add added", "add updated", "add same", "unchanged", "batch", "rollback", "updated",
        "update same", "closets cleaned", "tunnels cleaned", "tunnel", "search", "reopen"}) {
    INFO(what);
    CHECK(seen[what] > 10);
  }
}
