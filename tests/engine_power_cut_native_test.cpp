// The power-cut model for writes that happen once, for embeddings, events and drawers: whatever a
// cut leaves, a key is there exactly if the effect of its write is, an embedding exactly if its
// text is, and an event with all that belongs to it. A run on a recording disk makes a store of
// format 1, brings it up to date, and writes under keys in every way; then the disk of every moment
// is opened again.

#include <catch_amalgamated.hpp>
#include <set>

#include "support/event_calls.h"
#include "support/palace_calls.h"
#include "support/power_cut.h"
#include "support/store_workload.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kSteps = 27;

std::string key_of(int step) { return "key " + std::to_string(step); }

/// All that can be told from outside: items, embeddings, revision, and what is kept under each key.
std::string picture(Engine& engine) {
  std::string seen = call(engine, &Engine::items).dump() + call(engine, &Engine::revision).dump() +
                     embeddings_of(engine).dump() + pending(engine).dump() +
                     retrieve_by(engine, Vector(1200, 1)).dump() +
                     call(engine, &Engine::evidence_get, {"event"}).dump() +
                     entity_of(engine, "concept", "sea").dump() +
                     find_events(engine, "apple plum", Vector(1200, 1)).dump() +
                     list_drawers(engine).dump() + tunnels_of(engine).dump() +
                     call(engine, &Engine::palace_taxonomy).dump() +
                     find_drawers(engine, "apple plum", Vector(1200, 1)).dump();
  for (int step = 0; step < kSteps; ++step) {
    seen += call(engine, &Engine::claim, {key_of(step)}).dump();
  }
  return seen;
}

std::string text(const char* word, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += word + std::to_string(i) + " ";
  return out;
}

std::string image() {
  const auto engine = open_engine();
  add(*engine, "n", "imported", text("pear", 300));
  call(*engine, &Engine::claim, {key_of(7)});  // an answer of elsewhere, to be dropped
  add(*engine, "n", "b", "from elsewhere");
  return engine->export_bytes().value();
}

void batch(Engine& engine, int step) {
  call(engine, &Engine::begin_batch);
  json items = json::array();
  for (int i = 0; i < 12; ++i) items.push_back(item_json("m", std::to_string(i), text("plum", 20)));
  call(engine, &Engine::add_batch, {items, 0});
  call(engine, &Engine::claim, {key_of(step)});
  call(engine, &Engine::commit_batch, {{{"added", 12}}});
}

/// Replaces all embeddings.
void replace_vectors(Engine& engine, int step) {
  call(engine, &Engine::begin_batch);
  call(engine, &Engine::clear_embeddings);
  call_with(engine, &Engine::put_embeddings_batch,
            entries_with_vectors({{"b", Vector(1200, 1)}, {"a", Vector(1200, -1)}}));
  call(engine, &Engine::claim, {key_of(step)});
  call(engine, &Engine::commit_batch, {{{"stored", 1}}});
}

/// One write under its key.
void perform(Engine& engine, int step) {
  if (step == 3 || step == 9) return batch(engine, step);
  if (step == 13) return replace_vectors(engine, step);
  call(engine, &Engine::claim, {key_of(step)});
  switch (step) {
    case 2:
    case 6:
      call(engine, &Engine::remove, {"n", "a"});  // the second time there is none
      return;
    case 5:
      REQUIRE(engine.import_bytes(image()).ok());
      return;
    case 11:
    case 12:
      add_vector(engine, std::string(1, "ab"[step % 2]), text("plum", 60), Vector(1200, step));
      return;
    case 14:
      add(engine, "n", "b", text("plum", 60));  // as it was: its vector moves
      return;
    case 15:
    case 17:
      save_with_vectors(engine, event_json("event", "plum", text("apple", 10 * step), "sea"),
                        Vector(1200, step));
      return;
    case 16:
      save(engine, event_json("other", "apple", text("plum", 60), "sea"));
      return;
    case 18:
      call(engine, &Engine::evidence_remove, {"event"});
      return;
    case 19:
    case 24:
      file_with_vector(
          engine, drawer_json("d", "sea/bay", text("plum", 3 * step), {{"sourceFile", "a.md"}}),
          Vector(1200, step));
      return;
    case 20:
      file_drawer(engine, drawer_json("e", "land/hut", text("apple", 60)));
      return;
    case 21:
      put_closet(engine, closet_json("sea/bay", "a.md", text("plum", 20)));
      return;
    case 22:
      dig_tunnel(engine, "sea/bay", "land/hut");
      return;
    case 23:
      change_drawer(engine, "e", {{"hall", "facts"}});
      return;
    case 25:
      delete_drawer(engine, "d");  // with the closet and the tunnel
      return;
    default:
      add(engine, "n", std::string(1, "ab"[step % 2]), text("apple", 60 * step));
  }
}

/// A picture, and the events before its write began and when that was acknowledged.
struct Moment {
  std::string picture;
  size_t begun;
  size_t acknowledged;
};

std::unique_ptr<Engine> open_on(FaultDisk& disk) {
  return open_engine(std::make_unique<FaultHost>(disk));
}

/// The run; its first moment is that of the empty store.
std::vector<Moment> run(FaultDisk& disk) {
  disk.recording = true;
  open_on(disk);
  {
    auto db = Connection::open(std::make_unique<FaultHost>(disk), {});
    const char* undo =
        "BEGIN; DROP TABLE answer; DROP TABLE item_vector; DROP TABLE event_vector;"
        " DROP TABLE chunk_vector; DROP TABLE event; DROP TABLE chunk; DROP TABLE entity;"
        " DROP TABLE mention; DROP TABLE place; DROP TABLE drawer; DROP TABLE closet;"
        " DROP TABLE tunnel; DROP TABLE drawer_vector; DROP TABLE closet_vector;"
        " PRAGMA user_version = 1; COMMIT";
    REQUIRE(db.value()->execute(undo).ok());
  }
  auto engine = open_on(disk);
  std::vector<Moment> moments = {{picture(*engine), 0, 0}};
  for (int step = 0; step < kSteps; ++step) {
    if (step == 4 || step == 8) {
      engine.reset();
      engine = open_on(disk);
    }
    const size_t begun = disk.events.size();
    perform(*engine, step);
    moments.push_back({picture(*engine), begun, disk.events.size()});
  }
  return moments;
}

/// How many writes were begun before so many events, and how many acknowledged, as one number.
size_t written_at(const std::vector<Moment>& moments, size_t cut) {
  size_t written = 0;
  for (const Moment& moment : moments) {
    written += (moment.begun < cut ? 1000 : 0) + (moment.acknowledged <= cut ? 1 : 0);
  }
  return written;
}

/// Opens what a cut after `cut` events left. Which moment it is.
size_t judge(const std::vector<Moment>& moments, size_t cut, const DiskFiles& files) {
  FaultDisk disk;
  disk.now = files;
  const auto engine = open_on(disk);
  const std::string seen = picture(*engine);
  size_t at = moments.size() - 1;
  while (at > 0 && (moments[at].begun >= cut || moments[at].picture != seen)) --at;
  INFO("cut after " << cut << " events, found moment " << at);
  REQUIRE(moments[at].picture == seen);
  if (at + 1 < moments.size()) REQUIRE(moments[at + 1].acknowledged > cut);
  if (cut % 8 == 0) REQUIRE(call(*engine, &Engine::check)["ok"] == true);
  return at;
}

}  // namespace

TEST_CASE("after a power cut a key is there exactly if its write is") {
  FaultDisk disk;
  const std::vector<Moment> moments = run(disk);
  std::mt19937_64 random(4);
  std::set<std::pair<size_t, Digest>> judged;
  std::set<size_t> reached;
  PowerCut cut(disk.events);
  do {
    const size_t count = cut.unconfirmed_count();
    std::vector<DiskFiles> disks = {cut.leave(std::vector<SectorMask>(count, kKept))};
    if (count > 0) disks.push_back(cut.leave(std::vector<SectorMask>(count, kLost)));
    if (count > 0) disks.push_back(random_loss(cut, random));
    for (const DiskFiles& files : disks) {
      Digest digest = 0;
      for (const std::string& file : files.files) mix(digest, file);
      const size_t written = written_at(moments, cut.position());
      if (!judged.insert({written, digest}).second) continue;  // the same disk, with the same duty
      reached.insert(judge(moments, cut.position(), files));
    }
  } while (cut.advance());
  CHECK(reached.size() == moments.size());  // every write was once the last
  INFO(disk.events.size() << " events");
  CHECK(judged.size() > 300);
}
