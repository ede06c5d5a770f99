// Writes that happen once: a claimed key is kept with the effect of the one call that follows.

#include <catch_amalgamated.hpp>

#include "support/engine_calls.h"
#include "support/fault_host.h"

using namespace loci;
using namespace loci::test;

namespace {

json claim(Engine& engine, std::string_view key) {
  return call(engine, &Engine::claim, {std::string(key)});
}

/// What was kept under the key: its answer, or null. The claim that asking makes is dropped.
json kept(Engine& engine, std::string_view key) {
  const json found = claim(engine, key);
  call(engine, &Engine::revision);
  return found.is_null() ? json() : found["answer"];
}

struct Between {
  const char* name;
  Method method;
  const char* arguments;
};

json import(Engine& engine, const std::string& bytes) {
  const Reply reply = engine.import_bytes(bytes);
  REQUIRE(reply.ok());
  return json::parse(reply.value());
}

}  // namespace

TEST_CASE("add and remove keep their answers under the key that was claimed") {
  const auto engine = open_engine();
  CHECK(claim(*engine, "k1").is_null());
  const json added = add(*engine, "n", "a", "apple");
  CHECK(claim(*engine, "k1") == json{{"answer", added}});
  claim(*engine, "k2");
  const json updated = add(*engine, "n", "a", "pear");
  CHECK(updated["action"] == "updated");
  claim(*engine, "k3");
  const json removed = call(*engine, &Engine::remove, {"n", "a"});
  CHECK(removed["removed"] == true);
  claim(*engine, "k4");
  const json absent = call(*engine, &Engine::remove, {"n", "a"});
  CHECK(absent == json{{"removed", false}, {"revision", 3}, {"warnings", json::array()}});
  CHECK(kept(*engine, "k1") == added);
  CHECK(kept(*engine, "k2") == updated);
  CHECK(kept(*engine, "k3") == removed);
  CHECK(kept(*engine, "k4") == absent);
  CHECK(call(*engine, &Engine::check)["ok"] == true);
}

TEST_CASE("a write without a claim keeps nothing, and one claim is for one write") {
  const auto engine = open_engine();
  claim(*engine, "k1");
  add(*engine, "n", "a", "apple");
  add(*engine, "n", "b", "apple");
  call(*engine, &Engine::remove, {"n", "b"});
  CHECK(kept(*engine, "k1")["revision"] == 1);
  claim(*engine, "k1");  // answered, so nothing is claimed
  CHECK(add(*engine, "n", "c", "apple")["revision"] == 4);
  CHECK(kept(*engine, "k1")["revision"] == 1);
}

TEST_CASE("a batch keeps its result under the key, with the revision filled in") {
  const auto engine = open_engine();
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::add_batch, {json::array({item_json("n", "a", "apple")}), 0});
  CHECK(claim(*engine, "batch").is_null());
  const json result = {{"added", 1}, {"problems", json::array({"ü"})}, {"revision", nullptr}};
  json expected = result;
  expected["revision"] = 1;
  CHECK(call(*engine, &Engine::commit_batch, {result}) == expected);
  CHECK(kept(*engine, "batch") == expected);
  call(*engine, &Engine::begin_batch);
  CHECK(claim(*engine, "batch")["answer"] == expected);
  CHECK(call(*engine, &Engine::commit_batch) == json{{"revision", 1}});
}

TEST_CASE("a batch that is taken back keeps no answer") {
  const auto engine = open_engine();
  for (const char* bad : {"[5]", "[{}, 1]", "", "[[]]"}) {
    INFO(bad);
    call(*engine, &Engine::begin_batch);
    call(*engine, &Engine::add_batch, {json::array({item_json("n", "a", "apple")}), 0});
    claim(*engine, "batch");
    refusal(*engine, &Engine::commit_batch, bad);
    CHECK(call(*engine, &Engine::items)["items"].empty());
  }
  call(*engine, &Engine::begin_batch);
  claim(*engine, "batch");
  call(*engine, &Engine::rollback_batch);
  CHECK(kept(*engine, "batch").is_null());
  call(*engine, &Engine::begin_batch);
  refusal(*engine, &Engine::claim, R"([""])");
  CHECK(refusal(*engine, &Engine::commit_batch, "[]").starts_with("internal"));
}

TEST_CASE("an import keeps its answer, and the answers that there were") {
  const auto other = open_engine();
  add(*other, "n", "theirs", "pear");
  claim(*other, "theirs");
  add(*other, "n", "theirs", "plum");
  const std::string bytes = other->export_bytes().value();
  const auto engine = open_engine();
  claim(*engine, "mine");
  const json mine = add(*engine, "n", "mine", "apple");
  claim(*engine, "import");
  const json imported = import(*engine, bytes);
  CHECK(imported == json{{"revision", 2}, {"warnings", json::array()}});
  CHECK(kept(*engine, "import") == imported);
  CHECK(kept(*engine, "mine") == mine);
  CHECK(kept(*engine, "theirs").is_null());
  CHECK(call(*engine, &Engine::retrieve, {"plum"})["items"].size() == 1);
  CHECK(import(*engine, bytes) == imported);
}

TEST_CASE("the next call of any kind drops a claim") {
  const auto engine = open_engine();
  const Between calls[] = {{"tokenize", &Engine::tokenize, R"(["a"])"},
                           {"est_tokens", &Engine::est_tokens, R"(["a"])"},
                           {"parse_links", &Engine::parse_links, R"(["a"])"},
                           {"get", &Engine::get, R"(["n", "a"])"},
                           {"items", &Engine::items, "[]"},
                           {"categories", &Engine::categories, "[]"},
                           {"retrieve", &Engine::retrieve, R"(["a"])"},
                           {"rollback_batch", &Engine::rollback_batch, "[]"},
                           {"revision", &Engine::revision, "[]"},
                           {"journal", &Engine::journal, "[]"},
                           {"status", &Engine::status, "[]"},
                           {"check", &Engine::check, "[]"},
                           {"rebuild", &Engine::rebuild, "[]"},
                           {"compact", &Engine::compact, "[]"},
                           {"flush", &Engine::flush, "[]"},
                           {"export_markdown", &Engine::export_markdown, "[]"},
                           {"claim", &Engine::claim, R"(["another"])"}};
  for (const Between& between : calls) {
    INFO(between.name);
    claim(*engine, "key");
    call_with(*engine, between.method, between.arguments);
    add(*engine, "n", "a", "apple");
    CHECK(kept(*engine, "key").is_null());
  }
  claim(*engine, "key");
  REQUIRE(engine->export_bytes().ok());
  add(*engine, "n", "a", "apple");
  CHECK(kept(*engine, "key").is_null());
  claim(*engine, "key");
  engine->interrupted();
  add(*engine, "n", "a", "apple");
  CHECK(kept(*engine, "key").is_null());
}

TEST_CASE("a write that is refused keeps nothing, and its key is not used by the next") {
  const auto engine = open_engine();
  for (const char* bad : {R"([{"category":"n","name":"a"}])", R"([{"category":"","name":"a",
       "content":""}])",
                          "[]"}) {
    claim(*engine, "key");
    refusal(*engine, &Engine::add, bad);
    add(*engine, "n", "a", "apple");
    CHECK(kept(*engine, "key").is_null());
  }
  claim(*engine, "key");
  CHECK_FALSE(engine->import_bytes("no store").ok());
  add(*engine, "n", "a", "apple");
  CHECK(kept(*engine, "key").is_null());
}

TEST_CASE("a key has 1 to 200 bytes") {
  const auto engine = open_engine();
  for (const char* bad : {"[]", "[null]", "[5]", R"([""])", R"(["a","b"])", "{}"}) {
    CHECK(refusal(*engine, &Engine::claim, bad).starts_with("invalid_argument: "));
  }
  const std::string longest(200, 'k');
  CHECK(claim(*engine, longest).is_null());
  add(*engine, "n", "a", "apple");
  CHECK(kept(*engine, longest)["revision"] == 1);
  CHECK(refusal(*engine, &Engine::claim, argument_list({longest + "k"})) ==
        "invalid_argument: key must have 1 to 200 bytes");
}

TEST_CASE("claim is a write: a memory that is only read refuses it") {
  FaultDisk disk;
  open_engine(std::make_unique<FaultHost>(disk));
  const auto reader = open_engine(std::make_unique<FaultHost>(disk), {{"readOnly", true}});
  CHECK(refusal(*reader, &Engine::claim, R"(["k"])").starts_with("read_only"));
}

TEST_CASE("answers outlive the process, and one that was made up is found to be damage") {
  FaultDisk disk;
  auto engine = open_engine(std::make_unique<FaultHost>(disk));
  claim(*engine, "key");
  const json added = add(*engine, "n", "a", "apple");
  engine.reset();
  engine = open_engine(std::make_unique<FaultHost>(disk));
  CHECK(kept(*engine, "key") == added);
  engine.reset();
  auto store = Store::open(std::make_unique<FaultHost>(disk), {});
  REQUIRE(store.value()->connection().execute("UPDATE answer SET reply = '{'").ok());
  store.value().reset();
  engine = open_engine(std::make_unique<FaultHost>(disk));
  CHECK(refusal(*engine, &Engine::claim, R"(["key"])").starts_with("store_damaged"));
  CHECK(call(*engine, &Engine::status)["damaged"] == true);
}
