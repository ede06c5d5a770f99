#include "base/json_writer.h"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "base/utf8.h"
#include "support/json_text.h"

using namespace loci;
using nlohmann::json;

namespace {

json read(std::string text) {
  json value = json::parse(text, nullptr, false);
  INFO(text);
  REQUIRE_FALSE(value.is_discarded());
  return value;
}

/// Writes any JSON value, its objects in the order of their keys.
void write(JsonWriter& out, const json& value) {
  if (value.is_object()) {
    out.begin_object();
    for (const auto& [key, element] : value.items()) {
      out.key(key);
      write(out, element);
    }
    out.end_object();
  } else if (value.is_array()) {
    out.begin_array();
    for (const json& element : value) write(out, element);
    out.end_array();
  } else if (value.is_string()) {
    out.text(value.get<std::string>());
  } else if (value.is_boolean()) {
    out.flag(value.get<bool>());
  } else if (value.is_null()) {
    out.null();
  } else if (value.is_number_float()) {
    out.number(value.get<double>());
  } else {
    out.integer(value.get<int64_t>());
  }
}

json random_value(std::mt19937& random, int depth) {
  switch (random() % (depth > 0 ? 8 : 6)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<int64_t>(random()) - (int64_t{1} << 31);
    case 3:
      return std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 100);
    case 4:
    case 5: {
      std::string text;
      for (uint32_t i = random() % 6; i > 0; --i) {
        utf8::append(
            text, static_cast<char32_t>(random() % 3 == 0 ? random() % 128 : random() % 0x11000));
      }
      return text;
    }
    case 6: {
      json array = json::array();
      for (uint32_t i = random() % 4; i > 0; --i) array.push_back(random_value(random, depth - 1));
      return array;
    }
    default: {
      json object = json::object();
      for (uint32_t i = random() % 4; i > 0; --i) {
        object["k" + std::to_string(i)] = random_value(random, depth - 1);
      }
      return object;
    }
  }
}

}  // namespace

TEST_CASE("values are written front to back, with commas where they belong") {
  JsonWriter out;
  out.begin_object().key("a").begin_array().integer(1).flag(true).null().end_array();
  out.key("b").begin_object().end_object().key("c").text("x").key("d").raw("[2]").end_object();
  CHECK(out.take() == R"({"a":[1,true,null],"b":{},"c":"x","d":[2]})");
}

TEST_CASE("a field by one call is a key and a value") {
  JsonWriter out;
  out.begin_object().begin_object("a").text("b", "x").end_object().begin_array("c").end_array();
  out.text("d", std::string("y")).text("e", std::string_view("\"")).number("f", 0.5);
  out.integer("g", -1).flag("h", false).null("i").raw("j", "[2]").end_object();
  CHECK(out.take() ==
        R"({"a":{"b":"x"},"c":[],"d":"y","e":"\"","f":0.5,"g":-1,"h":false,"i":null,"j":[2]})");
}

TEST_CASE("every text is read back as it was") {
  for (char32_t c = 0; c < 0x3000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text = "a";
    utf8::append(text, c);
    JsonWriter out;
    REQUIRE(read(out.begin_array().text(text).end_array().take())[0] == text);
  }
  JsonWriter out;
  CHECK(out.text("\"\\\n\r\t\b\x1f\x7f/\u2028").take() ==
        "\"\\\"\\\\\\n\\r\\t\\b\\u001f\x7f/\u2028\"");
}

TEST_CASE("every number is read back as it was, and what is none is null") {
  for (const double number : {0.0, -0.0, 0.1, 1e300, -5e-324, 1.0 / 3, 123456789.125}) {
    JsonWriter out;
    CHECK(read(out.begin_array().number(number).end_array().take())[0].get<double>() == number);
  }
  for (const double number : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    JsonWriter out;
    CHECK(out.number(number).take() == "null");
  }
  JsonWriter out;
  CHECK(out.integer(std::numeric_limits<int64_t>::min()).take() == "-9223372036854775808");
}

TEST_CASE("any value is read back as it was") {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const json value = random_value(random, 4);
    JsonWriter out;
    write(out, value);
    REQUIRE(read(out.take()) == value);
  }
}
