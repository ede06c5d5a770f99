// A damaged store: whatever byte is hit, nothing traps, what answers is true, and what can be saved
// is saved.

#include <catch_amalgamated.hpp>

#include "engine.h"
#include "store/checksum.h"
#include "support/engine_calls.h"
#include "support/fault_host.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kItems = 12;

std::string name_of_item(int i) { return "item" + std::to_string(i); }

/// Long enough for pages of its own, and different on each of them.
std::string content_of_item(int i) {
  std::string content = "apple marker" + std::to_string(i) + "x";
  while (content.size() < 9000)
    content += " w" + std::to_string(content.size()) + "i" + std::to_string(i);
  return content;
}

FaultDisk filled_disk() {
  FaultDisk disk;
  disk.durable = false;
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  for (int i = 0; i < kItems; ++i) add(*engine, "notes", name_of_item(i), content_of_item(i));
  return disk;
}

std::string& database(FaultDisk& disk) { return disk.now.at(StoreFile::kDatabase); }

void flip(FaultDisk& disk, size_t at) {
  database(disk)[at] = static_cast<char>(database(disk)[at] ^ 4);
}

Result<std::unique_ptr<Engine>> open(FaultDisk& disk) {
  return Engine::open(std::make_unique<FaultHost>(disk), "[]");
}

/// The numbers of the items in an export, each of which must be whole.
std::vector<int> exported(Engine& engine) {
  std::vector<int> found;
  std::string text;
  for (const json& file : call(engine, &Engine::export_markdown)) text += file["text"];
  for (int i = 0; i < kItems; ++i) {
    if (text.find("## " + name_of_item(i) + "\n\n" + content_of_item(i) + "\n") != text.npos)
      found.push_back(i);
  }
  return found;
}

/// The only table whose root is an inner page.
bool is_root_of_items(const FaultDisk& disk, size_t page) {
  constexpr char kInnerTablePage = 5;
  return disk.now.files[0][page * kPageSize] == kInnerTablePage;
}

std::vector<int> all_but(int missing) {
  std::vector<int> numbers;
  for (int i = 0; i < kItems; ++i) {
    if (i != missing) numbers.push_back(i);
  }
  return numbers;
}

void require_gated(Engine& engine) {
  const std::pair<Method, std::string> calls[] = {
      {&Engine::add, argument_list({item_json("n", "a", "x")})},
      {&Engine::get, R"(["notes","item1"])"},
      {&Engine::remove, R"(["notes","item1"])"},
      {&Engine::items, "[]"},
      {&Engine::categories, "[]"},
      {&Engine::retrieve, R"(["apple"])"},
      {&Engine::begin_batch, "[]"},
      {&Engine::revision, "[]"},
      {&Engine::journal, "[]"},
      {&Engine::rebuild, "[]"},
      {&Engine::compact, "[]"},
      {&Engine::flush, "[]"},
  };
  for (const auto& [method, arguments] : calls) {
    CHECK(refusal(engine, method, arguments).starts_with("store_damaged"));
  }
}

}  // namespace

TEST_CASE("damage in an item's text gates the store, and the other items can be saved") {
  FaultDisk disk = filled_disk();
  flip(disk, database(disk).find("marker5x"));
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  CHECK(call(*engine, &Engine::status)["damaged"] == true);
  CHECK(call(*engine, &Engine::status)["warnings"][0]["code"] == "store_damaged");
  require_gated(*engine);
  const json check = call(*engine, &Engine::check);
  CHECK(check["ok"] == false);
  CHECK_FALSE(check["findings"].empty());
  CHECK(engine->export_bytes().value().size() == database(disk).size());
  const std::vector<int> saved = exported(*engine);
  CHECK(std::find(saved.begin(), saved.end(), 5) == saved.end());
  CHECK(saved.size() >= kItems - 4);  // the page that was hit may hold the starts of others
}

TEST_CASE("damage in the far end of one text costs that item alone") {
  FaultDisk disk = filled_disk();
  const std::string tail = content_of_item(5).substr(8900);
  flip(disk, database(disk).find(tail));
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  CHECK(call(*engine, &Engine::status)["damaged"] == true);
  CHECK(exported(*engine) == all_but(5));
}

TEST_CASE("damage that opening does not read is found by the export, which saves the rest") {
  FaultDisk disk = filled_disk();
  {
    const auto engine = open_engine(std::make_unique<FaultHost>(disk));
    json item = item_json("notes", "big metadata", "apple");
    item["metadata"] = {{"long", std::string(20'000, 'm')}};
    call(*engine, &Engine::add, {item});
  }
  flip(disk, database(disk).find(std::string(4000, 'm')));
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  CHECK(call(*engine, &Engine::status)["damaged"] == false);
  CHECK(exported(*engine) == all_but(-1));
  CHECK(call(*engine, &Engine::status)["damaged"] == true);
  require_gated(*engine);
}

TEST_CASE("whatever page is hit, nothing traps and what is exported is true") {
  const FaultDisk sound = filled_disk();
  const size_t pages = sound.now.files[0].size() / kPageSize;
  REQUIRE(pages > 20);
  int opened = 0;
  for (size_t page = 0; page < pages; ++page) {
    for (const size_t offset : {size_t{7}, size_t{2500}, size_t{4090}}) {
      INFO("byte " << offset << " of page " << page + 1);
      FaultDisk disk = sound;
      flip(disk, page * kPageSize + offset);
      const auto engine = open(disk);
      if (!engine.ok()) {
        const ErrorCode code = engine.error().code;
        CHECK((code == ErrorCode::kStoreDamaged || code == ErrorCode::kUnsupportedFormat));
        continue;
      }
      ++opened;
      CHECK(call(*engine.value(), &Engine::check)["ok"] == false);
      const size_t saved = exported(*engine.value()).size();
      // A leaf holds the starts of four items. Behind the root of their table none is reached.
      CHECK(saved >= (is_root_of_items(sound, page) ? 0 : kItems - 4));
      CHECK(engine.value()->export_bytes().ok());
    }
  }
  CHECK(opened > 40);
}

TEST_CASE("a store that was cut short anywhere opens as damaged or not at all") {
  const FaultDisk sound = filled_disk();
  for (size_t size = 1; size < sound.now.files[0].size(); size += 2999) {
    INFO("cut to " << size);
    FaultDisk disk = sound;
    database(disk).resize(size);
    const auto engine = open(disk);
    if (!engine.ok()) continue;
    CHECK(call(*engine.value(), &Engine::check)["ok"] == false);
    (void)exported(*engine.value());
  }
}

TEST_CASE("an import that is damaged leaves a sound store sound") {
  FaultDisk disk = filled_disk();
  std::string image = database(disk);
  image[image.size() / 2] ^= 1;
  const auto engine = open_engine();
  add(*engine, "n", "a", "pear");
  CHECK(engine->import_bytes(image).error().code == ErrorCode::kStoreDamaged);
  CHECK(call(*engine, &Engine::status)["damaged"] == false);
  CHECK(call(*engine, &Engine::retrieve, {"pear"})["items"].size() == 1);
}

TEST_CASE("a memory that is opened to be read answers, and refuses to write") {
  FaultDisk disk = filled_disk();
  const DiskFiles before = disk.now;
  const auto engine = open_engine(std::make_unique<FaultHost>(disk), {{"readOnly", true}});
  CHECK(call(*engine, &Engine::retrieve, {"marker3x"})["items"].size() == 1);
  CHECK(call(*engine, &Engine::status)["readOnly"] == true);
  CHECK(call(*engine, &Engine::check)["ok"] == true);
  CHECK(exported(*engine) == all_but(-1));
  CHECK(engine->export_bytes().value() == before.files[0]);
  for (const Method method :
       {&Engine::add, &Engine::remove, &Engine::begin_batch, &Engine::compact}) {
    CHECK(refusal(*engine, method, "[]").starts_with("read_only"));
  }
  CHECK(engine->import_bytes("").error().code == ErrorCode::kReadOnly);
  CHECK(disk.now == before);
}
