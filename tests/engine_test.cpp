// Each method of the engine as the bindings call it: what it answers, and what it does to the
// store. Arguments that are refused: tests/engine_arguments_test.cpp. Damage: engine_damage_test.

#include "engine.h"

#include <algorithm>
#include <catch_amalgamated.hpp>

#include "index/bm25.h"
#include "support/engine_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

json full_item() {
  return {{"category", "notes"},
          {"name", " full  name "},
          {"content", "apple 海边 [[notes:gone]]"},
          {"owner", "me"},
          {"sourceConv", "conv-1"},
          {"ts", "2024-01-02T03:04:05+01:00"},
          {"metadata", {{"b", 1}, {"a", {true, nullptr}}}},
          {"sequence", {{"id", "book"}, {"position", 3}}}};
}

std::string markdown_of(Engine& engine) {
  std::string text;
  for (const json& file : call(engine, &Engine::export_markdown)) {
    text += file["path"].get<std::string>() + "\n" + file["text"].get<std::string>();
  }
  return text;
}

json import_file(Engine& engine, std::string path, std::string text) {
  return call(engine, &Engine::import_markdown_file, {{{"path", path}, {"text", text}}});
}

}  // namespace

TEST_CASE("tokenize gives terms, or kinds with UTF-16 offsets") {
  const auto engine = open_engine();
  CHECK(call(*engine, &Engine::tokenize, {"🎉 userId 海边"}) ==
        json({"userid", "user", "id", "海边"}));
  const json tokens = call(*engine, &Engine::tokenize, {"🎉 userId 海边", {{"kinds", true}}});
  CHECK(tokens[0] == json({{"term", "userid"}, {"kind", "identifier"}, {"start", 3}, {"end", 9}}));
  CHECK(tokens.back() == json({{"term", "海边"}, {"kind", "word"}, {"start", 10}, {"end", 12}}));
  const json gram = {{"term", "<mig"}, {"kind", "gram"}, {"start", 3}, {"end", 13}};
  const auto by_both = open_engine({{"forms", "both"}});
  const json all = call(*by_both, &Engine::tokenize, {"🎉 migrations", {{"kinds", true}}});
  CHECK(std::count(all.begin(), all.end(), gram) == 1);
  CHECK(std::count_if(all.begin(), all.end(),
                      [](const json& token) { return token["kind"] == "form"; }) == 1);
  const auto plain = open_engine({{"forms", "off"}});
  CHECK(call(*plain, &Engine::tokenize, {"🎉 migrations", {{"kinds", true}}}).size() == 1);
}

TEST_CASE("estTokens and parseLinks follow the profile") {
  const auto engine = open_engine();
  const auto reference = open_engine({{"profile", "reference"}});
  CHECK(call(*engine, &Engine::est_tokens, {"two words Привет"}) == 8);
  CHECK(call(*reference, &Engine::est_tokens, {"two words Привет"}) == 2);
  const json link = {{"category", "c"}, {"name", "n"}};
  CHECK(call(*engine, &Engine::parse_links, {"[[c:n]] `[[c:n]]`"}) == json::array({link}));
  CHECK(call(*reference, &Engine::parse_links, {"[[c:n]] `[[c:n]]`"}) == json({link, link}));
}

TEST_CASE("add tells what was stored, and get gives it back") {
  const auto engine = open_engine();
  CHECK(call(*engine, &Engine::add, {full_item()}) == json({{"category", "notes"},
                                                            {"name", "full name"},
                                                            {"ts", "2024-01-02T02:04:05Z"},
                                                            {"action", "added"},
                                                            {"revision", 1},
                                                            {"warnings", json::array()}}));
  json stored = full_item();
  stored["name"] = "full name";
  stored["ts"] = "2024-01-02T02:04:05Z";
  CHECK(call(*engine, &Engine::get, {"notes", "full name"}) == stored);
  CHECK(call(*engine, &Engine::get, {"notes", "other"}).is_null());
  CHECK(call(*engine, &Engine::add, {full_item()})["action"] == "updated");
}

TEST_CASE("absent fields are null, and the caller's clock dates the item") {
  const auto engine = open_engine();
  CHECK(add(*engine, "notes", "a", "")["ts"] == "2023-11-14T22:13:20.000Z");
  const json item = call(*engine, &Engine::get, {"notes", "a"});
  for (const char* field : {"owner", "sourceConv", "metadata", "sequence"}) {
    CHECK(item.at(field).is_null());
  }
}

TEST_CASE("remove says whether there was something to remove") {
  const auto engine = open_engine();
  add(*engine, "notes", "a", "x");
  CHECK(call(*engine, &Engine::remove, {"notes", "a"})["removed"] == true);
  CHECK(call(*engine, &Engine::remove, {"notes", "a"}) ==
        json({{"removed", false}, {"revision", 2}, {"warnings", json::array()}}));
  CHECK(call(*engine, &Engine::revision) == 2);
}

TEST_CASE("items come in pages, and categories with their counts") {
  const auto engine = open_engine();
  for (const char* name : {"1", "2", "3"}) add(*engine, "b", name, "x");
  add(*engine, "a", "1", "x");
  const auto count = [&](const json& options) {
    return call(*engine, &Engine::items, {options})["items"].size();
  };
  CHECK(count(json::object()) == 4);
  CHECK(count({{"category", "b"}}) == 3);
  CHECK(count({{"limit", 2}, {"offset", 3}}) == 1);
  CHECK(count({{"limit", 0}}) == 0);
  CHECK(count({{"offset", 1e18}}) == 0);
  const json clamped = call(*engine, &Engine::items, {{{"limit", 1001}}});
  CHECK(clamped["warnings"][0]["code"] == "limit_clamped");
  CHECK(call(*engine, &Engine::categories) ==
        json({{{"category", "a"}, {"items", 1}}, {{"category", "b"}, {"items", 3}}}));
}

TEST_CASE("retrieve answers with every field") {
  const auto engine = open_engine();
  call(*engine, &Engine::add, {full_item()});
  const json found = call(*engine, &Engine::retrieve, {"apple", {{"explain", true}}});
  const json& entry = found["items"][0];
  CHECK(entry["source"] == "hit");
  CHECK(entry["score"] == entry["bm25Score"]);
  CHECK(entry["cosScore"].is_null());
  CHECK(entry["via"].is_null());
  CHECK(entry["matchedTerms"] == json::array({"apple"}));
  CHECK(entry["metadata"] == full_item()["metadata"]);
  CHECK(entry["tokensEst"] == 7);
  CHECK(entry["terms"][0]["weight"] == entry["context"]["own"]);
  CHECK(found["cosineWeight"].is_null());
  CHECK(found["confidence"] > 0.5);
  CHECK(found["budgetTokens"].is_null());
  CHECK(found["budgetUsed"] == 7);
  CHECK(found["overBudget"] == false);
  CHECK(found["embeddingUsed"] == false);
  CHECK(found["embeddingReason"] == "none");
  CHECK(found["unresolvedLinks"] == json::array({"[[notes:gone]]"}));
  CHECK(found["dropped"] == json::array());
  CHECK(found["revision"] == 1);
  CHECK(found["warnings"] == json::array());
  CHECK_FALSE(found.contains("reason"));
}

TEST_CASE("retrieve says why it drops, and why it is empty") {
  const auto engine = open_engine();
  add(*engine, "notes", "a", "apple");
  add(*engine, "notes", "b", "apple pear");
  const json cut =
      call(*engine, &Engine::retrieve, {"apple", {{"explain", true}, {"budgetTokens", 1}}});
  CHECK(cut["overBudget"] == true);
  CHECK(cut["dropped"][0]["reason"] == "over_budget");
  CHECK(call(*engine, &Engine::retrieve, {"!!!"})["reason"] == "no_query_terms");
  const json none = call(*engine, &Engine::retrieve, {"apple", {{"limit", 0}}});
  CHECK(none["items"].empty());
  CHECK_FALSE(none.contains("reason"));
}

TEST_CASE("an option that is null counts as absent where its default is null") {
  const auto engine = open_engine();
  add(*engine, "notes", "a", "apple");
  const json options = {
      {"budgetTokens", nullptr}, {"categories", nullptr}, {"since", nullptr}, {"before", nullptr}};
  CHECK(call(*engine, &Engine::retrieve, {"apple", options})["items"].size() == 1);
  CHECK(call(*engine, &Engine::retrieve, {"apple", nullptr})["items"].size() == 1);
}

TEST_CASE("a batch is one transaction, and other calls wait for its end") {
  const auto engine = open_engine();
  call(*engine, &Engine::begin_batch);
  const json items = json::array(
      {item_json("n", "a", "apple"), item_json("n", "b", "apple"), item_json("n", "a", "pear")});
  CHECK(call(*engine, &Engine::add_batch, {items, 0}) == json({{"added", 2}, {"updated", 1}}));
  for (const Method method : {&Engine::retrieve, &Engine::status, &Engine::begin_batch,
                              &Engine::add, &Engine::check, &Engine::flush}) {
    CHECK(refusal(*engine, method, "[]").starts_with("store_busy"));
  }
  CHECK(engine->export_bytes().error().code == ErrorCode::kStoreBusy);
  CHECK(engine->import_bytes("").error().code == ErrorCode::kStoreBusy);
  CHECK(call(*engine, &Engine::commit_batch)["revision"] == 3);
  CHECK(call(*engine, &Engine::retrieve, {"apple"})["items"].size() == 1);
}

TEST_CASE("a call that fails takes the whole batch back") {
  const auto engine = open_engine();
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::add_batch, {json::array({item_json("n", "a", "apple")}), 0});
  const json bad = json::array({item_json("n", "b", "apple"), {{"category", "n"}}});
  CHECK(refusal(*engine, &Engine::add_batch, argument_list({bad, 7}))
            .starts_with("invalid_argument: items[8].name"));
  CHECK(refusal(*engine, &Engine::commit_batch, "[]").starts_with("internal"));
  CHECK(call(*engine, &Engine::rollback_batch).is_null());
  CHECK(call(*engine, &Engine::status)["items"] == 0);
  CHECK(call(*engine, &Engine::retrieve, {"apple"})["items"].empty());
  CHECK(call(*engine, &Engine::revision) == 0);
}

TEST_CASE("a batch that is rolled back leaves nothing, and outside of one nothing is batched") {
  const auto engine = open_engine();
  add(*engine, "n", "kept", "apple");
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::add_batch, {json::array({item_json("n", "kept", "pear")}), 0});
  call(*engine, &Engine::rollback_batch);
  CHECK(call(*engine, &Engine::retrieve, {"pear"})["items"].empty());
  CHECK(call(*engine, &Engine::retrieve, {"apple"})["items"].size() == 1);
  CHECK(refusal(*engine, &Engine::add_batch, "[[],0]").starts_with("internal"));
  CHECK(refusal(*engine, &Engine::commit_batch, "[]").starts_with("internal"));
}

TEST_CASE("an interrupted call is taken back, and the next one finds a sound index") {
  const auto engine = open_engine();
  add(*engine, "n", "kept", "apple");
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::add_batch, {json::array({item_json("n", "lost", "apple")}), 0});
  engine->interrupted();
  CHECK(call(*engine, &Engine::retrieve, {"apple"})["items"].size() == 1);
  CHECK(call(*engine, &Engine::revision) == 1);
  CHECK(add(*engine, "n", "next", "x")["revision"] == 2);
}

TEST_CASE("Markdown goes out and in again, with what could not be kept reported") {
  const auto engine = open_engine();
  call(*engine, &Engine::add, {full_item()});
  add(*engine, "a", "x", "y");
  const json files = call(*engine, &Engine::export_markdown);
  CHECK(files[0]["path"] == "wiki/a.md");
  const auto other = open_engine();
  call(*other, &Engine::begin_batch);
  for (const json& file : files) {
    CHECK(call(*other, &Engine::import_markdown_file, {file})["added"] == 1);
  }
  const json bad = import_file(*other, "wiki/notes.md", "# notes\n## C#\nx\n");
  const json first = {{"category", "notes"}, {"name", "C＃"}, {"line", 2}, {"same", false}};
  CHECK(bad["items"] == json::array({first}));
  CHECK(import_file(*other, "notes.md", "## C#\nx\n")["items"][0]["same"] == true);
  CHECK(bad["problems"][0]["path"] == "wiki/notes.md");
  CHECK(bad["problems"][0]["line"] == 2);
  const json none = {{"path", "wiki/bytes.md"}, {"text", nullptr}};
  CHECK(call(*other, &Engine::import_markdown_file, {none})["problems"].size() == 1);
  call(*other, &Engine::commit_batch);
  call(*other, &Engine::remove, {"notes", "C＃"});
  CHECK(markdown_of(*other) == markdown_of(*engine));
}

TEST_CASE("bytes go out and in again, and what is no store changes nothing") {
  const auto engine = open_engine();
  add(*engine, "n", "a", "apple");
  const auto other = open_engine();
  add(*other, "n", "b", "pear");
  CHECK(other->import_bytes("nonsense").error().code == ErrorCode::kUnsupportedFormat);
  CHECK(call(*other, &Engine::retrieve, {"pear"})["items"].size() == 1);
  REQUIRE(other->import_bytes(engine->export_bytes().value()).ok());
  CHECK(call(*other, &Engine::retrieve, {"pear"})["items"].empty());
  CHECK(call(*other, &Engine::retrieve, {"apple"}) == call(*engine, &Engine::retrieve, {"apple"}));
}

TEST_CASE("a made-up store with metadata that is no JSON breaks no reply, and check tells it") {
  const auto engine = open_engine();
  call(*engine, &Engine::add, {full_item()});
  auto made_up = Store::open(std::make_unique<MemoryHost>(), {});
  REQUIRE(made_up.ok());
  REQUIRE(made_up.value()->import_bytes(engine->export_bytes().value()).ok());
  REQUIRE(made_up.value()->connection().execute("UPDATE item SET metadata = '{\"a\":'").ok());
  REQUIRE(engine->import_bytes(made_up.value()->export_bytes().value()).ok());
  CHECK(call(*engine, &Engine::get, {"notes", "full name"})["metadata"].is_null());
  CHECK(call(*engine, &Engine::retrieve, {"apple"})["items"].size() == 1);
  CHECK(call(*engine, &Engine::check)["findings"].size() == 1);
}

TEST_CASE("the journal tells each mutation once") {
  const auto engine = open_engine();
  call(*engine, &Engine::add, {full_item()});
  call(*engine, &Engine::add, {full_item()});
  call(*engine, &Engine::remove, {"notes", "full name"});
  const json entries = call(*engine, &Engine::journal)["entries"];
  CHECK(entries[0] == json({{"revision", 1},
                            {"ts", "2023-11-14T22:13:20.000Z"},
                            {"action", "add"},
                            {"category", "notes"},
                            {"name", "full name"},
                            {"owner", "me"},
                            {"sourceConv", "conv-1"}}));
  CHECK(entries[1]["action"] == "update");
  CHECK(entries[2]["action"] == "remove");
  CHECK(call(*engine, &Engine::journal, {{{"since", 2}}})["entries"].size() == 1);
  CHECK(call(*engine, &Engine::journal, {{{"limit", 1}}})["entries"][0]["revision"] == 1);
}

TEST_CASE("status, check, rebuild, compact and flush answer for a sound store") {
  const auto engine = open_engine();
  for (int i = 0; i < 5; ++i) add(*engine, "n", std::to_string(i), "apple");
  const json status = call(*engine, &Engine::status);
  CHECK(status["profile"] == "default");
  CHECK(status["formatVersion"] == 5);
  CHECK(status["readOnly"] == false);
  CHECK(status["damaged"] == false);
  CHECK(status["items"] == 5);
  CHECK(status["terms"] == 6);
  CHECK(status["storeBytes"] > 0);
  CHECK(status["indexBytes"] > 0);
  CHECK(call(*engine, &Engine::check)["ok"] == true);
  CHECK(call(*engine, &Engine::rebuild)["items"] == 5);
  CHECK(call(*engine, &Engine::compact, {{{"keepJournal", 2}}})["journalRemoved"] == 3);
  CHECK(call(*engine, &Engine::flush)["revision"] == 5);
  CHECK(call(*engine, &Engine::retrieve, {"apple"})["items"].size() == 5);
}

TEST_CASE("the contract is JSON, and names each code that an error can have") {
  const json contract = json::parse(loci::contract());
#define LOCI_NAMED(enumerator, name, when) CHECK(contract["errors"].contains(name));
  LOCI_ERROR_CODES(LOCI_NAMED)
#undef LOCI_NAMED
  CHECK(contract["limits"]["limit"] == 1000);
  CHECK(contract["constants"]["k1"] == bm25_parameters(Profile::kDefault).k1);
}
