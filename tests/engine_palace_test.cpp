// Drawers, closets and tunnels as the bindings see them: written, asked for, in batches, with
// embeddings that come later.

#include <catch_amalgamated.hpp>
#include <set>

#include "support/palace_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

using Names = std::vector<std::string>;

std::string refused(Engine& engine, const json& drawer) {
  return refusal(engine, &Engine::palace_add_drawer, argument_list({drawer}));
}

json put_batch(Engine& engine, const std::string& arguments) {
  call(engine, &Engine::begin_batch);
  json reply = call_with(engine, &Engine::put_embeddings_batch, arguments);
  call(engine, &Engine::commit_batch);
  return reply;
}

/// One entry of putEmbeddings.
std::string vector_entry(json key, const Vector& vector) {
  Attachments attachments;
  key["face"] = "palace";
  key["embedding"] = attachments.add(vector);
  return attachments.call({json::array({key}), 0, {}});
}

json pending_keys(Engine& engine, json options = json::object()) {
  json keys = json::array();
  const json reply = pending(engine, options);
  for (const json& entry : reply["entries"]) {
    keys.push_back(entry.contains("closet") ? entry["closet"] : entry["id"]);
  }
  return keys;
}

}  // namespace

TEST_CASE("a drawer comes back as it was handed in") {
  const auto engine = open_engine();
  const json given = drawer_json("d1", " My Wing / the Attic ", " two\r\nlines \n",
                                 {{"hall", " facts "},
                                  {"sourceFile", "notes/a.md"},
                                  {"chunkIndex", 3},
                                  {"authoredAt", "2026-03-01T10:00:00+01:00"},
                                  {"filedAt", "2026-03-02"},
                                  {"metadata", {{"b", 1}, {"a", "x"}}}});
  CHECK(file_drawer(*engine, given) ==
        json{{"id", "d1"}, {"action", "added"}, {"revision", 1}, {"warnings", json::array()}});
  CHECK(get_drawer(*engine, "d1") == json{{"id", "d1"},
                                          {"wing", "My Wing"},
                                          {"room", "the Attic"},
                                          {"hall", "facts"},
                                          {"text", " two\r\nlines \n"},
                                          {"sourceFile", "notes/a.md"},
                                          {"chunkIndex", 3},
                                          {"authoredAt", "2026-03-01T09:00:00Z"},
                                          {"filedAt", "2026-03-02"},
                                          {"metadata", {{"a", "x"}, {"b", 1}}}});
  CHECK(get_drawer(*engine, "D1").is_null());
  const json counts = {{"drawers", 1}, {"closets", 0}, {"tunnels", 0}, {"wings", 1}, {"rooms", 1}};
  CHECK(call(*engine, &Engine::status)["palace"] == counts);
}

TEST_CASE("what is left out is none, but for when it was filed") {
  const auto engine = open_engine();
  const std::string id = file_drawer(*engine, drawer_json("", "w/r", "text"))["id"];
  const json drawer = get_drawer(*engine, id);
  for (const char* name : {"hall", "sourceFile", "chunkIndex", "authoredAt", "metadata"}) {
    INFO(name);
    CHECK(drawer[name].is_null());
  }
  CHECK(drawer["filedAt"] == "2023-11-14T22:13:20.000Z");
  for (const json& none : {json(), json("")}) {
    const json given = {
        {"hall", none}, {"sourceFile", none}, {"authoredAt", none}, {"filedAt", none}};
    file_drawer(*engine, drawer_json("none", "w/r", "a" + none.dump(), given));
    const json kept = get_drawer(*engine, "none");
    for (const char* name : {"hall", "sourceFile", "authoredAt", "filedAt"}) {
      INFO(name << " " << none.dump());
      CHECK(kept[name].is_null());
    }
  }
}

TEST_CASE("a drawer without an id is known by what it says and where") {
  const auto engine = open_engine();
  const auto id_of = [&](const std::string& place, const std::string& text,
                         const json& more = json::object()) -> std::string {
    return file_drawer(*engine, drawer_json("", place, text, more))["id"];
  };
  const std::string id = id_of("My Wing/Attic", "text");
  CHECK(id.size() == 23);
  CHECK(id.starts_with("drawer_"));
  CHECK(id_of("my-wing/ATTIC", "text") == id);
  CHECK(call(*engine, &Engine::status)["palace"]["drawers"] == 1);
  const Names others = {id_of("my-wing/attic", "Text"), id_of("my-wing/cellar", "text"),
                        id_of("mywing/attic", "text"),
                        id_of("my-wing/attic", "text", {{"sourceFile", "a"}}),
                        id_of("my-wing/attic", "text", {{"chunkIndex", 0}})};
  CHECK(std::set<std::string>(others.begin(), others.end()).size() == others.size());
  CHECK(std::find(others.begin(), others.end(), id) == others.end());
  change_drawer(*engine, id, {{"text", "edited"}});
  CHECK(id_of("my-wing/attic", "text") == id + "_2");
  CHECK(id_of("my-wing/attic", "text") == id + "_2");
  CHECK(get_drawer(*engine, id)["text"] == "edited");
}

TEST_CASE("the same text is a no-op, another takes its place at the end") {
  const auto engine = open_engine();
  file_drawer(*engine, drawer_json("a", "w/r", "one", {{"hall", "facts"}}));
  file_drawer(*engine, drawer_json("b", "w/r", "two"));
  const json same = file_drawer(*engine, drawer_json("a", "W/R", "one"));
  CHECK(same["action"] == "same");
  CHECK(same["revision"] == 2);
  CHECK(same["warnings"].empty());
  CHECK(get_drawer(*engine, "a")["hall"] == "facts");
  for (const json& other : {drawer_json("a", "w/other", "one"), drawer_json("a", "v/r", "one"),
                            drawer_json("a", "w/r", "one", {{"hall", "events"}}),
                            drawer_json("a", "w/r", "one", {{"chunkIndex", 0}}),
                            drawer_json("a", "w/r", "one", {{"filedAt", nullptr}}),
                            drawer_json("a", "w/r", "one", {{"metadata", json::object()}})}) {
    INFO(other.dump());
    const json reply = file_drawer(*engine, other);
    CHECK(reply["action"] == "same");
    CHECK(reply["revision"] == 2);
    CHECK(warnings_in(reply) == Names{"drawer_unchanged"});
  }
  CHECK(ids_of(list_drawers(*engine)["drawers"]) == Names{"a", "b"});
  const json updated = file_drawer(*engine, drawer_json("a", "w/r", "three"));
  CHECK(updated["action"] == "updated");
  CHECK(updated["revision"] == 3);
  CHECK(get_drawer(*engine, "a")["hall"].is_null());
  CHECK(ids_of(list_drawers(*engine)["drawers"]) == Names{"b", "a"});
}

TEST_CASE("what is wrong with a drawer is named") {
  const auto engine = open_engine();
  const json good = drawer_json("a", "w/r", "text");
  const auto with = [&](const char* name, const json& value) {
    json drawer = good;
    drawer[name] = value;
    return refused(*engine, drawer);
  };
  CHECK(with("id", "").starts_with("invalid_argument: drawer.id: must hold"));
  CHECK(with("id", std::string(513, 'a')).starts_with("too_large: drawer.id"));
  CHECK(with("wing", " \u3000").starts_with("invalid_argument: wing: must hold"));
  CHECK(with("wing", "two\nlines").starts_with("invalid_argument: wing: must hold no control"));
  CHECK(with("room", "\u200d").starts_with("invalid_argument: room: must hold"));
  CHECK(with("room", std::string(513, 'a')).starts_with("too_large: room"));
  CHECK(with("room", nullptr).starts_with("invalid_argument: drawer.room must be a string"));
  CHECK(with("text", "").starts_with("invalid_argument: text: must hold"));
  CHECK(with("text", " \n ").starts_with("invalid_argument: text: must hold"));
  CHECK(with("text", std::string((16 << 20) + 1, 'a')).starts_with("too_large: text"));
  CHECK(with("hall", "a\tb").starts_with("invalid_argument: hall: must hold no control"));
  CHECK(with("sourceFile", std::string(4097, 'a')).starts_with("too_large: sourceFile"));
  CHECK(with("chunkIndex", -1).starts_with("invalid_argument: drawer.chunkIndex must be"));
  CHECK(with("chunkIndex", 1e17).starts_with("invalid_argument: chunkIndex: must be"));
  CHECK(with("chunkIndex", 1.5).starts_with("invalid_argument: drawer.chunkIndex must be"));
  CHECK(with("authoredAt", "soon").starts_with("invalid_argument: authoredAt: "));
  CHECK(with("filedAt", 5).starts_with("invalid_argument: drawer.filedAt must be an ISO 8601"));
  CHECK(with("metadata", "x").starts_with("invalid_argument: drawer.metadata must be"));
  CHECK(with("embedding", "x").starts_with("invalid_vector: embedding of drawer a"));
  CHECK(with("floor", 1).starts_with("invalid_argument: drawer.floor is unknown"));
  CHECK(call(*engine, &Engine::revision) == 0);
  const json at_the_limit =
      drawer_json(std::string(512, 'i'), std::string(512, 'w') + "/r", std::string(16 << 20, 't'),
                  {{"sourceFile", std::string(4096, 's')}, {"chunkIndex", (int64_t{1} << 53) - 1}});
  CHECK(file_drawer(*engine, at_the_limit)["action"] == "added");
}

TEST_CASE("the first spelling of a name is the one that is shown") {
  const auto engine = open_engine();
  file_drawer(*engine, drawer_json("a", "My Wing/Café", "one"));
  file_drawer(*engine, drawer_json("b", "my__wing/CAFÉ", "two"));
  file_drawer(*engine, drawer_json("c", "other/cafe\u0301", "three"));
  file_drawer(*engine, drawer_json("d", "mywing/cafe", "four"));
  CHECK(get_drawer(*engine, "b")["wing"] == "My Wing");
  CHECK(get_drawer(*engine, "c")["room"] == "Café");
  CHECK(get_drawer(*engine, "d")["room"] == "cafe");
  const json listed = list_drawers(*engine, {{"wing", "MY-wing"}, {"room", "café"}});
  CHECK(ids_of(listed["drawers"]) == Names{"a", "b"});
  CHECK(listed["total"] == 2);
}

TEST_CASE("an update changes what is given, and nothing else") {
  const auto engine = open_engine();
  const json facts = {{"hall", "facts"},
                      {"sourceFile", "a.md"},
                      {"chunkIndex", 1},
                      {"authoredAt", "2026-01-01"},
                      {"metadata", {{"a", 1}}}};
  file_drawer(*engine, drawer_json("a", "w/r", "one", facts));
  file_drawer(*engine, drawer_json("b", "w/r", "two"));
  CHECK(change_drawer(*engine, "a", json::object())["action"] == "same");
  CHECK(change_drawer(*engine, "a", {{"wing", "W"}, {"hall", " facts "}})["action"] == "same");
  CHECK(call(*engine, &Engine::revision) == 2);

  const json moved = change_drawer(*engine, "a", {{"room", "other"}, {"hall", nullptr}});
  CHECK(moved ==
        json{{"id", "a"}, {"action", "updated"}, {"revision", 3}, {"warnings", json::array()}});
  json drawer = get_drawer(*engine, "a");
  CHECK(drawer["room"] == "other");
  CHECK(drawer["wing"] == "w");
  CHECK(drawer["hall"].is_null());
  CHECK(drawer["metadata"] == json{{"a", 1}});
  CHECK(ids_of(list_drawers(*engine)["drawers"]) == Names{"a", "b"});

  change_drawer(*engine, "a", {{"filedAt", ""}, {"metadata", nullptr}, {"text", "edited"}});
  drawer = get_drawer(*engine, "a");
  CHECK(drawer["filedAt"].is_null());
  CHECK(drawer["metadata"].is_null());
  CHECK(drawer["chunkIndex"] == 1);
  CHECK(ids_of(list_drawers(*engine)["drawers"]) == Names{"b", "a"});

  const auto refused = [&](const char* id, const json& changes) {
    return refusal(*engine, &Engine::palace_update_drawer, argument_list({id, changes}));
  };
  CHECK(refused("c", {{"hall", "x"}}) == "not_found: there is no drawer c");
  CHECK(refused("a", {{"wing", nullptr}}).starts_with("invalid_argument: changes.wing must be"));
  CHECK(refused("a", {{"text", " "}}).starts_with("invalid_argument: text: must hold"));
  CHECK(refused("a", {{"id", "x"}}).starts_with("invalid_argument: changes.id is unknown"));
}

TEST_CASE("with the last drawer goes what hung on it") {
  const auto engine = open_engine();
  const json file = {{"sourceFile", "a.md"}};
  file_drawer(*engine, drawer_json("a1", "w/r", "one", file));
  file_drawer(*engine, drawer_json("a2", "w/r", "two", file));
  file_drawer(*engine, drawer_json("b", "v/s", "three"));
  CHECK(put_closet(*engine, closet_json("W/R", "a.md", "digest")) ==
        json{{"action", "added"}, {"revision", 4}, {"warnings", json::array()}});
  CHECK(dig_tunnel(*engine, "w/r", "v/s", {{"label", " why "}})["id"] == "tunnel_5");
  CHECK(delete_drawer(*engine, "a1") == json{{"removed", true},
                                             {"closetsRemoved", 0},
                                             {"tunnelsRemoved", 0},
                                             {"revision", 6},
                                             {"warnings", json::array()}});
  CHECK(delete_drawer(*engine, "a1")["removed"] == false);
  CHECK(call(*engine, &Engine::revision) == 6);
  CHECK(closets_in(*engine) == 1);
  CHECK(delete_drawer(*engine, "a2") == json{{"removed", true},
                                             {"closetsRemoved", 1},
                                             {"tunnelsRemoved", 1},
                                             {"revision", 7},
                                             {"warnings", json::array()}});
  CHECK(closets_in(*engine) == 0);
  CHECK(tunnels_of(*engine).empty());
  CHECK(call(*engine, &Engine::palace_taxonomy) == json{{"v", {{"s", 1}}}});
  CHECK(call(*engine, &Engine::check)["ok"] == true);
}

TEST_CASE("moving the last drawer cleans up as deleting it does") {
  const auto engine = open_engine();
  file_drawer(*engine, drawer_json("a", "w/r", "one", {{"sourceFile", "a.md"}}));
  file_drawer(*engine, drawer_json("b", "v/s", "two"));
  put_closet(*engine, closet_json("w/r", "a.md", "digest"));
  dig_tunnel(*engine, "v/s", "w/r");
  SECTION("by an update") { change_drawer(*engine, "a", {{"room", "elsewhere"}}); }
  SECTION("by another text") { file_drawer(*engine, drawer_json("a", "w/elsewhere", "1")); }
  CHECK(closets_in(*engine) == 0);
  CHECK(tunnels_of(*engine).empty());
  CHECK(call(*engine, &Engine::palace_taxonomy) ==
        json{{"w", {{"elsewhere", 1}}}, {"v", {{"s", 1}}}});
}

TEST_CASE("a closet is known by its place and file") {
  const auto engine = open_engine();
  const json closet = closet_json("w/r", "a.md", "digest");
  CHECK(put_closet(*engine, closet)["action"] == "added");  // before any drawer
  CHECK(put_closet(*engine, closet_json("W/r", "a.md", "digest"))["action"] == "same");
  CHECK(call(*engine, &Engine::revision) == 1);
  CHECK(put_closet(*engine, closet_json("w/r", "a.md", "another"))["action"] == "updated");
  CHECK(put_closet(*engine, closet_json("w/r", "b.md", "another"))["action"] == "added");
  CHECK(closets_in(*engine) == 2);
  const auto remove = [&](const char* place, const char* file) {
    json key = place_json(place);
    key["sourceFile"] = file;
    return call(*engine, &Engine::palace_remove_closet, {key})["removed"];
  };
  CHECK(remove("w/r", "c.md") == false);
  CHECK(remove("w/other", "a.md") == false);
  CHECK(remove("W/R", "a.md") == true);
  CHECK(closets_in(*engine) == 1);
  const auto refused = [&](const json& given) {
    return refusal(*engine, &Engine::palace_add_closet, argument_list({given}));
  };
  CHECK(refused(closet_json("w/r", "", "x")).starts_with("invalid_argument: sourceFile: must not"));
  CHECK(refused(closet_json("w/r", "a", " ")).starts_with("invalid_argument: text: must hold"));
  CHECK(refused(drawer_json("", "w/r", "x")).starts_with("invalid_argument: closet.sourceFile"));
}

TEST_CASE("a tunnel joins two places that hold drawers, in no direction") {
  const auto engine = open_engine();
  file_drawer(*engine, drawer_json("a", "Wing/Room", "one"));
  file_drawer(*engine, drawer_json("b", "other/hut", "two"));
  put_closet(*engine, closet_json("empty/place", "a.md", "digest"));
  const json made = dig_tunnel(*engine, "wing/room", "other/hut");
  CHECK(made["action"] == "added");
  CHECK(dig_tunnel(*engine, "other/hut", "wing/room")["action"] == "same");
  const json labelled = dig_tunnel(*engine, "other/hut", "wing/room", {{"label", "both cold"}});
  CHECK(labelled["action"] == "updated");
  CHECK(labelled["id"] == made["id"]);
  CHECK(tunnels_of(*engine) == json::array({{{"id", made["id"]},
                                             {"from", place_json("Wing/Room")},
                                             {"to", place_json("other/hut")},
                                             {"label", "both cold"},
                                             {"createdAt", "2023-11-14T22:13:20.000Z"}}}));
  CHECK(tunnels_of(*engine, {{"wing", "WING"}}).size() == 1);
  CHECK(tunnels_of(*engine, {{"room", "elsewhere"}}).empty());

  const auto refused = [&](const json& tunnel) {
    const std::string arguments = argument_list({tunnel});
    const Reply reply = engine->palace_create_tunnel(arguments, kCallTime);
    REQUIRE_FALSE(reply.ok());
    return std::pair(std::string(name_of(reply.error().code)), reply.error().detail);
  };
  const json hut = place_json("other/hut");
  CHECK(refused({{"from", hut}, {"to", place_json("nowhere/x")}}).first == "not_found");
  CHECK(json::parse(refused({{"from", hut}, {"to", place_json("nowhere/x")}}).second) ==
        json{{"wings", {"Wing", "other"}}});
  CHECK(json::parse(refused({{"from", place_json("wing/x")}, {"to", hut}}).second) ==
        json{{"rooms", {"Room"}}});
  CHECK(refused({{"from", place_json("empty/place")}, {"to", hut}}).first == "not_found");
  CHECK(refused({{"from", hut}, {"to", hut}}).first == "invalid_argument");
  CHECK(refused({{"from", hut}}).first == "invalid_argument");
  CHECK(refused({{"from", "hut"}, {"to", hut}}).first == "invalid_argument");
  CHECK(call(*engine, &Engine::palace_delete_tunnel, {"tunnel_99"})["removed"] == false);
  CHECK(call(*engine, &Engine::palace_delete_tunnel, {"hut"})["removed"] == false);
  CHECK(call(*engine, &Engine::palace_delete_tunnel, {made["id"]})["removed"] == true);
  CHECK(tunnels_of(*engine).empty());
}

TEST_CASE("an unknown wing or room is told with what there is") {
  const auto engine = open_engine();
  file_drawer(*engine, drawer_json("a", "w/r", "one"));
  file_drawer(*engine, drawer_json("b", "v/s", "two"));
  const json wing = list_drawers(*engine, {{"wing", "x"}, {"room", "r"}});
  CHECK(wing["reason"] == "unknown_wing");
  CHECK(wing["wings"] == json{"w", "v"});
  CHECK(wing["drawers"].empty());
  const json room = list_drawers(*engine, {{"wing", "W"}, {"room", "s"}});
  CHECK(room["reason"] == "unknown_room");
  CHECK(room["rooms"] == json{"r"});
  CHECK(list_drawers(*engine, {{"room", "x"}})["rooms"] == json{"r", "s"});
  CHECK(list_drawers(*engine, {{"wing", ""}, {"room", nullptr}})["total"] == 2);
  CHECK_FALSE(list_drawers(*engine).contains("reason"));
}

TEST_CASE("drawers are listed page by page") {
  const auto engine = open_engine();
  for (const char* id : {"c", "a", "b"}) file_drawer(*engine, drawer_json(id, "w/r", id));
  CHECK(ids_of(list_drawers(*engine)["drawers"]) == Names{"c", "a", "b"});
  CHECK(ids_of(list_drawers(*engine, {{"limit", 1}, {"offset", 1}})["drawers"]) == Names{"a"});
  CHECK(list_drawers(*engine, {{"limit", 0}})["total"] == 3);
  CHECK(list_drawers(*engine, {{"offset", 9}})["drawers"].empty());
  CHECK(warnings_in(list_drawers(*engine, {{"limit", 1001}})) == Names{"limit_clamped"});
}

TEST_CASE("a batch of drawers is one transaction") {
  const auto engine = open_engine();
  file_drawer(*engine, drawer_json("a", "w/r", "one"));
  const auto batch = [&](const json& drawers) {
    call(*engine, &Engine::begin_batch);
    return argument_list({drawers, 0});
  };
  const json reply = call_with(*engine, &Engine::palace_add_drawer_batch,
                               batch({drawer_json("a", "w/r", "one"), drawer_json("b", "w/r", "2"),
                                      drawer_json("b", "w/r", "3"), drawer_json("c", "w/s", "4")}));
  CHECK(reply == json{{"ids", {"a", "b", "b", "c"}}, {"added", 2}, {"updated", 1}, {"same", 1}});
  CHECK(call(*engine, &Engine::commit_batch)["revision"] == 4);
  const std::string error =
      refusal(*engine, &Engine::palace_add_drawer_batch,
              batch({drawer_json("d", "w/r", "5"), drawer_json("e", "w/r", "")}));
  CHECK(error.starts_with("invalid_argument: drawers[1].text: must hold"));
  CHECK(list_drawers(*engine)["total"] == 3);
  CHECK(call(*engine, &Engine::revision) == 4);
}

TEST_CASE("a claimed write is answered again and done once") {
  const auto engine = open_engine();
  const auto claimed = [&](const char* key, Method method, const json& argument) {
    REQUIRE(call(*engine, &Engine::claim, {key}).is_null());
    const json reply = call(*engine, method, {argument});
    CHECK(call(*engine, &Engine::claim, {key}) == json{{"answer", reply}});
  };
  claimed("1", &Engine::palace_add_drawer, drawer_json("a", "w/r", "one"));
  claimed("2", &Engine::palace_add_drawer, drawer_json("a", "w/r", "one"));
  claimed("3", &Engine::palace_add_closet, closet_json("w/r", "a.md", "digest"));
  claimed("4", &Engine::palace_delete_drawer, "nobody");
  claimed("5", &Engine::palace_delete_drawer, "a");
}

TEST_CASE("vectors come with texts, go with them, and wait where there are none") {
  const auto engine = open_engine();
  file_with_vector(*engine, drawer_json("a", "w/r", "one"), {1, 0});
  file_drawer(*engine, drawer_json("b", "w/r", "two"));
  put_closet(*engine, closet_json("w/r", "x.md", "digest"));
  const json closet = {{"wing", "w"}, {"room", "r"}, {"sourceFile", "x.md"}};
  CHECK(embeddings_of(*engine)["vectors"] == 1);
  CHECK(embeddings_of(*engine)["pending"] == 2);
  CHECK(pending_keys(*engine) == json::array({"b", closet}));
  CHECK(pending_keys(*engine, {{"all", true}}) == json::array({"a", "b", closet}));
  const json entry = pending(*engine)["entries"][1];
  CHECK(entry["face"] == "palace");
  CHECK(entry["text"] == "digest");

  const json first = pending(*engine, {{"limit", 1}});
  CHECK(first["next"] == "drawer:2");
  CHECK(pending_keys(*engine, {{"after", first["next"]}}) == json::array({closet}));

  CHECK(put_batch(*engine, vector_entry({{"id", "b"}}, {0, 1}))["stored"] == 1);
  CHECK(put_batch(*engine, vector_entry(entry, {1, 1}))["stored"] == 1);
  CHECK(embeddings_of(*engine)["pending"] == 0);
  const auto error = [&](const json& key) {
    return put_batch(*engine, vector_entry(key, {1, 1}))["results"][0]["error"]["code"];
  };
  CHECK(error({{"id", "nobody"}}) == "unknown_item");
  CHECK(error({{"id", "b"}, {"text", "other"}}) == "stale_hash");
  CHECK(error({{"closet", {{"wing", "w"}, {"room", "r"}, {"sourceFile", "y"}}}}) == "unknown_item");

  change_drawer(*engine, "a", {{"hall", "facts"}});  // keeps its vector
  CHECK(embeddings_of(*engine)["vectors"] == 3);
  change_drawer(*engine, "a", {{"text", "edited"}});
  CHECK(pending_keys(*engine) == json::array({"a"}));
  file_with_vector(*engine, drawer_json("b", "w/r", "two"), {1, 1});  // same, and a vector
  delete_drawer(*engine, "b");
  CHECK(embeddings_of(*engine)["vectors"] == 1);
  call(*engine, &Engine::begin_batch);
  CHECK(call(*engine, &Engine::clear_embeddings)["cleared"] == 1);
  call(*engine, &Engine::commit_batch);
  CHECK(pending_keys(*engine) == json::array({"a", closet}));
}

TEST_CASE("a vector that does not fit is refused with its drawer") {
  const auto engine = open_engine();
  file_with_vector(*engine, drawer_json("a", "w/r", "one"), {1, 0});
  CHECK(refusal(*engine, &Engine::palace_add_drawer,
                with_vector(drawer_json("b", "w/r", "two"), {1, 0, 0}))
            .starts_with("dimension_mismatch: embedding of drawer b"));
  CHECK(refusal(*engine, &Engine::palace_add_closet,
                with_vector(closet_json("w/r", "x", "two"), {0, 0}))
            .starts_with("invalid_vector: embedding of the closet of x"));
  CHECK(list_drawers(*engine)["total"] == 1);
  CHECK(closets_in(*engine) == 0);
}

TEST_CASE("a store that is only read shows its palace and refuses to change it") {
  const auto engine = open_engine();
  file_drawer(*engine, drawer_json("a", "w/r", "one"));
  engine->make_read_only();
  CHECK(get_drawer(*engine, "a")["text"] == "one");
  CHECK(refused(*engine, drawer_json("b", "w/r", "two")).starts_with("read_only"));
  CHECK(refusal(*engine, &Engine::palace_delete_drawer, "[\"a\"]").starts_with("read_only"));
}
