#include "base/json.h"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

using nlohmann::json;

namespace {

json generated(std::mt19937& random, int depth) {
  switch (random() % (depth > 4 ? 6 : 8)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<int64_t>(random()) - 2'000'000'000;
    case 3:
      return random();
    case 4:
      return std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 100);
    case 5:
      return "text " + std::to_string(random() % 100) + " é\n\"\\";
    case 6: {
      json array = json::array();
      for (auto n = random() % 4; n > 0; --n) array.push_back(generated(random, depth + 1));
      return array;
    }
    default: {
      json object = json::object();
      for (auto n = random() % 4; n > 0; --n) {
        object["k" + std::to_string(random() % 9)] = generated(random, depth + 1);
      }
      return object;
    }
  }
}

}  // namespace

TEST_CASE("parse_json gives what the library's own parse gives, for valid and for broken texts") {
  std::mt19937 random(6);
  for (int i = 0; i < 3000; ++i) {
    std::string text = generated(random, 0).dump();
    if (i % 3 == 0 && !text.empty())
      text[random() % text.size()] = static_cast<char>(random() % 128);
    const json expected = json::parse(text, nullptr, false);
    const json actual = loci::parse_json(text);
    REQUIRE(actual.is_discarded() == expected.is_discarded());
    if (!expected.is_discarded()) REQUIRE(actual == expected);
  }
}

TEST_CASE("of a key that comes twice the last counts, and odd keys are keys") {
  REQUIRE(loci::parse_json(R"({"a":1,"a":[2]})") == json({{"a", {2}}}));
  REQUIRE(loci::parse_json(R"({"__proto__":{},"":null})").size() == 2);
}

TEST_CASE("deep nesting needs no stack to parse") {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  REQUIRE(loci::parse_json(deep).is_array());
}

TEST_CASE("dump_json writes what the library's own dump writes") {
  std::mt19937 random(8);
  for (int i = 0; i < 2000; ++i) {
    const json value = generated(random, 0);
    REQUIRE(loci::dump_json(value) == value.dump());
  }
  std::string controls;
  for (int c = 0; c < 0x80; ++c) controls.push_back(static_cast<char>(c));
  const json odd = {{controls, controls},
                    {"largest", UINT64_MAX},
                    {"least", INT64_MIN},
                    {"numbers", {1.0, -0.0, 1e300, 5e-324, 0.1, 123456789012345680.0}},
                    {"none", {json::array(), json::object(), nullptr, false}}};
  REQUIRE(loci::dump_json(odd) == odd.dump());
}

TEST_CASE("dump_json is compact, sorted and repairs bytes") {
  REQUIRE(loci::dump_json(json::parse(R"({"b" : 1, "a" : [true , null]})")) ==
          R"({"a":[true,null],"b":1})");
  REQUIRE(loci::dump_json(json("\xff")) == "\"\xef\xbf\xbd\"");
}
