// Damage among the vectors of drawers and closets costs vectors and nothing else: drawers are read,
// found by words and written, and new vectors take the place of the old ones.

#include <catch_amalgamated.hpp>

#include "support/fault_host.h"
#include "support/palace_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kDrawers = 24;

std::string id_of(int i) { return "drawer" + std::to_string(i); }
std::string file_of(int i) { return "file" + std::to_string(i); }

/// Wide enough for few on a page, and on none a text.
Vector vector_of(int i) {
  Vector vector(300, 0.125f);
  vector[static_cast<size_t>(i)] = 1e9f;
  return vector;
}

json drawer_of(int i) {
  return drawer_json(id_of(i), "garden/shed", "apple " + std::to_string(i),
                     {{"sourceFile", file_of(i)}});
}

std::unique_ptr<Engine> open(FaultDisk& disk) {
  return open_engine(std::make_unique<FaultHost>(disk));
}

json closet_with_vector(Engine& engine, int i, const std::string& text) {
  return call_with(engine, &Engine::palace_add_closet,
                   with_vector(closet_json("garden/shed", file_of(i), text), vector_of(i + 100)));
}

/// A disk of drawers with damage in the page that holds the vector of drawer 5, or of its closet.
FaultDisk damaged_disk(bool of_closet) {
  FaultDisk disk;
  disk.durable = false;
  const auto engine = open(disk);
  for (int i = 0; i < kDrawers; ++i) {
    file_with_vector(*engine, drawer_of(i), vector_of(i));
    closet_with_vector(*engine, i, "fruit");
  }
  const Vector vector = vector_of(of_closet ? 105 : 5);
  const std::string_view bytes(reinterpret_cast<const char*>(vector.data()), 4 * vector.size());
  std::string& database = disk.now.at(StoreFile::kDatabase);
  const size_t at = database.find(bytes);
  REQUIRE(at != std::string::npos);
  database[at + 100] = static_cast<char>(database[at + 100] ^ 4);
  return disk;
}

bool warns(const json& reply) {
  const auto codes = warnings_in(reply);
  return std::find(codes.begin(), codes.end(), "vectors_damaged") != codes.end();
}

/// Every way to write, each of which may be the first to meet the damage.
const std::pair<const char*, void (*)(Engine&)> kWrites[] = {
    {"another text",
     [](Engine& e) { file_drawer(e, drawer_json(id_of(5), "garden/shed", "apple, again")); }},
    {"update", [](Engine& e) { change_drawer(e, id_of(5), {{"text", "apple, edited"}}); }},
    {"move", [](Engine& e) { change_drawer(e, id_of(5), {{"room", "cellar"}}); }},
    {"the same text, with a vector",
     [](Engine& e) { file_with_vector(e, drawer_of(5), vector_of(7)); }},
    {"another closet", [](Engine& e) { closet_with_vector(e, 5, "vegetables"); }},
    {"delete and file",
     [](Engine& e) {
       CHECK(delete_drawer(e, id_of(5))["closetsRemoved"] == 1);
       file_drawer(e, drawer_of(5));
     }},
};

void require_texts(Engine& engine) {
  CHECK(call(engine, &Engine::status)["damaged"] == false);
  CHECK(list_drawers(engine)["total"] == kDrawers);
  CHECK(find_drawers(engine, "apple", {}, {{"limit", 100}})["results"].size() == kDrawers);
}

/// Runs a batch, once more where it met the damage.
void clear_embeddings(Engine& engine) {
  call(engine, &Engine::begin_batch);
  if (!engine.clear_embeddings("[]", kCallTime).ok()) {
    call(engine, &Engine::begin_batch);
    call(engine, &Engine::clear_embeddings);
  }
  call(engine, &Engine::commit_batch);
}

}  // namespace

TEST_CASE("a drawer is written past damaged vectors, whoever meets them first") {
  for (const bool of_closet : {false, true}) {
    for (const bool searched : {false, true}) {
      for (const auto& [name, write] : kWrites) {
        INFO(name << (of_closet ? ", closet" : ", drawer") << (searched ? ", searched" : ""));
        FaultDisk disk = damaged_disk(of_closet);
        const auto engine = open(disk);
        if (searched) CHECK(warns(find_drawers(*engine, "apple", vector_of(3))));
        write(*engine);
        require_texts(*engine);
        CHECK(warns(find_drawers(*engine, "apple", vector_of(3))));
      }
    }
  }
}

TEST_CASE("damaged vectors of drawers degrade a search to words, and it says what helps") {
  FaultDisk disk = damaged_disk(false);
  const auto engine = open(disk);
  const json reply = find_drawers(*engine, "apple", vector_of(3));
  CHECK(reply["fallback"] == "bm25_only");
  CHECK(reply["fallback_reason"] == "vectors_damaged");
  CHECK(reply["hint"] == "run repair");
  CHECK(reply["results"].size() == 5);
  require_texts(*engine);
}

TEST_CASE("damaged vectors of closets cost their boost alone") {
  FaultDisk disk = damaged_disk(true);
  const auto engine = open(disk);
  const json reply = find_drawers(*engine, "apple", vector_of(3));
  CHECK_FALSE(reply.contains("fallback"));
  CHECK(reply["hint"] == "run repair");
  CHECK(reply["results"][0]["id"] == id_of(3));
  CHECK(reply["results"][0]["closet_boost"] == 0);
}

TEST_CASE("new vectors take the place of damaged ones of the palace") {
  for (const bool of_closet : {false, true}) {
    FaultDisk disk = damaged_disk(of_closet);
    const auto engine = open(disk);
    if (of_closet) CHECK(warns(find_drawers(*engine, "apple", vector_of(3))));
    clear_embeddings(*engine);
    file_with_vector(*engine, drawer_of(5), {1, 2});
    const json reply = find_drawers(*engine, "", {1, 2});
    CHECK(reply["results"][0]["id"] == id_of(5));
    CHECK_FALSE(warns(reply));
    require_texts(*engine);
  }
}
