// A store that is given up between calls: when, what the next call does, and what it finds.

#include <catch_amalgamated.hpp>

#include "support/release_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr std::initializer_list<const char*> kQueries = {"apple pear", "kiwi 海", ""};

/// Two engines that have a store in turn, the first of which has it.
struct Pair {
  SharedDisk shared;
  std::unique_ptr<Engine> first;
  std::unique_ptr<Engine> second;

  Pair() {
    first = open_engine(shared);
    add(*first, "n", "a", "apple 海边");
    add_vector(*first, "v", "apple pear", {1, 0, 0}, {{"model", "m"}});
    add(*first, "n", "b", "pear [[n:a]]");
    release(*first);
    second = open_engine(shared);
    release(*second);
  }

  /// Lets `engine` see what there is, and give the store up.
  std::string picture(Engine& engine) {
    std::string picture = picture_of(engine, kQueries);
    REQUIRE(release(engine));
    return picture;
  }

  void require_caught_up(Engine& engine) {
    require_same(picture(engine), fresh_picture(shared, kQueries));
  }
};

void damage(SharedDisk& shared, size_t at) {
  char& byte = shared.disk.now.at(StoreFile::kDatabase)[at];
  byte = static_cast<char>(byte ^ 4);
}

std::string code_of(Engine& engine, Method method) {
  return json::parse(answer_of(engine, method))["error"].value("code", "none");
}

}  // namespace

TEST_CASE("a store that is given up is open to others, its log folded, until the next call") {
  SharedDisk shared;
  const auto first = open_engine(shared);
  add(*first, "n", "a", "apple");
  CHECK(shared.owner != nullptr);
  CHECK(release(*first));
  CHECK(shared.owner == nullptr);
  CHECK(shared.disk.now.at(StoreFile::kWal).empty());
  const auto second = open_engine(shared);
  add(*second, "n", "b", "apple");
  CHECK(code_of(*first, &Engine::items) == "store_busy");
  CHECK(code_of(*first, &Engine::status) == "store_busy");
  CHECK(release(*second));
  CHECK(call(*first, &Engine::retrieve, {"apple"})["items"].size() == 2);
  CHECK(shared.owner != nullptr);
}

TEST_CASE("giving up twice is giving up once, and does not open the store") {
  Pair pair;
  const int openings = pair.shared.openings;
  CHECK(release(*pair.first));
  CHECK(release(*pair.first));
  CHECK(pair.shared.openings == openings);
}

TEST_CASE("what asks nothing of the store leaves it to others") {
  Pair pair;
  call(*pair.first, &Engine::tokenize, {"apple"});
  call(*pair.first, &Engine::est_tokens, {"apple"});
  call(*pair.first, &Engine::parse_links, {"[[n:a]]"});
  call(*pair.first, &Engine::rollback_batch);
  CHECK(refusal(*pair.first, &Engine::add_batch, "[]").starts_with("internal"));
  CHECK(pair.shared.owner == nullptr);
}

TEST_CASE("a store is not given up inside a batch") {
  SharedDisk shared;
  const auto engine = open_engine(shared);
  call(*engine, &Engine::begin_batch);
  CHECK_FALSE(release(*engine));
  call(*engine, &Engine::add_batch, {json::array({item_json("n", "a", "apple")}), 0});
  call(*engine, &Engine::commit_batch);
  CHECK(release(*engine));
}

TEST_CASE("a store in memory, one that is only read, or one that waits is not given up") {
  const auto in_memory = open_engine();
  add(*in_memory, "n", "a", "apple");
  CHECK_FALSE(release(*in_memory));
  CHECK(call(*in_memory, &Engine::items)["items"].size() == 1);
  SharedDisk shared;
  auto engine = open_engine(shared);
  engine->interrupted();
  CHECK_FALSE(release(*engine));
  call(*engine, &Engine::revision);
  CHECK(release(*engine));
  const auto reader = open_engine(shared, {{"readOnly", true}});
  CHECK_FALSE(release(*reader));
}

TEST_CASE("a damaged store is given up as well, and judged anew by the next call") {
  SharedDisk shared;
  const auto first = open_engine(shared);
  add(*first, "n", "a", "apple");
  add_vector(*first, "v", "apple pear", {1, 0, 0});
  release(*first);
  const std::string sound = shared.disk.now.at(StoreFile::kDatabase);
  for (const bool found_at_opening : {true, false}) {
    INFO("found at opening: " << found_at_opening);
    shared.disk.now.at(StoreFile::kDatabase) = sound;
    damage(shared, found_at_opening ? 101 : sound.rfind("apple pear"));
    CHECK(call(*first, &Engine::check)["ok"] == false);
    call(*first, &Engine::export_markdown);  // runs into what was not found
    CHECK(call(*first, &Engine::status)["damaged"] == true);
    CHECK(release(*first));
    CHECK(shared.owner == nullptr);
    CHECK(call(*first, &Engine::status)["damaged"] == true);
    CHECK(release(*first));
    const auto second = open_engine(shared);
    CHECK(code_of(*first, &Engine::status) == "store_busy");
    CHECK(call(*second, &Engine::repair)["repaired"] == true);
    add(*second, "n", "b", "kiwi");
    release(*second);
    CHECK(call(*first, &Engine::status)["damaged"] == false);
    CHECK(call(*first, &Engine::retrieve, {"kiwi"})["items"].size() == 1);
    release(*first);
    require_same(picture_of(*first, kQueries), fresh_picture(shared, kQueries));
    release(*first);
  }
}

TEST_CASE("release takes no arguments, and drops a claim") {
  Pair pair;
  CHECK(refusal(*pair.first, &Engine::release, "[1]").starts_with("invalid_argument"));
  call(*pair.first, &Engine::claim, {"key"});
  release(*pair.first);
  add(*pair.first, "n", "c", "apple");
  CHECK(call(*pair.first, &Engine::claim, {"key"}).is_null());
}

TEST_CASE("what others added, changed and removed is found like at an opening") {
  Pair pair;
  pair.picture(*pair.first);  // the index of vectors is loaded
  add(*pair.second, "m", "c", "kiwi apple");
  add(*pair.second, "n", "a", "apple 海 大海");
  call(*pair.second, &Engine::remove, {"n", "b"});
  add_vector(*pair.second, "w", "kiwi", {0, 1, 0});
  release(*pair.second);
  pair.require_caught_up(*pair.first);
  add(*pair.first, "n", "v", "no vector any more");
  release(*pair.first);
  pair.require_caught_up(*pair.second);
}

TEST_CASE("where nobody wrote, both indexes stay") {
  Pair pair;
  pair.picture(*pair.first);
  const int64_t bytes = call(*pair.first, &Engine::status)["vectorBytes"];
  CHECK(bytes > 0);
  release(*pair.first);
  pair.picture(*pair.second);
  CHECK(call(*pair.first, &Engine::status)["vectorBytes"] == bytes);
  release(*pair.first);
  add(*pair.second, "n", "c", "kiwi");  // a text alone costs no loading of vectors either
  release(*pair.second);
  CHECK(call(*pair.first, &Engine::status)["vectorBytes"] == bytes);
}

TEST_CASE("vectors that others replaced are loaded anew") {
  Pair pair;
  pair.picture(*pair.first);
  put_vectors(*pair.second, {{"v", {0, 0, 1}}, {"a", {1, 1, 1}}});
  release(*pair.second);
  CHECK(call(*pair.first, &Engine::status)["vectorBytes"] == 0);
  pair.require_caught_up(*pair.first);
  call(*pair.second, &Engine::begin_batch);
  call(*pair.second, &Engine::clear_embeddings);
  call(*pair.second, &Engine::commit_batch);
  release(*pair.second);
  pair.require_caught_up(*pair.first);
}

TEST_CASE("vectors whose items others removed are given up") {
  Pair pair;
  pair.picture(*pair.first);
  call(*pair.second, &Engine::remove, {"n", "v"});
  release(*pair.second);
  CHECK(call(*pair.first, &Engine::status)["vectorBytes"] == 0);
}

TEST_CASE(
    "vectors of another width, with items that others wrote, take the place of those before") {
  Pair pair;
  pair.picture(*pair.first);
  call(*pair.second, &Engine::remove, {"n", "v"});
  add_vector(*pair.second, "w", "kiwi", {0, 1, 0, 1}, {{"model", "m4"}});
  release(*pair.second);
  CHECK(retrieve_by(*pair.first, {0, 1, 0, 1})["items"][0]["name"] == "w");
  release(*pair.first);
  pair.require_caught_up(*pair.first);
}

TEST_CASE("an import of another store is no other state of the same one") {
  Pair pair;
  SharedDisk other;
  const auto elsewhere = open_engine(other);  // the same journal, at the same clock
  add(*elsewhere, "n", "a", "kiwi");
  add_vector(*elsewhere, "v", "kiwi", {0, 1, 0}, {{"model", "m"}});
  add(*elsewhere, "n", "b", "kiwi kiwi");
  const std::string bytes = elsewhere->export_bytes().value();
  for (int round = 0; round < 2; ++round) {
    pair.picture(*pair.first);
    const std::string before = pair.second->export_bytes().value();
    REQUIRE(pair.second->import_bytes(round == 0 ? bytes : before).ok());
    REQUIRE(release(*pair.second));
    pair.require_caught_up(*pair.first);
    CHECK(call(*pair.first, &Engine::retrieve, {"kiwi"})["items"].size() == 3);
    release(*pair.first);
  }
}

TEST_CASE("compact by either changes nothing of what is found, however much it cuts") {
  Pair pair;
  for (const int keep : {1000, 1, 0}) {
    pair.picture(*pair.first);
    call(*pair.second, &Engine::compact, {{{"keepJournal", keep}}});
    release(*pair.second);
    pair.require_caught_up(*pair.first);
    call(*pair.first, &Engine::compact, {{{"keepJournal", keep}}});
    release(*pair.first);
    add(*pair.second, "n", "b", "kiwi " + std::to_string(keep));
    call(*pair.second, &Engine::remove, {"n", "a"});
    release(*pair.second);
    pair.require_caught_up(*pair.first);
  }
}

TEST_CASE("a dictionary that one of them loads is its own") {
  Pair pair;
  const std::string words = "大海 9\n海边 9\n";
  const json place = {{"words", {{"at", 0}, {"bytes", words.size()}}}};
  const auto loaded = pair.first->load_segmenter(argument_list({place}) + '\0' + words, kCallTime);
  REQUIRE(loaded.ok());
  CHECK(release(*pair.first));
  add(*pair.second, "n", "c", "大海边");
  release(*pair.second);
  CHECK(call(*pair.first, &Engine::status)["segmenter"] == "jieba");
  CHECK(call(*pair.first, &Engine::retrieve, {"大海"})["items"].size() == 1);
  release(*pair.first);
  pair.require_caught_up(*pair.second);
}

TEST_CASE("a key that was claimed here is answered there") {
  Pair pair;
  call(*pair.first, &Engine::claim, {"key"});
  const json added = add(*pair.first, "n", "c", "kiwi");
  release(*pair.first);
  CHECK(call(*pair.second, &Engine::claim, {"key"})["answer"] == added);
}
