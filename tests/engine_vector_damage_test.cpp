// Damage among the embeddings costs embeddings and nothing else: texts are read, found by words and
// written, and new embeddings take the place of the old ones.

#include <catch_amalgamated.hpp>
#include <cstring>

#include "store/checksum.h"
#include "support/fault_host.h"
#include "support/vector_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kItems = 24;

std::string name_of_item(int i) { return "item" + std::to_string(i); }

/// Wide enough for few on a page, and on none a text.
Vector vector_of_item(int i) {
  Vector vector(300, 0.125f);
  vector[static_cast<size_t>(i)] = 1e9f;
  return vector;
}

FaultDisk filled_disk() {
  FaultDisk disk;
  disk.durable = false;
  const auto engine = open_engine(std::make_unique<FaultHost>(disk));
  for (int i = 0; i < kItems; ++i) {
    add_vector(*engine, name_of_item(i), "apple " + std::to_string(i), vector_of_item(i),
               {{"model", "m"}});
  }
  return disk;
}

std::string& database(FaultDisk& disk) { return disk.now.at(StoreFile::kDatabase); }

void flip(FaultDisk& disk, size_t at) {
  database(disk)[at] = static_cast<char>(database(disk)[at] ^ 4);
}

/// Where the vector of an item stands.
size_t place_of_vector(FaultDisk& disk, int item) {
  const Vector vector = vector_of_item(item);
  const std::string_view bytes(reinterpret_cast<const char*>(vector.data()), 4 * vector.size());
  const size_t at = database(disk).find(bytes);
  REQUIRE(at != std::string::npos);
  return at;
}

/// The filled disk with damage in the page that holds the vector of item 5.
FaultDisk damaged_disk() {
  FaultDisk disk = filled_disk();
  flip(disk, place_of_vector(disk, 5) + 100);
  return disk;
}

std::unique_ptr<Engine> open(FaultDisk& disk) {
  return open_engine(std::make_unique<FaultHost>(disk));
}

bool warns(const json& reply) {
  for (const json& warning : reply["warnings"]) {
    if (warning["code"] == "vectors_damaged") return true;
  }
  return false;
}

void require_texts(Engine& engine, int count = kItems) {
  CHECK(call(engine, &Engine::status)["damaged"] == false);
  CHECK(call(engine, &Engine::items)["items"].size() == static_cast<size_t>(count));
  CHECK(call(engine, &Engine::retrieve, {"apple"})["items"].size() == 10);
  CHECK_FALSE(call(engine, &Engine::export_markdown).empty());
}

/// Runs a batch, once more where it met the damage.
void batch_twice(Engine& engine, Method method, const std::string& arguments) {
  call(engine, &Engine::begin_batch);
  const Reply reply = (engine.*method)(arguments, kCallTime);
  if (!reply.ok()) {
    CHECK(reply.error().code == ErrorCode::kStoreDamaged);
    CHECK(reply.error().detail == R"({"part":"embeddings"})");
    call(engine, &Engine::begin_batch);
    call_with(engine, method, arguments);
  }
  call(engine, &Engine::commit_batch);
}

/// Every way to write a text, each of which may be the first to meet the damage.
const std::pair<const char*, void (*)(Engine&)> kWrites[] = {
    {"update", [](Engine& e) { add(e, "n", name_of_item(5), "apple, again"); }},
    {"the same text", [](Engine& e) { add(e, "n", name_of_item(5), "apple 5"); }},
    {"with an embedding",
     [](Engine& e) { add_vector(e, name_of_item(5), "apple 5", vector_of_item(7)); }},
    {"remove and add",
     [](Engine& e) {
       CHECK(call(e, &Engine::remove, {"n", name_of_item(5)})["removed"] == true);
       add(e, "n", name_of_item(5), "apple");
     }},
    {"a batch",
     [](Engine& e) {
       batch_twice(e, &Engine::add_batch,
                   argument_list({json::array({item_json("n", name_of_item(5), "apple")}), 0}));
     }},
    {"an import",
     [](Engine& e) {
       batch_twice(e, &Engine::import_markdown_file,
                   argument_list({{{"path", "wiki/n.md"}, {"text", "# n\n## item5\n\napple\n"}}}));
     }},
};

/// New embeddings for all, as reembed puts them.
void replace_all(Engine& engine) {
  call(engine, &Engine::begin_batch);
  call(engine, &Engine::clear_embeddings);
  std::vector<VectorEntry> entries;
  for (int i = 0; i < kItems; ++i) entries.push_back({name_of_item(i), {1, static_cast<float>(i)}});
  const json reply = call_with(engine, &Engine::put_embeddings_batch,
                               entries_with_vectors(entries, {{"model", "new"}}));
  CHECK(reply["stored"] == kItems);
  call(engine, &Engine::commit_batch);
  CHECK(embeddings_of(engine) ==
        json({{"model", "new"}, {"width", 2}, {"vectors", kItems}, {"pending", 0}}));
  const json found = retrieve_by(engine, {1, 0});
  CHECK(found["embeddingUsed"] == true);
  CHECK(found["items"][0]["name"] == name_of_item(0));
  CHECK_FALSE(warns(found));
}

}  // namespace

TEST_CASE("with damaged embeddings a retrieval goes by words, and warns") {
  FaultDisk disk = damaged_disk();
  const auto engine = open(disk);
  require_texts(*engine);
  const json found = retrieve_by(*engine, vector_of_item(3), "apple");
  CHECK(found["items"].size() == 10);
  CHECK(found["embeddingUsed"] == false);
  CHECK(found["embeddingReason"] == "no_vectors");
  CHECK(warns(found));
  CHECK(warns(retrieve_by(*engine, vector_of_item(3), "apple")));
  const json status = call(*engine, &Engine::status);
  CHECK(warns(status));
  CHECK(status["embeddings"]["vectors"] == 0);
  CHECK(status["embeddings"]["pending"] == kItems);
  CHECK(call(*engine, &Engine::check)["ok"] == false);
  require_texts(*engine);
}

TEST_CASE("a vector that becomes unreadable while the index is loaded costs no retrieval") {
  FaultDisk disk = filled_disk();
  const auto engine = open(disk);
  CHECK(retrieve_by(*engine, vector_of_item(5), "apple")["embeddingUsed"] == true);
  flip(disk, place_of_vector(disk, 5) + 100);
  call(*engine, &Engine::check);  // drops what is remembered of pages
  const json found = retrieve_by(*engine, vector_of_item(5), "apple 5");
  CHECK(found["items"].size() == 10);
  CHECK(warns(found));
  require_texts(*engine);
}

TEST_CASE("texts are written past damaged embeddings") {
  for (const auto& [name, write] : kWrites) {
    for (const bool known : {false, true}) {
      INFO(name << (known ? ", known" : ""));
      FaultDisk disk = damaged_disk();
      auto engine = open(disk);
      if (known) retrieve_by(*engine, vector_of_item(3), "apple");
      write(*engine);
      require_texts(*engine);
      const json item = call(*engine, &Engine::get, {"n", name_of_item(5)});
      engine = open(disk);
      CHECK(call(*engine, &Engine::get, {"n", name_of_item(5)}) == item);
      CHECK(warns(retrieve_by(*engine, vector_of_item(3), "apple")));
      require_texts(*engine);
    }
  }
}

TEST_CASE("an embedding that comes with a text is dropped with a warning, not the text") {
  FaultDisk disk = damaged_disk();
  const auto engine = open(disk);
  CHECK(warns(add_vector(*engine, name_of_item(5), "new text", vector_of_item(5))));
  CHECK_FALSE(warns(add(*engine, "n", name_of_item(5), "newer text")));
  CHECK(refusal(*engine, &Engine::add, item_with_vector(item_json("n", "x", "text"), Vector{0, 0}))
            .starts_with("invalid_vector"));
}

TEST_CASE("later embeddings are refused until all are replaced") {
  FaultDisk disk = damaged_disk();
  auto engine = open(disk);
  retrieve_by(*engine, vector_of_item(3), "apple");
  call(*engine, &Engine::begin_batch);
  const std::string message = refusal(*engine, &Engine::put_embeddings_batch,
                                      entries_with_vectors({{name_of_item(1), vector_of_item(1)}}));
  CHECK(message.starts_with("store_damaged: the stored embeddings are damaged"));
  CHECK(message.ends_with("reembed"));
  CHECK(refusal(*engine, &Engine::pending_embeddings, "[]").starts_with("store_damaged"));
  CHECK(pending(*engine, {{"all", true}})["entries"].size() == kItems);
  require_texts(*engine);
  replace_all(*engine);
  require_texts(*engine);
  engine = open(disk);
  replace_all(*engine);
}

TEST_CASE("all embeddings are replaced, also where nobody has met the damage yet") {
  FaultDisk disk = damaged_disk();
  auto engine = open(disk);
  replace_all(*engine);
  require_texts(*engine);
  CHECK(call(*engine, &Engine::check)["ok"] == false);  // the bytes are still damaged
  call(*engine, &Engine::compact);
  require_texts(*engine);
  engine = open(disk);
  require_texts(*engine);
  CHECK(retrieve_by(*engine, {1, 0})["embeddingUsed"] == true);
}

TEST_CASE("whatever page is hit, an engine that is not gated writes, and takes new embeddings") {
  const FaultDisk sound = filled_disk();
  const size_t pages = sound.now.files[0].size() / kPageSize;
  int healed = 0;
  for (size_t page = 1; page < pages; ++page) {
    INFO("page " << page + 1);
    FaultDisk disk = sound;
    flip(disk, page * kPageSize + 2500);
    const auto opened = Engine::open(std::make_unique<FaultHost>(disk), "[]");
    if (!opened.ok()) continue;
    Engine& engine = *opened.value();
    const json found = call(engine, &Engine::status);
    if (found["damaged"] == true || !warns(retrieve_by(engine, vector_of_item(1), "apple"))) {
      continue;
    }
    for (const auto& [name, write] : kWrites) write(engine);
    require_texts(engine);
    call(engine, &Engine::compact);
    replace_all(engine);
    call(engine, &Engine::compact);
    require_texts(engine);
    ++healed;
  }
  CHECK(healed > 5);
}
