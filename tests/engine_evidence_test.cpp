// Events as the bindings see them: written, asked for by their names, in batches, with embeddings
// that come later.

#include <catch_amalgamated.hpp>

#include "support/event_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

std::string refused(Engine& engine, const json& event) {
  return refusal(engine, &Engine::evidence_save, argument_list({event}));
}

json get_event(Engine& engine, const std::string& id) {
  return call(engine, &Engine::evidence_get, {id});
}

/// The keys of what is pending, in order.
std::vector<std::string> parts_in(const json& entries) {
  std::vector<std::string> parts;
  for (const json& entry : entries) {
    const bool is_event = entry["face"] == "evidence";
    parts.push_back(is_event ? std::string(entry["id"]) + " " + entry["part"].dump()
                             : std::string(entry["name"]));
  }
  return parts;
}

json put_batch(Engine& engine, const std::string& arguments) {
  call(engine, &Engine::begin_batch);
  json reply = call_with(engine, &Engine::put_embeddings_batch, arguments);
  call(engine, &Engine::commit_batch);
  return reply;
}

}  // namespace

TEST_CASE("save answers what became of the event, get shows it") {
  const auto engine = open_engine();
  json event = event_json("harbour", "the harbour", std::string(900, 'x'), "sea");
  event["writtenAt"] = "2026-03-01T10:00:00+01:00";
  event["entities"].push_back({{"kind", "person"}, {"id", "ann"}, {"name", " Ann  B "}});
  const json saved = {{"id", "harbour"},
                      {"action", "added"},
                      {"chunks", 2},
                      {"revision", 1},
                      {"warnings", json::array()}};
  CHECK(save(*engine, event) == saved);
  CHECK(get_event(*engine, "harbour") ==
        json{{"id", "harbour"},
             {"summary", "the harbour"},
             {"content", std::string(900, 'x')},
             {"entities", json::array({{{"kind", "concept"}, {"id", "concept_1"}, {"name", "sea"}},
                                       {{"kind", "person"}, {"id", "ann"}, {"name", "Ann B"}}})},
             {"writtenAt", "2026-03-01T09:00:00Z"},
             {"chunks", {{0, 800}, {680, 900}}},
             {"revision", 1}});
  CHECK(save(*engine, event)["action"] == "same");
  event["writtenAt"] = nullptr;
  CHECK(save(*engine, event)["action"] == "updated");
  CHECK(get_event(*engine, "harbour")["writtenAt"].is_null());
  CHECK(get_event(*engine, "elsewhere").is_null());
  const json counts = {{"events", 1}, {"chunks", 2}};
  CHECK(call(*engine, &Engine::status)["evidence"] == counts);
}

TEST_CASE("what is wrong with an event is named") {
  const auto engine = open_engine();
  const json good = event_json("a", "s", "c");
  const auto with = [&](const char* name, const json& value) {
    json event = good;
    event[name] = value;
    return refused(*engine, event);
  };
  CHECK(with("id", "").starts_with("invalid_argument: event.id: must hold"));
  CHECK(with("id", 5).starts_with("invalid_argument: event.id must be a string"));
  CHECK(with("summary", nullptr).starts_with("invalid_argument: event.summary must be a string"));
  CHECK(with("entities", "x") == "invalid_argument: event.entities must be an array");
  CHECK(with("entities", {"x"}).starts_with("invalid_argument: event.entities[0] must be an obj"));
  CHECK(with("entities", {{{"name", "x"}}})
            .starts_with("invalid_argument: event.entities[0].kind must be a string"));
  CHECK(with("entities", {{{"kind", "place"}, {"name", "x"}}})
            .starts_with("invalid_argument: event.entities[0].kind must be one of"));
  CHECK(with("entities", {{{"kind", "person"}, {"id", ""}, {"name", "x"}}})
            .starts_with("invalid_argument: event.entities[0].id: must hold"));
  CHECK(with("entities", {{{"kind", "person"}, {"name", " "}}})
            .starts_with("invalid_argument: entities[0].name: must hold"));
  CHECK(with("writtenAt", 5).starts_with("invalid_argument: event.writtenAt must be an ISO"));
  CHECK(with("writtenAt", "soon").starts_with("invalid_argument: writtenAt: "));
  CHECK(with("chunkEmbeddings", 5).starts_with("invalid_argument: event.chunkEmbeddings must be"));
  CHECK(with("chunkEmbeddings", json::array({nullptr, nullptr}))
            .starts_with("invalid_argument: chunkEmbeddings: the content has 1 chunk, not 2"));
  CHECK(with("summaryEmbedding", "x").starts_with("invalid_vector: embedding of the summary"));
  CHECK(with("title", "x").starts_with("invalid_argument: event.title is unknown here"));
  CHECK(get_event(*engine, "a").is_null());
  CHECK(call(*engine, &Engine::revision) == 0);
}

TEST_CASE("chunks tells where those of a text begin and end") {
  const auto engine = open_engine();
  const auto chunks = [&](const std::string& text) {
    return call(*engine, &Engine::evidence_chunks, {text});
  };
  CHECK(chunks("") == json::array());
  CHECK(chunks("海") == json::array({{0, 1}}));
  CHECK(chunks(std::string(801, 'x')) == json::array({{0, 800}, {680, 801}}));
}

TEST_CASE("an entity is answered with the heads of its events, page by page") {
  const auto engine = open_engine();
  for (const char* id : {"c", "a", "b"})
    save(*engine, event_json(id, "on " + std::string(id), "", "Sea"));
  const json all = entity_of(*engine, "concept", "sea");
  CHECK(all["entity"] == json{{"kind", "concept"}, {"id", "concept_1"}, {"name", "Sea"}});
  CHECK(ids_in(all) == std::vector<std::string>{"c", "a", "b"});
  CHECK(all["events"][0]["summary"] == "on c");
  CHECK(all["events"][0]["writtenAt"] == "2023-11-14T22:13:20.000Z");
  const json page = call(*engine, &Engine::evidence_find_entity,
                         {{{"kind", "concept"}, {"name", "sea"}}, {{"offset", 1}, {"limit", 1}}});
  CHECK(ids_in(page) == std::vector<std::string>{"a"});
  CHECK(page["total"] == all["total"]);
  CHECK(page["total"] == all["events"].size());
  const json past = call(*engine, &Engine::evidence_find_entity,
                         {{{"kind", "concept"}, {"name", "sea"}}, {{"offset", 9}}});
  CHECK(past["events"].empty());
  const json none = {
      {"entity", nullptr}, {"events", json::array()}, {"total", 0}, {"warnings", json::array()}};
  CHECK(entity_of(*engine, "person", "sea") == none);
  CHECK(refusal(*engine, &Engine::evidence_find_entity, R"([{"name":"sea"}])")
            .starts_with("invalid_argument: entity.kind must be a string"));
}

TEST_CASE("remove says whether there was such an event") {
  const auto engine = open_engine();
  save(*engine, event_json("a", "s", "c"));
  const auto remove = [&] { return call(*engine, &Engine::evidence_remove, {"a"}); };
  CHECK(remove() == json{{"removed", true}, {"revision", 2}, {"warnings", json::array()}});
  CHECK(remove() == json{{"removed", false}, {"revision", 2}, {"warnings", json::array()}});
}

TEST_CASE("a batch of events is one transaction") {
  const auto engine = open_engine();
  save(*engine, event_json("a", "s", "c"));
  call(*engine, &Engine::begin_batch);
  const json events = json::array({event_json("a", "s", "c"),
                                   event_json("b", "s", "c"),
                                   event_json("b", "s", "other"),
                                   {{"summary", ""}, {"content", ""}}});
  const json reply = call(*engine, &Engine::evidence_save_batch, {events, 0});
  CHECK(reply ==
        json{{"ids", {"a", "b", "b", "event_4"}}, {"added", 2}, {"updated", 1}, {"same", 1}});
  CHECK(refusal(*engine, &Engine::evidence_search, R"([{"query_text":"s"}])")
            .starts_with("store_busy"));
  call(*engine, &Engine::rollback_batch);
  CHECK(get_event(*engine, "b").is_null());
  CHECK(ids_in(find_events(*engine, "s")) == std::vector<std::string>{"a"});

  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::evidence_save_batch, {json::array({event_json("c", "s", "d")}), 0});
  const std::string bad =
      argument_list({json::array({event_json("d", "s", "d"), {{"summary", "s"}}}), 7});
  CHECK(refusal(*engine, &Engine::evidence_save_batch, bad)
            .starts_with("invalid_argument: events[8].content must be a string"));
  CHECK(get_event(*engine, "c").is_null());
  call(*engine, &Engine::begin_batch);
  call(*engine, &Engine::evidence_save_batch, {json::array({event_json("c", "s", "d")}), 0});
  call(*engine, &Engine::commit_batch);
  CHECK(get_event(*engine, "c")["content"] == "d");
  CHECK(ids_in(find_events(*engine, "s")) == std::vector<std::string>{"a", "c"});
}

TEST_CASE("a write of events under a key is done once") {
  const auto engine = open_engine();
  const auto claim = [&](const char* key) { return call(*engine, &Engine::claim, {key}); };
  CHECK(claim("one").is_null());
  const json saved = save(*engine, event_json("a", "s", "c"));
  CHECK(claim("one")["answer"] == saved);
  CHECK(claim("two").is_null());
  const json removed = call(*engine, &Engine::evidence_remove, {"b"});
  CHECK(claim("two")["answer"] == removed);
}

TEST_CASE("readOnly refuses to write events, and answers") {
  const auto engine = open_engine();
  save(*engine, event_json("a", "s", "c"));
  engine->make_read_only();
  CHECK(refused(*engine, event_json("b", "s", "c")).starts_with("read_only"));
  CHECK(refusal(*engine, &Engine::evidence_remove, R"(["a"])").starts_with("read_only"));
  CHECK(ids_in(find_events(*engine, "s")) == std::vector<std::string>{"a"});
}

// --- embeddings ---

TEST_CASE("what is pending are items, then summaries, then chunks") {
  const auto engine = open_engine();
  save(*engine, event_json("e", "summary", std::string(900, 'x')));
  save(*engine, event_json("f", "", "short"));
  add(*engine, "n", "item", "text");
  const std::vector<std::string> expected = {"item", "e \"summary\"", "e 0", "e 1", "f 0"};
  const json all = pending(*engine);
  CHECK(parts_in(all["entries"]) == expected);
  CHECK(all["pending"] == 5);
  CHECK(all["next"].is_null());
  CHECK(all["entries"][3]["text"] == std::string(220, 'x'));

  std::vector<std::string> paged;
  json after = 0;
  for (; !after.is_null();) {
    const json page = pending(*engine, {{"limit", 1}, {"after", after}});
    for (const std::string& part : parts_in(page["entries"])) paged.push_back(part);
    after = page["next"];
  }
  CHECK(paged == expected);
  CHECK(refusal(*engine, &Engine::pending_embeddings, R"([{"after":"x"}])")
            .starts_with("invalid_argument: after must be a `next`"));
}

TEST_CASE("embeddings of parts come later, and are counted and searched") {
  const auto engine = open_engine();
  save(*engine, event_json("e", "summary", std::string(900, 'x')));
  const json entries = pending(*engine)["entries"];
  const auto put = [&](const std::string& id, const json& part, const Vector& vector,
                       const json& more = json::object()) {
    return put_batch(*engine,
                     event_vector_entry(id, part, vector, more, {{"model", "m"}}))["results"][0];
  };
  CHECK(put("e", "summary", {1, 0}, {{"hash", entries[0]["hash"]}}) ==
        json{{"face", "evidence"}, {"id", "e"}, {"part", "summary"}, {"stored", true}});
  CHECK(put("e", 1, {0, 1}, {{"text", entries[2]["text"]}}) ==
        json{{"face", "evidence"}, {"id", "e"}, {"part", 1}, {"stored", true}});
  CHECK(put("e", 0, {0, 1}, {{"hash", entries[2]["hash"]}})["error"]["code"] == "stale_hash");
  CHECK(put("e", 2, {0, 1})["error"]["code"] == "unknown_item");
  CHECK(put("x", "summary", {0, 1})["error"]["code"] == "unknown_item");
  CHECK(put("e", 0, {0, 1, 2})["error"]["code"] == "dimension_mismatch");
  call(*engine, &Engine::begin_batch);
  CHECK(refusal(*engine, &Engine::put_embeddings_batch, event_vector_entry("e", "title", {1}))
            .starts_with("invalid_argument: entries[0].part must be 'summary' or"));
  const json stored = {{"model", "m"}, {"width", 2}, {"vectors", 2}, {"pending", 1}};
  CHECK(embeddings_of(*engine) == stored);
  CHECK(parts_in(pending(*engine)["entries"]) == std::vector<std::string>{"e 0"});
  CHECK(ids_in(find_events(*engine, "", {1, 0})) == std::vector<std::string>{"e"});
}

TEST_CASE("one stamp is for the vectors of all faces, and clearing takes them all") {
  const auto engine = open_engine();
  add_vector(*engine, "item", "text", {1, 2, 3}, {{"model", "m"}});
  const json event = event_json("e", "summary", "content");
  CHECK(refusal(*engine, &Engine::evidence_save, event_with_vectors(event, {1, 2}))
            .starts_with("dimension_mismatch: embedding of the summary of event e"));
  CHECK(refusal(*engine, &Engine::evidence_save,
                event_with_vectors(event, {1, 2, 3}, {}, {{"model", "other"}}))
            .starts_with("model_mismatch"));
  save_with_vectors(*engine, event, {1, 2, 3}, {{3, 2, 1}});
  CHECK(embeddings_of(*engine)["vectors"] == 3);
  CHECK(ids_in(find_events(*engine, "", {1, 2, 3})) == std::vector<std::string>{"e"});
  call(*engine, &Engine::begin_batch);
  CHECK(call(*engine, &Engine::clear_embeddings)["cleared"] == 3);
  call(*engine, &Engine::commit_batch);
  const json none = {{"model", nullptr}, {"width", nullptr}, {"vectors", 0}, {"pending", 3}};
  CHECK(embeddings_of(*engine) == none);
  CHECK(ids_in(find_events(*engine, "summary", {1, 2, 3})) == std::vector<std::string>{"e"});
}

TEST_CASE("rebuild, compact and import leave events findable") {
  const auto engine = open_engine();
  save(*engine, event_json("a", "apple", "pear"));
  const std::string image = engine->export_bytes().value();
  save(*engine, event_json("b", "apple", "plum"));
  call(*engine, &Engine::evidence_remove, {"a"});
  find_events(*engine, "apple");
  call(*engine, &Engine::compact);
  CHECK(ids_in(find_events(*engine, "apple")) == std::vector<std::string>{"b"});
  call(*engine, &Engine::rebuild);
  CHECK(ids_in(find_events(*engine, "apple")) == std::vector<std::string>{"b"});
  REQUIRE(engine->import_bytes(image).ok());
  CHECK(ids_in(find_events(*engine, "apple")) == std::vector<std::string>{"a"});
}

TEST_CASE("nothing of events is in memory before the first search, nor after memory ran out") {
  const auto engine = open_engine();
  const auto bytes = [&] { return call(*engine, &Engine::status)["indexBytes"].get<int64_t>(); };
  const int64_t before = bytes();
  save(*engine, event_json("a", "apple", "pear"));
  CHECK(bytes() == before);
  find_events(*engine, "apple");
  CHECK(bytes() > before);
  engine->interrupted();
  CHECK(ids_in(find_events(*engine, "apple")) == std::vector<std::string>{"a"});
}
