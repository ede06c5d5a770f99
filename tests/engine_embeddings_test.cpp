// Embeddings from outside, as the caller sees them: with the item, later, and what becomes of them.

#include <catch_amalgamated.hpp>
#include <limits>

#include "base/content_hash.h"
#include "support/vector_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

using Names = std::vector<std::string>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const Vector kInvalid[] = {
    {}, {0, 0, 0}, {1, kNan, 0}, {kInfinity, 1, 1}, {1, 1, -kInfinity}, Vector(8193, 1.0f)};

/// Names, nearest first.
Names nearest(Engine& engine, const Vector& vector) {
  const json found = retrieve_by(engine, vector);
  CHECK(found["embeddingUsed"] == true);
  return names_in(found["items"]);
}

Names pending_names(Engine& engine, const json& options = {}) {
  return names_in(pending(engine, options)["entries"]);
}

std::string hash_of(const std::string& name, const std::string& content) {
  return hash_text(content_hash(name, content));
}

std::string refused_add(Engine& engine, const Vector& vector, const json& options = {}) {
  return refusal(engine, &Engine::add,
                 item_with_vector(item_json("n", "x", "text"), vector, options));
}

/// The code of the only entry's error.
std::string put_code(Engine& engine, VectorEntry entry, const json& options = {}) {
  const json result = put_vectors(engine, {std::move(entry)}, options)["results"][0];
  CHECK(result["stored"] == false);
  CHECK_FALSE(result["error"]["message"].get<std::string>().empty());
  return result["error"]["code"];
}

std::string batch_refusal(Engine& engine, Method method, std::string_view arguments) {
  call(engine, &Engine::begin_batch);
  std::string message = refusal(engine, method, arguments);
  CHECK(refusal(engine, &Engine::commit_batch, "[]").starts_with("internal"));  // it is over
  return message;
}

}  // namespace

TEST_CASE("an embedding that comes with an item is found by") {
  const auto engine = open_engine();
  add_vector(*engine, "east", "one", {1, 0});
  add_vector(*engine, "north", "two", {0, 1});
  add(*engine, "n", "none", "three");
  CHECK(nearest(*engine, {0.1f, 1}) == Names{"north", "east"});
  CHECK(nearest(*engine, {1, 0.1f}) == Names{"east", "north"});
  CHECK(embeddings_of(*engine) ==
        json({{"model", nullptr}, {"width", 2}, {"vectors", 2}, {"pending", 1}}));
  CHECK(call(*engine, &Engine::get, {"n", "east"}).contains("embedding") == false);
}

TEST_CASE("an item keeps its embedding as long as its text stays") {
  const auto engine = open_engine();
  add_vector(*engine, "a", "text", {1, 0});
  json item = item_json("n", "a", "text");
  item["owner"] = "me";
  item["ts"] = "2024-01-01";
  CHECK(call(*engine, &Engine::add, {item})["action"] == "updated");
  CHECK(nearest(*engine, {1, 0}) == Names{"a"});
  CHECK(retrieve_by(*engine, {1, 0}, "", {{"since", "2024-01-02"}})["items"].empty());
  add_vector(*engine, "b", "text", {0, 1});
  add(*engine, "n", "a", "other text");
  CHECK(nearest(*engine, {1, 1}) == Names{"b"});
  CHECK(pending_names(*engine) == Names{"a"});
  add(*engine, "n", "a", "text");  // as it was, but nobody knows its vector any more
  CHECK(pending_names(*engine) == Names{"a"});
}

TEST_CASE("an embedding that comes with a new version takes the place of the old one") {
  const auto engine = open_engine();
  add_vector(*engine, "a", "text", {1, 0});
  add_vector(*engine, "b", "text", {1, 1});
  add_vector(*engine, "a", "text", {0, 1});
  CHECK(nearest(*engine, {0, 1}) == Names{"a", "b"});
  add_vector(*engine, "a", "new text", {1, 0});
  CHECK(nearest(*engine, {1, 0}) == Names{"a", "b"});
  CHECK(embeddings_of(*engine)["vectors"] == 2);
}

TEST_CASE("a removed item takes its embedding along, at once") {
  const auto engine = open_engine();
  add_vector(*engine, "a", "text", {1, 0});
  add_vector(*engine, "b", "text", {1, 1});
  CHECK(nearest(*engine, {1, 0}) == Names{"a", "b"});
  call(*engine, &Engine::remove, {"n", "a"});
  CHECK(nearest(*engine, {1, 0}) == Names{"b"});
  add(*engine, "n", "a", "text");
  CHECK(nearest(*engine, {1, 0}) == Names{"b"});
  CHECK(embeddings_of(*engine)["vectors"] == 1);
}

TEST_CASE("an import of Markdown drops what it changes and keeps the rest") {
  const auto engine = open_engine();
  add_vector(*engine, "same", "text", {1, 0});
  add_vector(*engine, "owned", "text", {1, 1});
  add_vector(*engine, "changed", "text", {0, 1});
  CHECK(nearest(*engine, {2, 0.5f}) == Names{"same", "owned", "changed"});
  call(*engine, &Engine::begin_batch);
  const std::string file =
      "# n\n## same\n\ntext\n\n## owned\n\ntext\n\n<!-- wikimem: owner=me -->\n"
      "\n## changed\n\nother\n";
  const json merged =
      call(*engine, &Engine::import_markdown_file, {{{"path", "wiki/n.md"}, {"text", file}}});
  CHECK(merged["updated"] == 2);
  call(*engine, &Engine::commit_batch);
  CHECK(nearest(*engine, {2, 0.5f}) == Names{"same", "owned"});
  CHECK(pending_names(*engine) == Names{"changed"});
}

TEST_CASE("an add with what is no vector is refused as a whole") {
  const auto engine = open_engine();
  for (const Vector& bad : kInvalid) {
    CHECK(refused_add(*engine, bad).starts_with("invalid_vector: embedding of item n:x "));
  }
  CHECK(refused_add(*engine, {})
            .ends_with("n:x is missing, or no array of 1 to 8192 numbers; make a Float32Array of "
                       "integers and bytes"));
  CHECK(refused_add(*engine, Vector(8193, 1)).ends_with("n:x has more than 8192 numbers"));
  CHECK(refused_add(*engine, {1, kNan}).ends_with("n:x holds NaN or an infinity"));
  CHECK(refused_add(*engine, {0, 0}).ends_with("n:x is all zeros"));
  for (const char* bad :
       {"false", "true", "[1,2]", "\"1,2\"", "7", "{}", R"({"at":0,"bytes":4})"}) {
    json item = item_json("n", "x", "text");
    item["embedding"] = json::parse(bad);
    INFO(bad);
    CHECK(refusal(*engine, &Engine::add, argument_list({item})).starts_with("invalid_vector"));
  }
  CHECK(call(*engine, &Engine::revision) == 0);
  json item = item_json("n", "x", "text");
  item["embedding"] = nullptr;
  call(*engine, &Engine::add, {item});
  CHECK(embeddings_of(*engine)["pending"] == 1);
  CHECK(refused_add(*engine, {0, 0}).starts_with("invalid_vector"));
  CHECK(call(*engine, &Engine::get, {"n", "x"})["content"] == "text");
  CHECK(call(*engine, &Engine::revision) == 1);
}

TEST_CASE("any vector of 1 to 8192 numbers with a norm is taken") {
  for (const Vector& good :
       {Vector{-5}, Vector{1e-45f, 0}, Vector{3.4e38f, -3.4e38f}, Vector(8192, -0.25f)}) {
    const auto engine = open_engine();
    add_vector(*engine, "x", "text", good);
    CHECK(embeddings_of(*engine)["width"] == good.size());
    CHECK(nearest(*engine, good) == Names{"x"});
  }
}

TEST_CASE("a batch with what is no vector is taken back, and names the element") {
  const auto engine = open_engine();
  Attachments attachments;
  json good = item_json("n", "good", "text");
  json bad = item_json("n", "bad", "text");
  good["embedding"] = attachments.add({1, 2});
  bad["embedding"] = attachments.add({0, 0});
  CHECK(batch_refusal(*engine, &Engine::add_batch, attachments.call({{good, bad}, 64}))
            .starts_with("invalid_vector: items[65].embedding of item n:bad is all zeros"));
  bad["embedding"] = attachments.add({1, 2, 3});
  CHECK(batch_refusal(*engine, &Engine::add_batch, attachments.call({{good, bad}, 0}))
            .starts_with("dimension_mismatch: items[1].embedding of item n:bad has 3 numbers, and "
                         "those stored have 2;"));
  CHECK(call(*engine, &Engine::revision) == 0);
  CHECK(embeddings_of(*engine)["width"] == nullptr);
  call(*engine, &Engine::begin_batch);
  call_with(*engine, &Engine::add_batch,
            attachments.call({json::array({good}), 0, {{"model", "m"}}}));
  call(*engine, &Engine::commit_batch);
  CHECK(embeddings_of(*engine)["model"] == "m");
  CHECK(nearest(*engine, {1, 2}) == Names{"good"});
}

TEST_CASE("another width or another model is refused, and both are named") {
  const auto engine = open_engine();
  add_vector(*engine, "a", "text", {1, 0}, {{"model", "first"}});
  const std::string width = refused_add(*engine, {1, 2, 3}, {{"model", "first"}});
  CHECK(
      width.starts_with("dimension_mismatch: embedding of item n:x has 3 numbers, and those "
                        "stored have 2; "));
  CHECK(width.ends_with("reembed"));
  const std::string model = refused_add(*engine, {1, 2}, {{"model", "second"}});
  CHECK(
      model.starts_with("model_mismatch: embedding of item n:x is of the model 'second', and "
                        "those stored are of 'first'; "));
  CHECK(call(*engine, &Engine::revision) == 1);
  call(*engine, &Engine::add, {item_json("n", "x", "text"), {{"model", "second"}}});  // no vector
  CHECK(put_code(*engine, {"x", {1, 2, 3}}) == "dimension_mismatch");
  CHECK(batch_refusal(*engine, &Engine::put_embeddings_batch,
                      entries_with_vectors({{"x", {1, 2}}}, {{"model", "second"}}))
            .starts_with("model_mismatch: embedding of item n:x is of the model"));
}

TEST_CASE("vectors of no model fit all, and are stamped once") {
  const auto engine = open_engine();
  add_vector(*engine, "a", "text", {1, 0});
  CHECK(embeddings_of(*engine)["model"] == nullptr);
  add_vector(*engine, "b", "text", {1, 0}, {{"model", "first"}});
  CHECK(embeddings_of(*engine)["model"] == "first");
  add_vector(*engine, "c", "text", {1, 0});
  CHECK(embeddings_of(*engine)["model"] == "first");
  CHECK(refused_add(*engine, {1, 0}, {{"model", "second"}}).starts_with("model_mismatch"));
}

TEST_CASE("with the last vector the stamp goes") {
  const auto engine = open_engine();
  const auto restamp = [&](const Vector& vector, const char* model) {
    CHECK(embeddings_of(*engine)["width"] == nullptr);
    CHECK(embeddings_of(*engine)["model"] == nullptr);
    add_vector(*engine, "a", "text", vector, {{"model", model}});
    CHECK(embeddings_of(*engine)["model"] == model);
    CHECK(nearest(*engine, vector) == Names{"a"});
  };
  restamp({1, 0}, "first");
  call(*engine, &Engine::remove, {"n", "a"});
  restamp({1, 0, 0}, "second");
  add(*engine, "n", "a", "other text");
  restamp({1}, "third");
  add_vector(*engine, "a", "text", {1, 2, 3, 4}, {{"model", "fourth"}});  // its own was the last
  CHECK(embeddings_of(*engine) ==
        json({{"model", "fourth"}, {"width", 4}, {"vectors", 1}, {"pending", 0}}));
  CHECK(nearest(*engine, {1, 2, 3, 4}) == Names{"a"});
}

TEST_CASE("a model is a text of 1 to 512 bytes") {
  const auto engine = open_engine();
  for (const json& bad : {json(""), json(std::string(513, 'm')), json(5), json(json::array())}) {
    CHECK(
        refused_add(*engine, {1, 0}, {{"model", bad}}).starts_with("invalid_argument: model must"));
  }
  CHECK(refused_add(*engine, {1, 0}, {{"modle", "m"}}).starts_with("invalid_argument: modle is"));
  add_vector(*engine, "x", "text", {1, 0}, {{"model", std::string(512, 'm')}});
  add_vector(*engine, "x", "text", {1, 0}, {{"model", nullptr}});
}

TEST_CASE("what is pending is listed with its text and hash, part by part") {
  const auto engine = open_engine();
  for (int i = 0; i < 5; ++i) add(*engine, "n", std::to_string(i), "text " + std::to_string(i));
  add_vector(*engine, "with", "text", {1, 0});
  const json first = pending(*engine, {{"limit", 2}});
  CHECK(first["entries"][0] == json({{"face", "wiki"},
                                     {"category", "n"},
                                     {"name", "0"},
                                     {"hash", hash_of("0", "text 0")},
                                     {"text", "0\ntext 0"}}));
  CHECK(names_in(first["entries"]) == Names{"0", "1"});
  CHECK(first["next"] == 2);
  CHECK(first["pending"] == 5);
  CHECK(first["warnings"].empty());
  CHECK(pending_names(*engine, {{"limit", 2}, {"after", 2}}) == Names{"2", "3"});
  const json last = pending(*engine, {{"limit", 2}, {"after", 4}});
  CHECK(names_in(last["entries"]) == Names{"4"});
  CHECK(last["next"] == nullptr);
  CHECK(last["pending"] == 5);
  CHECK(pending(*engine, {{"limit", 5}})["next"] == nullptr);
  CHECK(pending(*engine, {{"limit", 0}})["next"] == nullptr);
  CHECK(pending_names(*engine, {{"after", 3}, {"all", true}}) == Names{"3", "4", "with"});
  CHECK(pending(*engine, {{"limit", 1001}})["warnings"][0]["code"] == "limit_clamped");
}

TEST_CASE("the options of what is pending are checked") {
  const auto engine = open_engine();
  for (const char* bad : {R"([{"limit":-1}])", R"([{"after":"1"}])", R"([{"all":1}])",
                          R"([{"more":1}])", "[5]", "[{},1]"}) {
    CHECK(refusal(*engine, &Engine::pending_embeddings, bad).starts_with("invalid_argument"));
  }
}

TEST_CASE("long texts come in parts, at least one at a time") {
  const auto engine = open_engine();
  const std::string text(5 << 20, 'x');
  for (const char* name : {"a", "b"}) add(*engine, "n", name, text);
  const json first = pending(*engine);
  CHECK(names_in(first["entries"]) == Names{"a"});
  CHECK(pending_names(*engine, {{"after", first["next"]}}) == Names{"b"});
}

TEST_CASE("embeddings are put by name, with or without the hash of the text") {
  const auto engine = open_engine();
  for (const char* name : {"a", "b", "c"}) add(*engine, "n", name, "text");
  const json reply = put_vectors(
      *engine, {{"a", {1, 0}}, {" b ", {0, 1}, {{"hash", hash_of("b", "text")}, {"face", "wiki"}}}},
      {{"model", "m"}});
  CHECK(reply == json({{"results",
                        {{{"face", "wiki"}, {"category", "n"}, {"name", "a"}, {"stored", true}},
                         {{"face", "wiki"}, {"category", "n"}, {"name", " b "}, {"stored", true}}}},
                       {"stored", 2}}));
  CHECK(nearest(*engine, {0.5f, 1}) == Names{"b", "a"});
  CHECK(pending_names(*engine) == Names{"c"});
  CHECK(call(*engine, &Engine::revision) == 4);
  CHECK(call(*engine, &Engine::journal)["entries"].size() == 3);
  put_vectors(*engine, {{"a", {0, 1}}});
  CHECK(nearest(*engine, {1, 0}).empty());
  CHECK(add(*engine, "n", "d", "text")["revision"] == 6);
}

TEST_CASE("an entry of what is pending can come back as it is, with its embedding") {
  const auto engine = open_engine();
  add(*engine, "n", "a", "text");
  const json entry = pending(*engine)["entries"][0];
  CHECK(put_vectors(*engine, {{"a", {1, 0}, entry}})["stored"] == 1);
  const json by_text = {{"text", "a\ntext"}};
  CHECK(put_vectors(*engine, {{"a", {0, 1}, by_text}})["stored"] == 1);
  const json of_old = {{"hash", entry["hash"]}, {"text", "which the hash makes needless"}};
  CHECK(put_vectors(*engine, {{"a", {1, 0}, of_old}})["stored"] == 1);
  add(*engine, "n", "a", "new text");
  const json stale = put_vectors(*engine, {{"a", {1, 0}, entry}, {"a", {1, 0}, by_text}});
  for (const json& result : stale["results"]) {
    CHECK(result["error"]["message"].get<std::string>().starts_with(
        "the hash is of another text than item n:a has now"));
  }
}

TEST_CASE("entries that do not fit are reported one by one, and the rest is kept") {
  const auto engine = open_engine();
  for (const char* name : {"a", "b"}) add(*engine, "n", name, "text");
  CHECK(put_code(*engine, {"gone", {1, 0}}) == "unknown_item");
  CHECK(put_code(*engine, {"a|b", {1, 0}}) == "unknown_item");
  CHECK(put_code(*engine, {"a", {1, 0}, {{"hash", hash_of("a", "old text")}}}) == "stale_hash");
  CHECK(put_code(*engine, {"a", {1, 0}, {{"text", "a\nold text"}}}) == "stale_hash");
  for (const Vector& bad : kInvalid) CHECK(put_code(*engine, {"a", bad}) == "invalid_vector");
  CHECK(put_code(*engine, {"a", {}, {{"embedding", false}}}) == "invalid_vector");
  CHECK(put_code(*engine, {"a", {}, {{"embedding", nullptr}}}) == "invalid_vector");
  CHECK(call(*engine, &Engine::revision) == 2);  // nothing was stored
  const json reply = put_vectors(
      *engine,
      {{"gone", {1, 0}}, {"a", {1, 0}}, {"b", {1, 0, 0}}, {"b", {0, kNan}}, {"b", {0, 1}}});
  CHECK(reply["stored"] == 2);
  CHECK(reply["results"][2]["error"]["message"].get<std::string>().starts_with(
      "embedding of item n:b has 3 numbers, and those stored have 2;"));
  CHECK(nearest(*engine, {1, 0.5f}) == Names{"a", "b"});
  CHECK(call(*engine, &Engine::revision) == 3);
}

TEST_CASE("an entry of a wrong type ends the batch") {
  const auto engine = open_engine();
  add(*engine, "n", "a", "text");
  for (const char* bad :
       {R"({"category":"n"})", R"({"category":"n","name":5})",
        R"({"category":"n","name":"a","hash":5})", R"({"category":"n","name":"a","text":5})",
        R"({"category":"n","name":"a","hash":""})",
        R"({"category":"n","name":"a","hash":"0123456789abcdeg"})",
        R"({"category":"n","name":"a","hash":"00123456789abcdef"})",
        R"({"category":"n","name":"a","face":"palace"})", R"({"category":"n","name":"a","x":1})"}) {
    Attachments attachments;
    json good = {{"category", "n"}, {"name", "a"}, {"embedding", attachments.add({1, 0})}};
    INFO(bad);
    CHECK(batch_refusal(*engine, &Engine::put_embeddings_batch,
                        attachments.call({{good, json::parse(bad)}, 10}))
              .starts_with("invalid_argument: entries[11]."));
  }
  CHECK(embeddings_of(*engine)["vectors"] == 0);
  CHECK(refusal(*engine, &Engine::put_embeddings_batch, "[[]]").starts_with("internal"));
  CHECK(refusal(*engine, &Engine::clear_embeddings, "[]").starts_with("internal"));
  CHECK(batch_refusal(*engine, &Engine::clear_embeddings, "[1]").starts_with("invalid_argument"));
}

TEST_CASE("all embeddings are replaced in one transaction, or none") {
  const auto engine = open_engine();
  add_vector(*engine, "a", "text", {1, 0}, {{"model", "old"}});
  add_vector(*engine, "b", "text", {0, 1});
  CHECK(nearest(*engine, {1, 0.5f}) == Names{"a", "b"});
  const auto replace = [&](const char* end) {
    call(*engine, &Engine::begin_batch);
    CHECK(call(*engine, &Engine::clear_embeddings)["cleared"] == 2);
    CHECK(call(*engine, &Engine::clear_embeddings)["cleared"] == 0);
    call_with(*engine, &Engine::put_embeddings_batch,
              entries_with_vectors({{"b", {1, 0, 0}}}, {{"model", "new"}}));
    call(*engine, end == std::string("commit") ? &Engine::commit_batch : &Engine::rollback_batch);
  };
  const json before = embeddings_of(*engine);
  replace("rollback");
  CHECK(embeddings_of(*engine) == before);
  CHECK(call(*engine, &Engine::revision) == 2);
  CHECK(nearest(*engine, {1, 0.5f}) == Names{"a", "b"});
  replace("commit");
  CHECK(embeddings_of(*engine) ==
        json({{"model", "new"}, {"width", 3}, {"vectors", 1}, {"pending", 1}}));
  CHECK(nearest(*engine, {1, 0, 0}) == Names{"b"});
  CHECK(call(*engine, &Engine::revision) == 4);
  CHECK(call(*engine, &Engine::check)["ok"] == true);
}

TEST_CASE("the index takes memory from the first retrieval that needs it") {
  const auto engine = open_engine();
  const auto bytes = [&] { return call(*engine, &Engine::status)["vectorBytes"].get<int64_t>(); };
  add_vector(*engine, "a", "text", {1, 0});
  call(*engine, &Engine::retrieve, {"text"});
  retrieve_by(*engine, {1, 0, 0}, "text");  // of another width: no index is needed to say so
  CHECK(bytes() == 0);
  retrieve_by(*engine, {1, 0});
  CHECK(bytes() > 0);
  call(*engine, &Engine::remove, {"n", "a"});
  CHECK(bytes() == 0);
}

TEST_CASE("a store that is only read tells what is pending, and takes nothing") {
  const auto writer = open_engine();
  add_vector(*writer, "a", "text", {1, 0});
  add(*writer, "n", "b", "text");
  const std::string image = writer->export_bytes().value();
  const auto reader = open_engine();
  REQUIRE(reader->import_bytes(image).ok());
  reader->make_read_only();
  CHECK(pending_names(*reader) == Names{"b"});
  CHECK(nearest(*reader, {1, 0}) == Names{"a"});
  CHECK(refused_add(*reader, {1, 0}).starts_with("read_only"));
}

TEST_CASE("an import brings its embeddings, in the place of those before") {
  const auto engine = open_engine();
  add_vector(*engine, "a", "text", {1, 0}, {{"model", "m"}});
  const std::string image = engine->export_bytes().value();
  const auto other = open_engine();
  add_vector(*other, "b", "text", {1, 0, 0}, {{"model", "other"}});
  CHECK(nearest(*other, {1, 0, 0}) == Names{"b"});
  REQUIRE(other->import_bytes(image).ok());
  CHECK(nearest(*other, {1, 0}) == Names{"a"});
  CHECK(embeddings_of(*other)["model"] == "m");
}

TEST_CASE("a claimed add of an embedding happens once") {
  const auto engine = open_engine();
  CHECK(call(*engine, &Engine::claim, {"key"}) == nullptr);
  const json reply = add_vector(*engine, "a", "text", {1, 0});
  CHECK(call(*engine, &Engine::claim, {"key"})["answer"] == reply);
}

TEST_CASE("the contract tells of embeddings") {
  const json told = json::parse(contract());
  CHECK(told["limits"]["vectorWidth"] == 8192);
  CHECK(told["limits"]["modelBytes"] == 512);
  CHECK(told["options"]["pendingEmbeddings"] ==
        json({{"limit", 100}, {"after", 0}, {"all", false}}));
  for (const char* method : {"add", "addMany", "putEmbeddings"}) {
    CHECK(told["options"][method] == json({{"model", nullptr}}));
  }
}
