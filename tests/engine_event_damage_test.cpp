// Damage among the vectors of events costs vectors and nothing else: events are read, found by
// words and written, and new vectors take the place of the old ones.

#include <catch_amalgamated.hpp>

#include "support/event_calls.h"
#include "support/fault_host.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kEvents = 24;

std::string id_of(int i) { return "event" + std::to_string(i); }

/// Wide enough for few on a page, and on none a text.
Vector vector_of(int i) {
  Vector vector(300, 0.125f);
  vector[static_cast<size_t>(i)] = 1e9f;
  return vector;
}

json event_of(int i) { return event_json(id_of(i), "apple " + std::to_string(i), "pear", "sea"); }

std::unique_ptr<Engine> open(FaultDisk& disk) {
  return open_engine(std::make_unique<FaultHost>(disk));
}

/// A disk of events with damage in the page that holds a vector of event 5: that of its summary, or
/// that of its chunk.
FaultDisk damaged_disk(bool of_chunk) {
  FaultDisk disk;
  disk.durable = false;
  const auto engine = open(disk);
  for (int i = 0; i < kEvents; ++i) {
    save_with_vectors(*engine, event_of(i), vector_of(i), {vector_of(i + 100)});
  }
  const Vector vector = vector_of(of_chunk ? 105 : 5);
  const std::string_view bytes(reinterpret_cast<const char*>(vector.data()), 4 * vector.size());
  std::string& database = disk.now.at(StoreFile::kDatabase);
  const size_t at = database.find(bytes);
  REQUIRE(at != std::string::npos);
  database[at + 100] = static_cast<char>(database[at + 100] ^ 4);
  return disk;
}

bool warns(const json& reply) {
  for (const json& warning : reply["warnings"]) {
    if (warning["code"] == "vectors_damaged") return true;
  }
  return false;
}

/// Runs a batch, once more where it met the damage.
json batch_twice(Engine& engine, Method method, const std::string& arguments) {
  call(engine, &Engine::begin_batch);
  Reply reply = (engine.*method)(arguments, kCallTime);
  if (!reply.ok()) {
    CHECK(reply.error().detail == R"({"part":"embeddings"})");
    call(engine, &Engine::begin_batch);
    reply = (engine.*method)(arguments, kCallTime);
  }
  REQUIRE(reply.ok());
  call(engine, &Engine::commit_batch);
  return json::parse(reply.value());
}

/// Every way to write an event, each of which may be the first to meet the damage.
const std::pair<const char*, void (*)(Engine&)> kWrites[] = {
    {"edit", [](Engine& e) { save(e, event_json(id_of(5), "apple, again", "plum", "sea")); }},
    {"edit the summary", [](Engine& e) { save(e, event_json(id_of(5), "apple", "pear", "sea")); }},
    {"the same texts", [](Engine& e) { save(e, event_json(id_of(5), "apple 5", "pear")); }},
    {"with vectors",
     [](Engine& e) {
       save_with_vectors(e, event_of(5), vector_of(7), {vector_of(8)});
       CHECK(embeddings_of(e)["vectors"] > 0);
     }},
    {"remove and save",
     [](Engine& e) {
       CHECK(call(e, &Engine::evidence_remove, {id_of(5)})["removed"] == true);
       save(e, event_of(5));
     }},
    {"a batch",
     [](Engine& e) {
       const json events = json::array({event_json(id_of(5), "apple", "plum")});
       batch_twice(e, &Engine::evidence_save_batch, argument_list({events, 0}));
     }},
};

void require_texts(Engine& engine) {
  CHECK(call(engine, &Engine::status)["damaged"] == false);
  CHECK(call(engine, &Engine::status)["evidence"]["events"] == kEvents);
  for (int i = 0; i < kEvents; ++i) {
    CHECK_FALSE(call(engine, &Engine::evidence_get, {id_of(i)}).is_null());
  }
  CHECK(find_events(engine, "apple")["events"].size() >= 1);
}

}  // namespace

TEST_CASE("an event is written past damaged vectors, whoever meets them first") {
  for (const bool of_chunk : {false, true}) {
    for (const bool searched : {false, true}) {
      for (const auto& [name, write] : kWrites) {
        INFO(name << (of_chunk ? ", chunk" : ", summary") << (searched ? ", searched" : ""));
        FaultDisk disk = damaged_disk(of_chunk);
        const auto engine = open(disk);
        if (searched) CHECK(warns(find_events(*engine, "apple", vector_of(3))));
        write(*engine);
        require_texts(*engine);
        CHECK(warns(find_events(*engine, "apple", vector_of(3))));
      }
    }
  }
}

TEST_CASE("new vectors take the place of damaged ones") {
  for (const bool of_chunk : {false, true}) {
    FaultDisk disk = damaged_disk(of_chunk);
    const auto engine = open(disk);
    if (of_chunk) CHECK(warns(find_events(*engine, "apple", vector_of(3))));
    batch_twice(*engine, &Engine::clear_embeddings, "[]");
    call(*engine, &Engine::begin_batch);
    call_with(*engine, &Engine::put_embeddings_batch,
              event_vector_entry(id_of(5), "summary", {1, 2}));
    call(*engine, &Engine::commit_batch);
    const json reply = find_events(*engine, "", {1, 2});
    CHECK(ids_in(reply) == std::vector<std::string>{id_of(5)});
    CHECK_FALSE(warns(reply));
    require_texts(*engine);
  }
}
