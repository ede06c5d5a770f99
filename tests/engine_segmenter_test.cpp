// A memory with a dictionary: the option, loading, what the index holds then, and warnings.

#include <catch_amalgamated.hpp>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine.h"
#include "store/memory_host.h"

using namespace loci;
using nlohmann::json;

namespace {

constexpr int64_t kNow = 1'700'000'000'000;
constexpr char kWords[] = "南京 20\n南京市 9\n长江 9\n大桥 9\n长江大桥 9\n建成 9\n";

using File = std::pair<const char*, std::string>;

/// `arguments` with the files attached to the object `dictionary` in it.
std::string attached(json object, std::initializer_list<File> files, bool nested) {
  std::string bytes;
  json& dictionary = nested ? object["dictionary"] : object;
  for (const auto& [name, content] : files) {
    dictionary[name] = {{"at", bytes.size()}, {"bytes", content.size()}};
    bytes += content;
  }
  return json::array({object}).dump() + '\0' + bytes;
}

std::unique_ptr<Engine> open(json options, std::initializer_list<File> files = {}) {
  const bool given = files.size() > 0;
  auto engine = Engine::open(std::make_unique<MemoryHost>(), given ? attached(options, files, true)
                                                                   : json::array({options}).dump());
  REQUIRE(engine.ok());
  return std::move(engine.value());
}

json value_of(const Reply& reply) {
  REQUIRE(reply.ok());
  return json::parse(reply.value());
}

json load(Engine& engine, std::initializer_list<File> files) {
  return value_of(engine.load_segmenter(attached(json::object(), files, false), kNow));
}

json status(Engine& engine) { return value_of(engine.status("[]", kNow)); }

std::string terms_of(Engine& engine, const std::string& text) {
  std::string terms;
  for (const auto& term : value_of(engine.tokenize(json::array({text}).dump(), kNow))) {
    terms += (terms.empty() ? "" : " ") + term.get<std::string>();
  }
  return terms;
}

json retrieve(Engine& engine, const std::string& query) {
  return value_of(engine.retrieve(json::array({query, {{"explain", true}}}).dump(), kNow));
}

void add(Engine& engine, const std::string& name, const std::string& content) {
  const json item = {{"category", "notes"}, {"name", name}, {"content", content}};
  REQUIRE(engine.add(json::array({item}).dump(), kNow).ok());
}

std::string codes_of(const json& reply) {
  std::string codes;
  for (const auto& warning : reply["warnings"]) codes += warning["code"].get<std::string>() + " ";
  return codes;
}

}  // namespace

TEST_CASE("a dictionary at open cuts texts from the first on") {
  const auto engine = open({{"profile", "reference"}}, {{"words", kWords}});
  CHECK(status(*engine)["segmenter"] == "jieba");
  CHECK(codes_of(status(*engine)).empty());
  CHECK(terms_of(*engine, "南京市长江大桥建成") == "南京市 长江大桥 建成");
}

TEST_CASE("a dictionary that comes later builds the index anew") {
  const auto engine = open({{"profile", "reference"}});
  add(*engine, "bridge", "南京市长江大桥建成");
  CHECK(retrieve(*engine, "长江大桥")["items"][0]["matchedTerms"].size() == 3);
  const json loaded = load(*engine, {{"words", kWords}, {"user", "市长 3\n"}});
  CHECK(loaded ==
        json{{"segmenter", "jieba"}, {"words", 7}, {"skipped", 0}, {"warnings", json::array()}});
  CHECK(retrieve(*engine, "长江大桥")["items"][0]["matchedTerms"] == json{"长江大桥"});
  CHECK(retrieve(*engine, "长江")["items"].empty());  // in the reference words stand alone
  CHECK(load(*engine, {{"words", "甲乙 1\n"}})["words"] == 1);
  CHECK(terms_of(*engine, "甲乙长江") == "甲乙 长 江");
}

TEST_CASE("by default a dictionary adds words and takes no bigram away") {
  const auto engine = open(json::object(), {{"words", kWords}});
  add(*engine, "bridge", "南京市长江大桥建成");
  for (const char* query : {"长江", "南京", "大桥长江", "京市", "南京市长江大桥"}) {
    CHECK(retrieve(*engine, query)["items"].size() == 1);
  }
  CHECK(retrieve(*engine, "长江大桥")["items"][0]["matchedTerms"].size() == 4);
}

TEST_CASE("the option decides whether a dictionary is used") {
  const auto bigram = open({{"segmenter", "bigram"}}, {{"words", kWords}});
  CHECK(status(*bigram)["segmenter"] == "bigram");
  CHECK(codes_of(status(*bigram)).empty());
  CHECK(terms_of(*bigram, "长江大桥") == "长江 江大 大桥");
  CHECK(load(*bigram, {{"words", kWords}})["segmenter"] == "bigram");
  CHECK(terms_of(*bigram, "长江大桥") == "长江 江大 大桥");
  const auto jieba = open({{"segmenter", "jieba"}}, {{"words", kWords}});
  CHECK(status(*jieba)["segmenter"] == "jieba");
  CHECK(terms_of(*jieba, "长江大桥") == "长江大桥 长江 江大 大桥");
}

TEST_CASE("without a dictionary bigrams serve, with a warning where words were wanted") {
  const auto automatic = open({{"segmenter", "auto"}});
  CHECK(status(*automatic)["segmenter"] == "bigram");
  CHECK(codes_of(status(*automatic)).empty());
  const auto jieba = open({{"segmenter", "jieba"}});
  add(*jieba, "bridge", "长江大桥");
  CHECK(status(*jieba)["segmenter"] == "bigram");
  CHECK(codes_of(status(*jieba)) == "no_dictionary ");
  CHECK(codes_of(retrieve(*jieba, "长江")) == "no_dictionary ");
  CHECK(retrieve(*jieba, "长江")["items"].size() == 1);
  CHECK(codes_of(load(*jieba, {{"words", kWords}})).empty());
  CHECK(codes_of(retrieve(*jieba, "长江")).empty());
}

TEST_CASE("a dictionary without a word leaves bigrams, with a warning") {
  for (const char* words : {"", "no frequency\n"}) {
    const auto engine = open(json::object(), {{"words", words}});
    CHECK(status(*engine)["segmenter"] == "bigram");
    CHECK(codes_of(status(*engine)).starts_with("no_dictionary "));
    CHECK(terms_of(*engine, "长江大桥") == "长江 江大 大桥");
  }
  const auto engine = open(json::object(), {{"words", kWords}});
  add(*engine, "bridge", "长江大桥");
  CHECK(load(*engine, {{"words", ""}})["segmenter"] == "bigram");
  CHECK(retrieve(*engine, "大桥")["items"][0]["matchedTerms"] == json{"大桥"});
}

TEST_CASE("skipped lines are counted and told") {
  const auto engine = open(json::object(), {{"words", "小程序 100\nbad\n"}, {"user", "x y z w\n"}});
  CHECK(codes_of(status(*engine)) == "lines_skipped ");
  CHECK(status(*engine)["warnings"][0]["message"].get<std::string>().starts_with("2 lines"));
  const json loaded = load(*engine, {{"words", "小程序 100\nbad\n"}});
  CHECK(loaded["words"] == 1);
  CHECK(loaded["skipped"] == 1);
  CHECK(loaded["warnings"][0]["message"].get<std::string>().starts_with("1 line of"));
  CHECK(codes_of(loaded) == "lines_skipped ");
  CHECK(terms_of(*engine, "小程序") == "小程序 小程 程序");
}

TEST_CASE("what is no dictionary is refused, and nothing changes") {
  const auto engine = open(json::object(), {{"words", kWords}});
  const auto message = [&](const std::string& arguments) {
    const Reply reply = engine->load_segmenter(arguments, kNow);
    REQUIRE_FALSE(reply.ok());
    CHECK(reply.error().code == ErrorCode::kInvalidArgument);
    return reply.error().message;
  };
  CHECK(message(attached(json::object(), {{"words", ""}, {"hmm", "x"}}, false)) ==
        "dictionary.hmm is no model of jieba's: line 1 is missing or cannot be read");
  CHECK(message("[{}]") == "dictionary.words must be a Uint8Array");
  CHECK(message("[]").starts_with("dictionary must be an object"));
  CHECK(message("[{\"words\": \"x 1\"}]").starts_with("dictionary.words must be a Uint8Array"));
  CHECK(message(attached({{"idf", 1}}, {{"words", ""}}, false)).starts_with("dictionary.idf"));
  CHECK(terms_of(*engine, "长江大桥") == "长江大桥 长江 江大 大桥");
  const auto refused = Engine::open(std::make_unique<MemoryHost>(), "[{\"segmenter\": \"mmseg\"}]");
  CHECK(refused.error().message.starts_with("segmenter must be one of"));
  const auto unopened = Engine::open(std::make_unique<MemoryHost>(),
                                     attached(json::object(), {{"words", ""}, {"hmm", ""}}, true));
  CHECK(unopened.error().message ==
        "dictionary.hmm is no model of jieba's: line 1 is missing or cannot be read");
}
