// Random writes to the palace beside plain maps that say what the store must hold: drawers,
// closets, tunnels, and which places there are for them. Now and then a write is taken back, fails
// on its host, or the store is given up and opened again.

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <map>
#include <random>
#include <set>

#include "support/fault_host.h"
#include "support/stored_drawers.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kNames = 10;

using PlaceAt = std::pair<int, int>;  // number of the wing and of the room
using ClosetAt = std::pair<PlaceAt, std::string>;

struct ModelDrawer {
  int64_t id = 0;
  PlaceAt place;
  std::optional<std::string> file;
  std::string text;
};

struct ModelTunnel {
  PlaceAt from;
  PlaceAt to;
};

/// What the store must hold, by the rules of Store::remove_drawer().
struct State {
  std::map<std::string, ModelDrawer> drawers;
  std::map<ClosetAt, std::string> closets;
  std::map<int64_t, ModelTunnel> tunnels;
  int64_t revision = 0;

  bool has_drawer(PlaceAt place) const {
    return std::any_of(drawers.begin(), drawers.end(),
                       [&](const auto& entry) { return entry.second.place == place; });
  }

  void clean_after(const ModelDrawer& gone) {
    const auto of_file = [&](const auto& entry) {
      return entry.second.place == gone.place && entry.second.file == gone.file;
    };
    if (gone.file && std::none_of(drawers.begin(), drawers.end(), of_file)) {
      closets.erase({gone.place, *gone.file});
    }
    if (has_drawer(gone.place)) return;
    std::erase_if(tunnels, [&](const auto& entry) {
      return entry.second.from == gone.place || entry.second.to == gone.place;
    });
  }

  std::set<PlaceAt> places() const {
    std::set<PlaceAt> places;
    for (const auto& [name, drawer] : drawers) places.insert(drawer.place);
    for (const auto& [at, text] : closets) places.insert(at.first);
    return places;
  }
};

class Model {
 public:
  explicit Model(uint32_t seed) : random_(seed), store_(open()) {}

  void step() {
    const State before = now_;
    const int kind = below(12);
    if (kind == 0) return reopen();
    const bool taken_back = kind == 1;
    if (kind == 2) disk_.plan({.call = 1 + below(3), .answer = kHostFull});
    const Status status = in_transaction(*store_, [&]() -> Status {
      for (int left = 1 + below(3); left > 0; --left) LOCI_TRY(write());
      if (taken_back) return fail(ErrorCode::kInternal, "taken back");
      return Ok{};
    });
    disk_.plan({});
    if (!status.ok()) {
      REQUIRE((taken_back || kind == 2));
      now_ = before;
    }
  }

  void require_same() {
    REQUIRE(value_of(store_->drawers().count()) == static_cast<int64_t>(now_.drawers.size()));
    for (const auto& [name, expected] : now_.drawers) require_drawer(name, expected);
    require_closets();
    require_tunnels();
    std::set<PlaceAt> places;
    for (const Place& place : value_of(store_->places().all())) {
      places.insert({place.wing_key.back() - '0', place.room_key.back() - '0'});
    }
    REQUIRE(places == now_.places());
    REQUIRE(store_->revision() == now_.revision);
    REQUIRE(value_of(store_->check(9)) == Texts{});
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }

  std::unique_ptr<Store> open() { return open_store(std::make_unique<FaultHost>(disk_)); }

  void reopen() {
    if (below(2) == 0) {
      store_->suspend();
      require_ok(store_->resume());
    } else {
      store_.reset();
      store_ = open();
    }
  }

  /// A name in one of its spellings.
  std::string spelled(const char* what, int number) {
    static constexpr const char* kGaps[] = {" ", "_", "-", "  "};
    std::string name = std::string(what) + kGaps[below(4)] + std::to_string(number);
    if (below(2) == 0) name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
  }

  PlaceAt any_place() { return {below(2), below(3)}; }
  std::string any_file() { return "file " + std::to_string(below(3)); }

  Result<int64_t> intern(PlaceAt place) {
    return store_->intern_place(spelled("wing", place.first), spelled("room", place.second));
  }

  Result<int64_t> id_of(PlaceAt place) {
    LOCI_ASSIGN(id,
                store_->places().find(spelled("wing", place.first), spelled("room", place.second)));
    return id.value_or(0);
  }

  Status write() {
    switch (below(9)) {
      case 0:
      case 1:
        return remove();
      case 2:
      case 3:
        return update();
      case 4:
        return put_closet();
      case 5:
        return remove_closet();
      case 6:
        return dig();
      default:
        return put();
    }
  }

  ModelDrawer random_drawer() {
    ModelDrawer made;
    made.place = any_place();
    if (below(3) > 0) made.file = any_file();
    made.text = std::string(static_cast<size_t>(below(3) * below(4000)), 'x');
    return made;
  }

  /// Counts a write of the model, and checks what the store says that it cleaned.
  void follow(const Cleaned& cleaned, const std::optional<ModelDrawer>& gone) {
    const auto closets = static_cast<int64_t>(now_.closets.size());
    const auto tunnels = static_cast<int64_t>(now_.tunnels.size());
    ++now_.revision;
    if (gone) now_.clean_after(*gone);
    REQUIRE(cleaned.closets == closets - static_cast<int64_t>(now_.closets.size()));
    REQUIRE(cleaned.tunnels == tunnels - static_cast<int64_t>(now_.tunnels.size()));
  }

  Status put() {
    ModelDrawer made = random_drawer();
    const std::string name = "d" + std::to_string(below(kNames));
    std::optional<ModelDrawer> gone;
    if (now_.drawers.count(name) > 0) gone = now_.drawers[name];
    Drawer drawer = make_drawer(name, made.text);
    drawer.source_file = made.file;
    LOCI_ASSIGN(place, intern(made.place));
    drawer.place = place;
    LOCI_ASSIGN(cleaned, store_->put_drawer(drawer, gone ? std::optional(gone->id) : std::nullopt));
    made.id = drawer.id;
    now_.drawers[name] = made;
    follow(cleaned, gone);
    REQUIRE(made.id == now_.revision);
    return Ok{};
  }

  Status update() {
    if (now_.drawers.empty()) return Ok{};
    ModelDrawer& known = any_drawer()->second;
    const ModelDrawer gone = known;
    LOCI_ASSIGN(drawer, store_->drawers().get(known.id));
    const ModelDrawer other = random_drawer();
    if (below(2) == 0) known.place = other.place;
    if (below(2) == 0) known.file = other.file;
    LOCI_ASSIGN(place, intern(known.place));
    drawer.place = place;
    drawer.source_file = known.file;
    LOCI_ASSIGN(cleaned, store_->update_drawer(drawer));
    follow(cleaned, gone);
    return Ok{};
  }

  Status remove() {
    if (now_.drawers.empty()) return Ok{};
    const auto at = any_drawer();
    const ModelDrawer gone = at->second;
    LOCI_ASSIGN(cleaned, store_->remove_drawer(gone.id));
    now_.drawers.erase(at);
    follow(cleaned, gone);
    return Ok{};
  }

  Status put_closet() {
    const ClosetAt at{any_place(), any_file()};
    Closet closet{0, 0, at.second, std::to_string(below(1000))};
    LOCI_ASSIGN(place, intern(at.first));
    closet.place = place;
    LOCI_ASSIGN(replaced, store_->closets().find(place, at.second));
    REQUIRE(replaced.has_value() == (now_.closets.count(at) > 0));
    LOCI_TRY(store_->put_closet(closet, replaced));
    now_.closets[at] = closet.text;
    ++now_.revision;
    return Ok{};
  }

  Status remove_closet() {
    if (now_.closets.empty()) return Ok{};
    const auto at = std::next(now_.closets.begin(), below(static_cast<int>(now_.closets.size())));
    LOCI_ASSIGN(place, id_of(at->first.first));
    LOCI_ASSIGN(closet, store_->closets().find(place, at->first.second));
    REQUIRE(closet.has_value());
    LOCI_TRY(store_->remove_closet(*closet));
    now_.closets.erase(at);
    ++now_.revision;
    return Ok{};
  }

  /// Joins two places that hold drawers, unless they are joined: then the tunnel goes.
  Status dig() {
    const PlaceAt from = any_place();
    const PlaceAt to = any_place();
    if (from == to || !now_.has_drawer(from) || !now_.has_drawer(to)) return Ok{};
    LOCI_ASSIGN(from_id, id_of(from));
    LOCI_ASSIGN(to_id, id_of(to));
    LOCI_ASSIGN(known, store_->tunnels().find(from_id, to_id));
    ++now_.revision;
    if (known) {
      REQUIRE(now_.tunnels.erase(known->id) == 1);
      LOCI_ASSIGN(removed, store_->remove_tunnel(known->id));
      REQUIRE(removed);
      return Ok{};
    }
    Tunnel tunnel{0, from_id, to_id, std::nullopt, "2026-01-01"};
    LOCI_TRY(store_->put_tunnel(tunnel));
    REQUIRE(tunnel.id == now_.revision);
    now_.tunnels[tunnel.id] = {from, to};
    return Ok{};
  }

  std::map<std::string, ModelDrawer>::iterator any_drawer() {
    return std::next(now_.drawers.begin(), below(static_cast<int>(now_.drawers.size())));
  }

  void require_drawer(const std::string& name, const ModelDrawer& expected) {
    REQUIRE(value_of(store_->drawers().find(name)) == expected.id);
    const Drawer found = value_of(store_->drawers().get(expected.id));
    REQUIRE(found.name == name);
    REQUIRE(found.text == expected.text);
    REQUIRE(found.source_file == expected.file);
    REQUIRE(found.place == value_of(id_of(expected.place)));
  }

  void require_closets() {
    REQUIRE(value_of(store_->closets().count()) == static_cast<int64_t>(now_.closets.size()));
    for (const auto& [at, text] : now_.closets) {
      const auto id = value_of(store_->closets().find(value_of(id_of(at.first)), at.second));
      REQUIRE(id.has_value());
      REQUIRE(value_of(store_->closets().get(*id))->text == text);
    }
  }

  void require_tunnels() {
    const auto tunnels = value_of(store_->tunnels().all());
    REQUIRE(tunnels.size() == now_.tunnels.size());
    for (const Tunnel& tunnel : tunnels) {
      const ModelTunnel& expected = now_.tunnels.at(tunnel.id);
      REQUIRE(tunnel.from == value_of(id_of(expected.from)));
      REQUIRE(tunnel.to == value_of(id_of(expected.to)));
    }
  }

  std::mt19937 random_;
  FaultDisk disk_;
  std::unique_ptr<Store> store_;
  State now_;
};

}  // namespace

TEST_CASE("drawers, closets, tunnels and their places are what a plain model says") {
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
