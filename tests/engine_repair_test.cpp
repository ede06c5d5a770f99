// The way back from damage: repair, on every kind of host, and what a damaged store still answers
// until then.

#include <catch_amalgamated.hpp>

#include "engine.h"
#include "store/checksum.h"
#include "support/engine_calls.h"
#include "support/full_store.h"

using namespace loci;
using namespace loci::test;

namespace {

std::string& database(FaultDisk& disk) { return disk.now.at(StoreFile::kDatabase); }

void flip(FaultDisk& disk, size_t at) {
  database(disk)[at] = static_cast<char>(database(disk)[at] ^ 4);
}

std::unique_ptr<Engine> open_on(FaultDisk& disk, const json& options = {}) {
  return open_engine(std::make_unique<FaultHost>(disk), options);
}

/// A disk of each kind, with the same small store.
FaultDisk disk_of_kind(bool durable, bool atomic) {
  FaultDisk disk;
  disk.durable = durable;
  disk.atomic = atomic;
  const auto store = open_store(std::make_unique<FaultHost>(disk));
  fill_store(*store, 12);
  return disk;
}

void require_sound(Engine& engine) {
  const json check = call(engine, &Engine::check);
  INFO(check.dump());
  CHECK(check["ok"] == true);
  CHECK(call(engine, &Engine::status)["damaged"] == false);
}

}  // namespace

TEST_CASE("a sound store is not written to by a repair") {
  FaultDisk disk = disk_of_kind(true, false);
  const auto engine = open_on(disk);
  const DiskFiles before = disk.now;
  const json reply = call(*engine, &Engine::repair);
  CHECK(reply["repaired"] == false);
  CHECK(reply["kept"]["items"] == 10);
  CHECK(reply["kept"]["events"] == 6);
  CHECK(reply["kept"]["drawers"] == 12);
  CHECK(reply["kept"]["tunnels"] == 1);
  CHECK(reply["lost"].empty());
  CHECK(reply["derived"].empty());
  CHECK(reply["warnings"].empty());
  CHECK(disk.now == before);
}

TEST_CASE("a store is gated wherever it was hit, repaired on every host, and then writes on") {
  for (const auto& [durable, atomic] : {std::pair{true, false}, {false, true}, {false, false}}) {
    const FaultDisk sound = disk_of_kind(durable, atomic);
    for (const size_t at : {size_t{3}, size_t{60}, size_t{101}, size_t{kPageSize + 100}}) {
      INFO("durable " << durable << ", atomic " << atomic << ", byte " << at);
      FaultDisk disk = sound;
      flip(disk, at);
      const auto engine = open_on(disk);
      CHECK(call(*engine, &Engine::check)["ok"] == false);
      CHECK(engine->export_bytes().value().size() == database(disk).size());
      CHECK(call(*engine, &Engine::export_markdown).size() == 3);
      if (at < kPageSize) {
        CHECK(call(*engine, &Engine::status)["damaged"] == true);
        CHECK(refusal(*engine, &Engine::get, R"(["c1","item1"])").find("run repair") !=
              std::string::npos);
      }
      const json reply = call(*engine, &Engine::repair);
      INFO(reply.dump());
      CHECK(reply["repaired"] == true);
      CHECK(reply["kept"]["items"] == 10);
      CHECK(reply["kept"]["drawers"] == 12);
      CHECK(reply["derived"] == json({"indexes", "chunks"}));
      require_sound(*engine);
      CHECK(call(*engine, &Engine::revision) == reply["revision"]);
      CHECK(call(*engine, &Engine::get, {"c1", "item1"})["content"] == long_text("apple", 1));
      CHECK(call(*engine, &Engine::retrieve, {"apple1"})["items"].size() == 1);
      add(*engine, "notes", "new", "mango");
      CHECK(call(*engine, &Engine::repair)["repaired"] == false);
    }
  }
}

TEST_CASE("what was lost is named") {
  FaultDisk disk = disk_of_kind(true, false);
  flip(disk, database(disk).find(long_text("apple", 6).substr(9000, 50)));
  const auto engine = open_on(disk);
  const json reply = call(*engine, &Engine::repair);
  REQUIRE(reply["lost"].size() >= 1);
  const json& lost = reply["lost"][0];
  CHECK(lost["table"] == "items");
  CHECK(lost["count"] == 1);
  CHECK(lost["what"] == "could not be read: c0/item6");
  CHECK(reply["kept"]["items"] == 9);
  CHECK(call(*engine, &Engine::get, {"c0", "item6"}).is_null());
}

TEST_CASE("damaged embeddings are dropped, and the readable ones kept") {
  FaultDisk disk = disk_of_kind(true, false);
  const std::vector<float> stored(20, 0.5f);
  const std::string bytes(reinterpret_cast<const char*>(stored.data()), 80);
  flip(disk, database(disk).rfind(bytes));
  const auto engine = open_on(disk);
  const json before = call(*engine, &Engine::status);
  CHECK(call(*engine, &Engine::check)["ok"] == false);
  const json reply = call(*engine, &Engine::repair);
  INFO(reply.dump());
  CHECK(reply["repaired"] == true);
  CHECK(reply["kept"]["items"] == 10);
  CHECK(reply["kept"]["drawers"] == 12);
  CHECK(reply["kept"]["embeddings"] > 10);
  CHECK(reply["lost"][0]["table"] == "embeddings");
  require_sound(*engine);
}

TEST_CASE("a store cut short at any page is repaired with what is left") {
  const FaultDisk sound = disk_of_kind(true, false);
  const size_t pages = database(const_cast<FaultDisk&>(sound)).size() / kPageSize;
  for (size_t kept = 0; kept < pages; ++kept) {
    for (const size_t rest : {size_t{0}, size_t{1000}}) {
      INFO("cut to " << kept << " pages and " << rest);
      if (kept + rest == 0) continue;
      FaultDisk disk = sound;
      database(disk).resize(kept * kPageSize + rest);
      const auto engine = open_on(disk);
      const json reply = call(*engine, &Engine::repair);
      CHECK(reply["repaired"] == true);
      require_sound(*engine);
      CHECK(call(*open_on(disk), &Engine::check)["ok"] == true);
    }
  }
}

TEST_CASE("a store that is only read is not repaired, and shows what there is") {
  FaultDisk disk = disk_of_kind(true, false);
  flip(disk, 60);
  const DiskFiles before = disk.now;
  const auto engine = open_on(disk, {{"readOnly", true}});
  CHECK(refusal(*engine, &Engine::repair, "[]").starts_with("read_only"));
  CHECK(call(*engine, &Engine::export_markdown).size() == 3);
  CHECK(disk.now == before);
}

TEST_CASE("a log whose database was hit is read with it") {
  FaultDisk disk;
  FaultDisk cut;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    fill_store(*store, 12);
    require_ok(store->connection().checkpoint());
    value_of(in_transaction(*store,
                            [&] { return store->put(make_item("c9", "late", "fig"), {}, kNow); }));
    cut = disk;  // as after a power cut
  }
  for (const bool only_read : {false, true}) {
    for (const size_t at : {size_t{60}, size_t{3}}) {
      INFO(only_read << " " << at);
      FaultDisk hit = cut;
      REQUIRE(hit.now.at(StoreFile::kWal).size() > kPageSize);
      flip(hit, at);
      const auto engine = open_on(hit, {{"readOnly", only_read}});
      const json files = call(*engine, &Engine::export_markdown);
      REQUIRE(files.size() == 4);
      CHECK(files[3]["text"].get<std::string>().find("fig") != std::string::npos);
      if (!only_read) CHECK(call(*engine, &Engine::repair)["kept"]["items"] == 11);
    }
  }
}

TEST_CASE("a log beside an empty database is read as far as it goes") {
  FaultDisk disk;
  FaultDisk whole;
  FaultDisk rest;
  {
    const auto store = open_store(std::make_unique<FaultHost>(disk));
    fill_store(*store, 12);
    whole = disk;  // the log has all pages
    require_ok(store->connection().checkpoint());
    value_of(in_transaction(*store,
                            [&] { return store->put(make_item("c9", "late", "fig"), {}, kNow); }));
    rest = disk;  // the log has those of the last write
  }
  database(whole).clear();
  const auto engine = open_on(whole);
  CHECK(call(*engine, &Engine::check)["ok"] == true);
  CHECK(call(*engine, &Engine::status)["items"] == 10);
  database(rest).clear();
  const auto second = open_on(rest);
  CHECK(call(*second, &Engine::check)["ok"] == false);
  CHECK(call(*second, &Engine::status)["damaged"] == true);
  CHECK(call(*second, &Engine::repair)["kept"]["items"] >= 1);
  CHECK(call(*second, &Engine::get, {"c9", "late"})["content"] == "fig");
  require_sound(*second);
}

TEST_CASE("arguments of repair are checked") {
  const auto engine = open_engine();
  CHECK(refusal(*engine, &Engine::repair, R"([{"deep":true}])").starts_with("invalid_argument"));
  CHECK(call(*engine, &Engine::repair, {json::object()})["repaired"] == false);
}
