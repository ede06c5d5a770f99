// The host fails in the middle of a write: the call says so, nothing of it is kept, and the index
// and the store agree afterwards. Each call of the host fails in turn.

#include <catch_amalgamated.hpp>
#include <functional>

#include "engine.h"
#include "support/event_calls.h"
#include "support/fault_host.h"
#include "support/palace_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

using Work = std::function<Reply(Engine&)>;

Reply run(Engine& engine, Method method, std::initializer_list<json> arguments = {}) {
  return (engine.*method)(argument_list(arguments), kCallTime);
}

std::string long_text(const char* word) {
  std::string text;
  while (text.size() < 5'000) text += std::string(word) + " ";
  return text;
}

Reply batch(Engine& engine) {
  LOCI_TRY(run(engine, &Engine::begin_batch));
  for (int i = 0; i < 2; ++i) {
    const json items = json::array({item_json("n", "batch" + std::to_string(i), long_text("pear")),
                                    item_json("n", "first", long_text("plum"))});
    LOCI_TRY(run(engine, &Engine::add_batch, {items, 0}));
  }
  return run(engine, &Engine::commit_batch);
}

Reply claim(Engine& engine) { return run(engine, &Engine::claim, {"key"}); }

/// The bytes of another store. It is the larger one: where a host in memory fails to cut its file
/// behind one that is smaller, SQLite says that the import failed when it is done.
std::string image() {
  const auto engine = open_engine();
  save_with_vectors(*engine, event_json("imported", long_text("pear"), long_text("plum"), "sky"),
                    {1, 0, 0}, std::vector<Vector>(8, {0, 1, 0}));
  add(*engine, "n", "more", long_text("plum"));
  add(*engine, "n", "imported", long_text("pear"));
  return engine->export_bytes().value();
}

Reply claimed_batch(Engine& engine) {
  LOCI_TRY(run(engine, &Engine::begin_batch));
  const json items = json::array({item_json("n", "first", long_text("plum"))});
  LOCI_TRY(run(engine, &Engine::add_batch, {items, 0}));
  LOCI_TRY(claim(engine));
  return run(engine, &Engine::commit_batch, {{{"added", 0}}});
}

Reply add_with_vector(Engine& engine, const char* name, const Vector& vector) {
  const json item = item_json("n", name, long_text("pear"));
  return engine.add(item_with_vector(item, vector, {{"model", "m"}}), kCallTime);
}

Reply save_with_vector(Engine& engine, const json& event, const Vector& vector) {
  return engine.evidence_save(event_with_vectors(event, vector, {}, {{"model", "m"}}), kCallTime);
}

Reply event_batch(Engine& engine) {
  LOCI_TRY(run(engine, &Engine::begin_batch));
  for (int i = 0; i < 2; ++i) {
    const json events =
        json::array({event_json("batch" + std::to_string(i), "pear", long_text("pear"), "sea"),
                     event_json("event", "apple", long_text("plum"))});
    LOCI_TRY(run(engine, &Engine::evidence_save_batch, {events, 0}));
  }
  LOCI_TRY(claim(engine));
  return run(engine, &Engine::commit_batch);
}

Reply try_to_file(Engine& engine, const json& drawer, const Vector& vector) {
  return engine.palace_add_drawer(with_vector(drawer, vector, {{"model", "m"}}), kCallTime);
}

Reply drawer_batch(Engine& engine) {
  LOCI_TRY(run(engine, &Engine::begin_batch));
  for (int i = 0; i < 2; ++i) {
    const json drawers =
        json::array({drawer_json("batch" + std::to_string(i), "sky/batch", long_text("pear")),
                     drawer_json("drawer", "sky/moved", long_text("plum"))});
    LOCI_TRY(run(engine, &Engine::palace_add_drawer_batch, {drawers, 0}));
  }
  LOCI_TRY(claim(engine));
  return run(engine, &Engine::commit_batch);
}

/// Replaces all embeddings, or none.
Reply replace_vectors(Engine& engine) {
  LOCI_TRY(run(engine, &Engine::begin_batch));
  LOCI_TRY(run(engine, &Engine::clear_embeddings));
  LOCI_TRY(engine.put_embeddings_batch(
      entries_with_vectors({{"first", Vector(1500, 2)}, {"second", Vector(1500, -1)}}), kCallTime));
  return run(engine, &Engine::commit_batch);
}

const std::pair<const char*, Work> kWrites[] = {
    {"add",
     [](Engine& e) { return run(e, &Engine::add, {item_json("n", "new", long_text("pear"))}); }},
    {"update",
     [](Engine& e) { return run(e, &Engine::add, {item_json("n", "first", long_text("pear"))}); }},
    {"remove", [](Engine& e) { return run(e, &Engine::remove, {"n", "second"}); }},
    {"batch", batch},
    {"claimed add",
     [](Engine& e) -> Reply {
       LOCI_TRY(claim(e));
       return run(e, &Engine::add, {item_json("n", "new", long_text("pear"))});
     }},
    {"claimed remove",
     [](Engine& e) -> Reply {
       LOCI_TRY(claim(e));
       return run(e, &Engine::remove, {"n", "second"});
     }},
    {"claimed batch", claimed_batch},
    {"claimed import",
     [](Engine& e) -> Reply {
       static const std::string bytes = image();
       LOCI_TRY(claim(e));
       return e.import_bytes(bytes);
     }},
    {"add with a vector", [](Engine& e) { return add_with_vector(e, "new", {1, 1, 1}); }},
    {"update with a vector", [](Engine& e) { return add_with_vector(e, "vector", {0, 1, 1}); }},
    {"update that moves a vector",
     [](Engine& e) {
       json item = item_json("n", "vector", "apple");
       item["owner"] = "me";
       return run(e, &Engine::add, {item});
     }},
    {"update that drops the last vector",
     [](Engine& e) { return run(e, &Engine::add, {item_json("n", "vector", "pear")}); }},
    {"remove with the last vector",
     [](Engine& e) { return run(e, &Engine::remove, {"n", "vector"}); }},
    {"replace all vectors", replace_vectors},
    {"save an event",
     [](Engine& e) {
       return save_with_vector(e, event_json("new", "pear", long_text("pear"), "sky"), {1, 1, 1});
     }},
    {"save an event again",
     [](Engine& e) {
       return run(e, &Engine::evidence_save,
                  {event_json("event", "apple", long_text("sea").substr(0, 1000))});
     }},
    {"edit an event",
     [](Engine& e) {
       return run(e, &Engine::evidence_save,
                  {event_json("event", "pear", long_text("sea"), "sky")});
     }},
    {"claimed removal of an event",
     [](Engine& e) -> Reply {
       LOCI_TRY(claim(e));
       return run(e, &Engine::evidence_remove, {"event"});
     }},
    {"batch of events", event_batch},
    {"file a drawer",
     [](Engine& e) {
       return try_to_file(e, drawer_json("new", "sky/new", long_text("pear")), {1, 1, 1});
     }},
    {"file another text",
     [](Engine& e) {
       return run(e, &Engine::palace_add_drawer, {drawer_json("drawer", "sea/bay", "pear")});
     }},
    {"give a drawer a vector",
     [](Engine& e) { return try_to_file(e, drawer_json("bare", "sea/bay", "plum"), {1, 1, 0}); }},
    {"move a drawer, and what hung on it goes",
     [](Engine& e) {
       return run(e, &Engine::palace_update_drawer, {"drawer", {{"room", "cliff"}}});
     }},
    {"claimed removal of a drawer, and of what hung on it",
     [](Engine& e) -> Reply {
       LOCI_TRY(claim(e));
       return run(e, &Engine::palace_delete_drawer, {"drawer"});
     }},
    {"batch of drawers", drawer_batch},
    {"replace a closet",
     [](Engine& e) {
       return e.palace_add_closet(
           with_vector(closet_json("sea/harbour", "a.md", "pear"), {1, 1, 1}, {{"model", "m"}}),
           kCallTime);
     }},
    {"dig a tunnel",
     [](Engine& e) {
       return run(e, &Engine::palace_create_tunnel,
                  {{{"from", place_json("sea/bay")}, {"to", place_json("land/hut")}}});
     }},
    {"fill in a tunnel",
     [](Engine& e) -> Reply {
       LOCI_ASSIGN(tunnels, run(e, &Engine::palace_list_tunnels, {json::object()}));
       return run(e, &Engine::palace_delete_tunnel, {json::parse(tunnels)["tunnels"][0]["id"]});
     }},
    {"compact", [](Engine& e) { return run(e, &Engine::compact, {{{"keepJournal", 1}}}); }},
};

/// What the memory holds and finds, as one text.
std::string picture(Engine& engine) {
  return claim(engine).value() + call(engine, &Engine::items).dump() +
         call(engine, &Engine::revision).dump() +
         call(engine, &Engine::retrieve, {"apple pear plum", {{"explain", true}}}).dump() +
         call(engine, &Engine::status)["items"].dump() + embeddings_of(engine).dump() +
         pending(engine).dump() + retrieve_by(engine, {1, 0.5f, 0}).dump() +
         retrieve_by(engine, Vector(1500, 1)).dump() +
         call(engine, &Engine::evidence_get, {"event"}).dump() +
         entity_of(engine, "concept", "sea").dump() +
         find_events(engine, "apple pear plum sea", {1, 0.5f, 0}).dump() +
         list_drawers(engine).dump() + tunnels_of(engine).dump() +
         call(engine, &Engine::palace_taxonomy).dump() +
         find_drawers(engine, "apple pear plum sea", {1, 0.5f, 0}).dump();
}

void fill(Engine& engine) {
  add(engine, "n", "first", long_text("apple"));
  add(engine, "n", "second", "apple [[n:batch1]]");
  add_vector(engine, "vector", "apple", {1, 0, 0});
  const json event = event_json("event", "apple", long_text("sea").substr(0, 1000), "sea");
  save_with_vectors(engine, event, {1, 0, 0}, {{0, 1, 0}, {0, 1, 1}});
  file_with_vector(engine, drawer_json("drawer", "sea/harbour", "apple", {{"sourceFile", "a.md"}}),
                   {0, 1, 0});
  file_drawer(engine, drawer_json("bare", "sea/bay", "plum"));
  file_drawer(engine, drawer_json("hut", "land/hut", "pear"));
  call_with(engine, &Engine::palace_add_closet,
            with_vector(closet_json("sea/harbour", "a.md", "apple"), {0, 1, 1}));
  dig_tunnel(engine, "sea/harbour", "land/hut");
}

FaultDisk make_disk(bool durable) {
  FaultDisk disk;
  disk.durable = durable;
  fill(*open_engine(std::make_unique<FaultHost>(disk)));
  return disk;
}

/// What fill() leaves, written once for all the times that it is needed.
FaultDisk filled_disk(bool durable) {
  static const FaultDisk kDisks[] = {make_disk(false), make_disk(true)};
  return kDisks[durable];
}

/// Runs `work` with a host that fails. Says whether the failure was reached.
bool run_with_fault(const Work& work, DiskFault fault, bool durable) {
  FaultDisk disk = filled_disk(durable);
  auto engine = open_engine(std::make_unique<FaultHost>(disk));
  const std::string before = picture(*engine);
  disk.plan(fault);
  const Reply reply = work(*engine);
  const bool struck = disk.struck();
  disk.plan({});
  const std::string after = picture(*engine);
  if (!reply.ok()) {
    CHECK(reply.error().code != ErrorCode::kStoreDamaged);
    CHECK(after == before);
  }
  call(*engine, &Engine::rebuild);
  CHECK(picture(*engine) == after);
  CHECK(call(*engine, &Engine::check)["ok"] == true);
  const int64_t revision = call(*engine, &Engine::revision);
  CHECK(add(*engine, "n", "later", "kiwi")["revision"] == revision + 1);
  if (reply.ok() && claim(*engine).value() != "null") {
    CHECK(claim(*engine).value() == "{\"answer\":" + reply.value() + "}");
  }
  const std::string last = picture(*engine);
  engine.reset();
  const auto again = open_engine(std::make_unique<FaultHost>(disk));
  CHECK(picture(*again) == last);
  return struck;
}

// Behind the first twenty every third call is tried: one loop writes the pages of a commit. Where
// it begins differs from write to write.
void run_with_each_fault(DiskFault fault, bool durable) {
  int64_t first_stride = 0;
  for (const auto& [name, work] : kWrites) {
    first_stride = first_stride % 3 + 1;
    int64_t call = 1;
    for (;; call += call < 20 ? 1 : call == 20 ? first_stride : 3) {
      INFO(name << ", call " << call << (durable ? ", durable" : ", in memory"));
      fault.call = call;
      if (!run_with_fault(work, fault, durable)) break;
    }
    CHECK(call > 1);
  }
}

}  // namespace

TEST_CASE("a write that the host fails once leaves no trace") {
  for (const bool durable : {true, false}) {
    run_with_each_fault({.answer = kHostFailed, .among = DiskCalls::kAll}, durable);
  }
}

TEST_CASE("a write from whose middle on the disk is full leaves no trace") {
  run_with_each_fault({.answer = kHostFull, .for_good = true, .among = DiskCalls::kChanges}, true);
}

TEST_CASE("a host that fails for good, reads too, is waited for") {
  for (const bool durable : {true, false}) {
    run_with_each_fault({.answer = kHostFailed, .for_good = true, .among = DiskCalls::kAll},
                        durable);
  }
}
