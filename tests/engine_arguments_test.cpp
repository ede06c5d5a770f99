// Every argument is checked: what is refused, under which name, and that nothing has changed then.

#include "engine_arguments.h"

#include <catch_amalgamated.hpp>

#include "support/engine_calls.h"

using namespace loci;
using namespace loci::test;

namespace {

const std::string kBadCounts[] = {"-1", "1.5",  "\"5\"", "true", "[]",
                                  "{}", "-0.5", "1e-5",  "[1]",  "-1e300"};
const std::string kBadTexts[] = {"5", "true", "[]", "{}", "1.5", "null"};

void require_refused(Engine& engine, Method method, const std::string& arguments,
                     const std::string& named) {
  const std::string message = refusal(engine, method, arguments);
  INFO(arguments << " gave " << message);
  CHECK(message.starts_with("invalid_argument: "));
  CHECK(message.find(named) != message.npos);
}

/// An item with one field of that JSON.
std::string item_with(const std::string& field, const std::string& value) {
  json item = item_json("n", "a", "x");
  item[field] = json::parse(value);
  return argument_list({item});
}

}  // namespace

TEST_CASE("a count is an integer of any size, and nothing else") {
  const auto engine = open_engine();
  add(*engine, "n", "a", "apple");
  for (const std::string& bad : kBadCounts) {
    for (const char* option : {"limit", "budgetTokens"}) {
      require_refused(*engine, &Engine::retrieve,
                      "[\"apple\",{\"" + std::string(option) + "\":" + bad + "}]", option);
    }
    require_refused(*engine, &Engine::items, "[{\"limit\":" + bad + "}]", "limit");
    require_refused(*engine, &Engine::items, "[{\"offset\":" + bad + "}]", "offset");
    require_refused(*engine, &Engine::journal, "[{\"since\":" + bad + "}]", "since");
    require_refused(*engine, &Engine::compact, "[{\"keepJournal\":" + bad + "}]", "keepJournal");
  }
  for (const char* good : {"0", "1", "5.0", "1e3", "2147483648", "9007199254740992", "1e300",
                           "18446744073709551615", "123456789012345678901234567890"}) {
    call(*engine, &Engine::retrieve, {"apple", {{"limit", json::parse(good)}}});
    call(*engine, &Engine::retrieve, {"apple", {{"budgetTokens", json::parse(good)}}});
    call(*engine, &Engine::items, {{{"offset", json::parse(good)}}});
    call(*engine, &Engine::journal, {{{"since", json::parse(good)}}});
    call(*engine, &Engine::compact, {{{"keepJournal", json::parse(good)}}});
  }
}

TEST_CASE("a weight is a number from 0 to 1, and nothing else") {
  const auto engine = open_engine();
  add(*engine, "n", "a", "apple");
  for (const char* bad : {"-0.1", "-1e-300", "1.0000000000000002", "2", "1e300", "\"0.5\"", "true",
                          "null", "[]", "{}"}) {
    require_refused(*engine, &Engine::retrieve,
                    "[\"apple\",{\"fusionWeight\":" + std::string(bad) + "}]", "fusionWeight");
  }
  for (const char* good : {"0", "1", "0.5", "1e-320", "1.0", "0.9999999999999999"}) {
    call(*engine, &Engine::retrieve, {"apple", {{"fusionWeight", json::parse(good)}}});
  }
}

TEST_CASE("a limit above the most that one call gives is cut, with a warning") {
  const auto engine = open_engine();
  for (const char* limit : {"1001", "2147483648", "1e300"}) {
    const json found = call(*engine, &Engine::retrieve, {"x", {{"limit", json::parse(limit)}}});
    REQUIRE(found["warnings"].size() == 1);
    CHECK(found["warnings"][0]["code"] == "limit_clamped");
  }
  CHECK(call(*engine, &Engine::retrieve, {"x", {{"limit", 1000}}})["warnings"].empty());
}

TEST_CASE("a text is a string") {
  const auto engine = open_engine();
  for (const std::string& bad : kBadTexts) {
    for (const Method method : {&Engine::tokenize, &Engine::est_tokens, &Engine::parse_links}) {
      require_refused(*engine, method, "[" + bad + "]", "text must be a string");
    }
    require_refused(*engine, &Engine::retrieve, "[" + bad + "]", "query");
    for (const Method method : {&Engine::get, &Engine::remove}) {
      require_refused(*engine, method, "[" + bad + ",\"n\"]", "category");
      require_refused(*engine, method, "[\"c\"," + bad + "]", "name");
    }
    for (const char* field : {"category", "name", "content"}) {
      require_refused(*engine, &Engine::add, item_with(field, bad), field);
    }
    if (bad == "null") continue;
    for (const char* field : {"owner", "sourceConv", "ts"}) {
      require_refused(*engine, &Engine::add, item_with(field, bad), field);
    }
  }
  require_refused(*engine, &Engine::retrieve, "[]", "query");
}

TEST_CASE("other options have their types too") {
  const auto engine = open_engine();
  for (const char* bad : {"1", "\"yes\"", "null", "[]"}) {
    for (const char* option : {"expandLinks", "explain"}) {
      require_refused(*engine, &Engine::retrieve,
                      "[\"x\",{\"" + std::string(option) + "\":" + bad + "}]", option);
    }
    require_refused(*engine, &Engine::tokenize, "[\"x\",{\"kinds\":" + std::string(bad) + "}]",
                    "kinds");
  }
  for (const char* bad : {"1", "\"n\"", "[1]", "[null]", "{}"}) {
    require_refused(*engine, &Engine::retrieve, "[\"x\",{\"categories\":" + std::string(bad) + "}]",
                    "categories");
  }
  for (const char* bad : {"1", "\"yesterday\"", "\"2024-02-30\"", "\"\"", "[]"}) {
    for (const char* option : {"since", "before"}) {
      require_refused(*engine, &Engine::retrieve,
                      "[\"x\",{\"" + std::string(option) + "\":" + bad + "}]", option);
    }
  }
}

TEST_CASE("an unknown option or a further argument is refused by name") {
  const auto engine = open_engine();
  require_refused(*engine, &Engine::retrieve, R"(["x",{"limt":5}])", "limt");
  require_refused(*engine, &Engine::retrieve, R"(["x",{"vector":[1,2]}])", "vector");
  require_refused(*engine, &Engine::retrieve, R"(["x",{"__proto__":{}}])", "__proto__");
  require_refused(*engine, &Engine::add, item_with("constructor", "1"), "item.constructor");
  require_refused(*engine, &Engine::add, item_with("sequence", R"({"id":"s","position":1,"x":1})"),
                  "item.sequence.x");
  for (const Method method :
       {&Engine::categories, &Engine::revision, &Engine::status, &Engine::check, &Engine::rebuild,
        &Engine::flush, &Engine::export_markdown}) {
    require_refused(*engine, method, "[1]", "too many arguments");
  }
  require_refused(*engine, &Engine::retrieve, R"(["x",{},1])", "too many arguments");
}

TEST_CASE("options and items are objects") {
  const auto engine = open_engine();
  for (const char* bad : {"1", "\"x\"", "true", "[]"}) {
    require_refused(*engine, &Engine::retrieve, "[\"x\"," + std::string(bad) + "]", "options");
    require_refused(*engine, &Engine::items, "[" + std::string(bad) + "]", "options");
    require_refused(*engine, &Engine::add, "[" + std::string(bad) + "]", "item");
    require_refused(*engine, &Engine::add, item_with("metadata", bad), "metadata");
    require_refused(*engine, &Engine::add, item_with("sequence", bad), "sequence");
  }
  require_refused(*engine, &Engine::add, "[]", "item");
}

TEST_CASE("a sequence has an id and a position") {
  const auto engine = open_engine();
  for (const char* bad : {"{}", R"({"id":"s"})", R"({"position":1})", R"({"id":"s","position":-1})",
                          R"({"id":"s","position":1.5})", R"({"id":"s","position":"1"})",
                          R"({"id":"s","position":9007199254740992})", R"({"id":"","position":1})",
                          R"({"id":"s","position":null})"}) {
    require_refused(*engine, &Engine::add, item_with("sequence", bad), "sequence");
  }
}

TEST_CASE("what breaks a rule of the fields is refused, and nothing is kept of it") {
  const auto engine = open_engine();
  const std::pair<const char*, const char*> cases[] = {
      {"category", R"("A")"}, {"category", R"("")"},     {"category", R"("-a")"},
      {"name", R"("")"},      {"name", R"("a[b")"},      {"name", R"("a\u0000b")"},
      {"ts", R"("soon")"},    {"ts", R"("2024-13-01")"},
  };
  for (const auto& [field, value] : cases) {
    require_refused(*engine, &Engine::add, item_with(field, value), field);
  }
  const std::string long_text = "\"" + std::string(513, 'a') + "\"";
  for (const char* field : {"category", "name"}) {
    CHECK(refusal(*engine, &Engine::add, item_with(field, long_text)).starts_with("too_large"));
  }
  CHECK(call(*engine, &Engine::revision) == 0);
}

TEST_CASE("arguments that are no JSON array of UTF-8 are refused") {
  const auto engine = open_engine();
  for (const char* bad : {"", "{}", "null", "[", "[\"x\"", "[\"\xff\"]", "[\"\\ud83d\"]", "[NaN]",
                          "[1e999]", "[\"x\"] []", "[\"x\",]", "['x']"}) {
    require_refused(*engine, &Engine::tokenize, bad, "");
    require_refused(*engine, &Engine::add, bad, "");
  }
}

TEST_CASE("arguments may nest as deep as metadata may, and no deeper") {
  const auto engine = open_engine();
  const auto nested = [](int depth) {
    return item_with("metadata",
                     "{\"a\":" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}");
  };
  call_with(*engine, &Engine::add, nested(64));
  require_refused(*engine, &Engine::add, nested(65), "deep");
  for (const char* bracket : {"[", "{\"a\":"}) {
    std::string deep;
    for (int i = 0; i < 200'000; ++i) deep += bracket;
    require_refused(*engine, &Engine::add, deep, "nests deeper");
  }
}

TEST_CASE("each element of a batch is numbered from where the batch stands") {
  const auto engine = open_engine();
  for (const char* first : {"0", "7", "9223372036854775807"}) {
    call(*engine, &Engine::begin_batch);
    const std::string message = refusal(
        *engine, &Engine::add_batch,
        "[[{\"category\":\"n\",\"name\":\"a\",\"content\":\"\"},5]," + std::string(first) + "]");
    CHECK(message.starts_with("invalid_argument: items["));
  }
  call(*engine, &Engine::begin_batch);
  require_refused(*engine, &Engine::add_batch,
                  R"([[{"category":"n","name":"a","content":"","sequence":{"id":"s"}}],1])",
                  "items[1].sequence.position must be an integer >= 0, and is missing");
  for (const char* bad : {"[5,0]", "[null,0]", "[{},0]", "[[],-1]", "[[],\"0\"]"}) {
    call(*engine, &Engine::begin_batch);
    require_refused(*engine, &Engine::add_batch, bad, "");
  }
}

TEST_CASE("a message shows the wrong value, a long text by its start") {
  const auto engine = open_engine();
  require_refused(*engine, &Engine::retrieve, R"(["x",{"limit":"five"}])",
                  "limit must be an integer >= 0, not 'five'");
  require_refused(*engine, &Engine::retrieve, R"(["x","y"])", "options must be an object, not 'y'");
  require_refused(*engine, &Engine::add, item_with("metadata", "[1]"), "not an array");
  const std::string forty(40, 'a');
  require_refused(*engine, &Engine::add, "[\"" + forty + "\"]", "not '" + forty + "'");
  require_refused(*engine, &Engine::add, "[\"" + forty + "b\"]", "not '" + forty + "…'");
  require_refused(*engine, &Engine::add, "[\"" + forty.substr(2) + "京都\"]",
                  "not '" + forty.substr(2) + "…'");
}

TEST_CASE("a moment of a wrong type says what a moment is") {
  const auto engine = open_engine();
  require_refused(*engine, &Engine::add, item_with("ts", "1795998636814"),
                  "item.ts must be an ISO 8601 string or a Date, not 1795998636814");
  require_refused(*engine, &Engine::retrieve, R"(["x",{"since":5}])",
                  "since must be an ISO 8601 string or a Date, not 5");
}

TEST_CASE("null is absence for options whose default it is, and for no other") {
  const auto engine = open_engine();
  for (const char* option : {"budgetTokens", "categories", "since", "before"}) {
    call(*engine, &Engine::retrieve, {"x", {{option, nullptr}}});
  }
  require_refused(*engine, &Engine::retrieve, R"(["x",{"limit":null}])", "limit");
}

TEST_CASE("the options of opening are checked") {
  for (const char* bad :
       {R"([{"profile":"other"}])", R"([{"profile":null}])", R"([{"durability":1}])",
        R"([{"readOnly":"yes"}])", R"([{"seed":-1}])", R"([{"unknown":1}])", "[5]", "5", ""}) {
    INFO(bad);
    const auto opened = Engine::open(std::make_unique<MemoryHost>(), bad);
    REQUIRE_FALSE(opened.ok());
    CHECK(opened.error().code == ErrorCode::kInvalidArgument);
  }
  const auto opened = Engine::open(std::make_unique<MemoryHost>(), R"([{"profile":"fast"}])");
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().message == "profile must be one of 'default' 'reference', not 'fast'");
}
