// Batches on a host that takes only so much at once: in parts, each of which stays, and staged, all
// or nothing.

#include <catch_amalgamated.hpp>

#include "support/engine_calls.h"
#include "support/fault_host.h"
#include "support/vector_calls.h"

namespace loci::test {
namespace {

std::unique_ptr<Engine> open_on(FaultDisk& disk) {
  return open_engine(std::make_unique<FaultHost>(disk));
}

json notes(int first, int count, size_t bytes = 2000) {
  json list = json::array();
  for (int i = first; i < first + count; ++i) {
    list.push_back(item_json("n", "note" + std::to_string(i), "apple " + std::string(bytes, 'x')));
  }
  return list;
}

std::string embeddings(int count, float value) {
  std::vector<VectorEntry> entries;
  for (int i = 0; i < count; ++i) entries.push_back({"note" + std::to_string(i), {value, 1}});
  return entries_with_vectors(entries);
}

const json kMore = {{"more", true}};
const json kStaged = {{"staged", true}};

int64_t count_items(Engine& engine) { return call(engine, &Engine::status)["items"]; }

/// What a memory answers that must be the same after something was taken back.
json picture(Engine& engine) {
  const json found = call(engine, &Engine::retrieve, {"apple"});
  return {found, call(engine, &Engine::status), call(engine, &Engine::items)};
}

bool succeeds(Engine& engine, Method method, const std::string& arguments) {
  return (engine.*method)(arguments, kCallTime).ok();
}

/// The steps by which all embeddings are replaced; false where one failed.
bool replace_embeddings(Engine& engine, float value) {
  return succeeds(engine, &Engine::begin_batch, R"([{"staged": true}])") &&
         succeeds(engine, &Engine::clear_embeddings, "[]") &&
         succeeds(engine, &Engine::put_embeddings_batch, embeddings(3, value)) &&
         succeeds(engine, &Engine::commit_batch, R"([{}, {"more": true}])") &&
         succeeds(engine, &Engine::put_embeddings_batch, embeddings(6, value)) &&
         succeeds(engine, &Engine::commit_batch, "[]");
}

TEST_CASE("only an atomic host is told what a commit would write") {
  FaultDisk disk = atomic_disk();
  const auto atomic = open_on(disk);
  call(*atomic, &Engine::begin_batch);
  const json first = call(*atomic, &Engine::add_batch, {notes(0, 10), 0});
  const json second = call(*atomic, &Engine::add_batch, {notes(10, 100), 10});
  CHECK(first["pendingBytes"] > 20'000);
  CHECK(second["pendingBytes"] > first["pendingBytes"].get<int64_t>() + 200'000);
  disk.pages_written = 0;
  call(*atomic, &Engine::commit_batch);
  CHECK(second["pendingBytes"] >= disk.pages_written * 4096);
  const auto memory = open_engine();
  call(*memory, &Engine::begin_batch, {kStaged});
  CHECK_FALSE(call(*memory, &Engine::add_batch, {notes(0, 10), 0}).contains("pendingBytes"));
}

TEST_CASE("a part that was committed stays, and the batch goes on") {
  FaultDisk disk = atomic_disk();
  const auto engine = open_on(disk);
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::add_batch, {notes(0, 50), 0});
  CHECK(call(*engine, &Engine::commit_batch, {{{"added", 50}}, kMore})["revision"] == 50);
  CHECK(count_items(*open_on(disk)) == 50);
  CHECK(refusal(*engine, &Engine::retrieve, R"(["apple"])").starts_with("store_busy"));
  CHECK(call(*engine, &Engine::add_batch, {notes(50, 10), 50})["pendingBytes"] < 100'000);
  call(*engine, &Engine::rollback_batch);
  CHECK(count_items(*engine) == 50);
  CHECK(call(*engine, &Engine::retrieve, {"apple"}) ==
        call(*open_on(disk), &Engine::retrieve, {"apple"}));
}

TEST_CASE("a part too large for the host is refused, and what was committed before stays") {
  FaultDisk disk = atomic_disk();
  const auto engine = open_on(disk);
  disk.commit_limit = 300'000;
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::add_batch, {notes(0, 50), 0});
  call(*engine, &Engine::commit_batch, {json::object(), kMore});
  call(*engine, &Engine::add_batch, {notes(50, 200), 50});
  CHECK(refusal(*engine, &Engine::commit_batch, "[]").starts_with("transaction_too_large"));
  CHECK(count_items(*engine) == 50);
  CHECK(count_items(*open_on(disk)) == 50);
  const std::string large = argument_list({item_json("n", "large", std::string(400'000, 'x'))});
  CHECK(refusal(*engine, &Engine::add, large).starts_with("transaction_too_large"));
  add(*engine, "n", "small", "kiwi");
  CHECK(call(*engine, &Engine::retrieve, {"kiwi"})["items"].size() == 1);
}

TEST_CASE("a stretch of a file ends before an item that its part has no room for") {
  FaultDisk disk = atomic_disk();
  const auto engine = open_on(disk);
  disk.commit_limit = 400'000;
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += "## note" + std::to_string(i) + "\n\n" + std::string(2000, 'x') + "\n\n";
  }
  const json file = {{"path", "wiki/n.md"},
                     {"text", text + "## large\n\n" + std::string(360'000, 'y') + "\n"}};
  call(*engine, &Engine::begin_batch);
  const auto import_from = [&](int first) {
    const json stretch = {{"first", first}, {"bytes", 200'000}};
    return call(*engine, &Engine::import_markdown_file, {file, stretch});
  };
  CHECK(import_from(0)["next"] == 30);
  call(*engine, &Engine::commit_batch, {json::object(), kMore});
  CHECK_FALSE(import_from(30).contains("next"));
  call(*engine, &Engine::commit_batch);
  CHECK(count_items(*open_on(disk)) == 31);
}

TEST_CASE("a staged batch is seen when its last part is, and not before") {
  FaultDisk disk = atomic_disk();
  const auto engine = open_on(disk);
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::add_batch, {notes(0, 6), 0});
  call(*engine, &Engine::commit_batch);
  const DiskFiles before = disk.now;
  call(*engine, &Engine::begin_batch, {kStaged});
  call_with(*engine, &Engine::put_embeddings_batch, embeddings(3, 1));
  call(*engine, &Engine::commit_batch, {json::object(), kMore});
  CHECK(disk.now == before);
  call_with(*engine, &Engine::put_embeddings_batch, embeddings(6, 1));
  call(*engine, &Engine::commit_batch);
  CHECK_FALSE(disk.stage.has_value());
  CHECK(call(*open_on(disk), &Engine::status)["embeddings"]["vectors"] == 6);
  CHECK(picture(*open_on(disk)) == picture(*engine));
}

TEST_CASE("a staged batch that is taken back or killed leaves nothing of its parts") {
  FaultDisk disk = atomic_disk();
  const auto engine = open_on(disk);
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::add_batch, {notes(0, 6), 0});
  call(*engine, &Engine::commit_batch);
  REQUIRE(replace_embeddings(*engine, 1));
  const json before = picture(*engine);
  const auto begin_to_replace = [&] {
    call(*engine, &Engine::begin_batch, {kStaged});
    call(*engine, &Engine::clear_embeddings);
    call(*engine, &Engine::commit_batch, {json::object(), kMore});
    call_with(*engine, &Engine::put_embeddings_batch, embeddings(2, 5));
  };
  begin_to_replace();
  FaultDisk killed = disk;
  CHECK(picture(*open_on(killed)) == before);
  call(*engine, &Engine::rollback_batch);
  CHECK(picture(*engine) == before);
  begin_to_replace();
  engine->interrupted();
  CHECK(picture(*engine) == before);
  begin_to_replace();
  engine->interrupted();
  CHECK(call(*engine, &Engine::check)["ok"] == true);  // asks without the index
  CHECK(call(*engine, &Engine::status)["items"] == 6);
  begin_to_replace();
  call(*engine, &Engine::rollback_batch);
  CHECK(picture(*engine) == before);
}

TEST_CASE("a staged batch in which any call of the host fails changes nothing") {
  FaultDisk whole = atomic_disk();
  {
    const auto engine = open_on(whole);
    call(*engine, &Engine::begin_batch);
    call(*engine, &Engine::add_batch, {notes(0, 6), 0});
    call(*engine, &Engine::commit_batch);
    REQUIRE(replace_embeddings(*engine, 1));
  }
  int failed = 0;
  for (const bool for_good : {false, true}) {
    for (const DiskCalls among : {DiskCalls::kChanges, DiskCalls::kAll}) {
      for (int64_t fault = 1;; ++fault) {
        INFO("call " << fault << " of kind " << static_cast<int>(among));
        FaultDisk disk = whole;
        const auto engine = open_on(disk);
        const json before = picture(*engine);
        disk.plan({fault, kHostFailed, for_good, among});
        const bool done = replace_embeddings(*engine, 5);
        const bool struck = disk.struck();
        disk.plan({});
        if (!struck) break;
        if (!done) REQUIRE(picture(*engine) == before);
        REQUIRE(picture(*open_on(disk)) == picture(*engine));
        REQUIRE(replace_embeddings(*engine, 7));
        REQUIRE(call(*engine, &Engine::check)["ok"] == true);
        failed += !done;
      }
    }
  }
  CHECK(failed > 40);
}

}  // namespace
}  // namespace loci::test
