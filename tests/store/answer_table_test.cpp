#include "store/answer_table.h"

#include <catch_amalgamated.hpp>

#include "support/wiki_fixture.h"

using namespace loci;
using namespace loci::test;

namespace {

Status keep(Store& store, std::string_view key, std::string_view reply) {
  return in_transaction(store, [&] { return store.answers().put(key, reply); });
}

std::string answer_of(Store& store, std::string_view key) {
  return value_of(store.answers().find(key)).value_or("none");
}

int64_t count_of(Store& store) {
  auto statement = value_of(store.connection().prepare("SELECT count(*) FROM answer"));
  value_of(statement.step());
  return statement.column_int64(0);
}

}  // namespace

TEST_CASE("an answer is found under its key, byte by byte") {
  const auto store = open_store();
  CHECK(answer_of(*store, "a") == "none");
  require_ok(keep(*store, "a", R"({"n":1})"));
  require_ok(keep(*store, "A", R"({"n":2})"));
  CHECK(answer_of(*store, "a") == R"({"n":1})");
  CHECK(answer_of(*store, "A") == R"({"n":2})");
  CHECK_FALSE(keep(*store, "a", "{}").ok());
  CHECK(answer_of(*store, "a") == R"({"n":1})");
}

TEST_CASE("the newest answers are kept, and the oldest goes for each") {
  const auto store = open_store();
  require_ok(in_transaction(*store, [&]() -> Status {
    for (int i = 0; i < 1030; ++i) LOCI_TRY(store->answers().put(std::to_string(i), "{}"));
    return Ok{};
  }));
  CHECK(count_of(*store) == 1024);
  CHECK(answer_of(*store, "5") == "none");
  CHECK(answer_of(*store, "6") == "{}");
  require_ok(keep(*store, "5", "{}"));
  CHECK(answer_of(*store, "6") == "none");
  CHECK(answer_of(*store, "7") == "{}");
}

TEST_CASE("an answer that is no JSON object is damage") {
  const auto store = open_store();
  for (const char* reply : {"", "null", "[]", "{", "{}{}", "{\"a\":\"\xff\"}"}) {
    INFO(reply);
    require_ok(keep(*store, reply, reply));
    CHECK(store->answers().find(reply).error().code == ErrorCode::kStoreDamaged);
  }
}

TEST_CASE(
    "an import keeps the answers of the store, in their order, and drops those of the image") {
  const auto other = open_store();
  require_ok(keep(*other, "theirs", "{}"));
  require_ok(keep(*other, "both", R"({"from":"them"})"));
  const std::string image = value_of(other->export_bytes());
  const auto store = open_store();
  for (int i = 0; i < 1024; ++i) require_ok(keep(*store, std::to_string(i), "{}"));
  require_ok(keep(*store, "both", R"({"from":"us"})"));
  require_ok(store->import_bytes(image));
  CHECK(answer_of(*store, "theirs") == "none");
  CHECK(answer_of(*store, "both") == R"({"from":"us"})");
  CHECK(count_of(*store) == 1024);
  require_ok(keep(*store, "next", "{}"));
  CHECK(answer_of(*store, "1") == "none");
  CHECK(answer_of(*store, "2") == "{}");
  CHECK(value_of(store->check(9)).empty());
}

TEST_CASE("what is added to an import is taken with it, or nothing is") {
  const auto other = open_store();
  const std::string image = value_of(other->export_bytes());
  const auto store = open_store();
  const auto seal = [](AnswerTable& answers, int64_t revision) {
    return answers.put("import", "{\"revision\":" + std::to_string(revision) + "}");
  };
  require_ok(store->import_bytes(image, seal));
  CHECK(answer_of(*store, "import") == R"({"revision":0})");
  const std::string before = value_of(store->export_bytes());
  CHECK_FALSE(store->import_bytes(image, seal).ok());  // the key is taken
  CHECK(value_of(store->export_bytes()) == before);
}
