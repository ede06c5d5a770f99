// Vectors and bytes behind the JSON of a call: found where the JSON says, never outside.

#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine_arguments.h"
#include "support/engine_calls.h"

using namespace loci;
using namespace loci::test;
using namespace std::literals;

namespace {

std::string with_attachments(const std::string& json, std::string_view bytes) {
  return json + '\0' + std::string(bytes);
}

std::string bytes_of(const std::vector<float>& numbers) {
  return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
}

/// Reads the field `x` of the only argument by `read`, and expects it to be all there is.
template <typename Read>
auto read_x(const std::string& text, Read read) {
  auto arguments = Arguments::parse(text, "fields");
  REQUIRE(arguments.ok());
  auto fields = arguments.value().object(0);
  REQUIRE(fields.ok());
  auto value = read(fields.value());
  return std::pair(value, fields.value().finish());
}

std::optional<std::vector<float>> vector_x(const std::string& text) {
  const auto [vector, status] = read_x(text, [](Fields& fields) { return fields.vector("x"); });
  CHECK(status.ok());  // whatever it is, it is judged as a vector
  return vector;
}

/// The bytes as text, or the message.
std::string bytes_x(const std::string& text) {
  const auto [bytes, status] = read_x(text, [](Fields& fields) { return fields.bytes("x"); });
  if (!status.ok()) return status.error().message;
  return bytes ? std::string(*bytes) : "none";
}

// No attachment of a text that has 8 bytes of them.
const char* const kNoAttachments[] = {R"({"at":5,"bytes":4})",
                                      R"({"at":8,"bytes":1})",
                                      R"({"at":9,"bytes":0})",
                                      R"({"at":-1,"bytes":4})",
                                      R"({"at":0,"bytes":-4})",
                                      R"({"at":0.5,"bytes":4})",
                                      R"({"at":0})",
                                      R"({"bytes":4})",
                                      R"({"at":0,"bytes":4,"more":0})",
                                      R"({"at":"0","bytes":4})",
                                      R"({"at":0,"bytes":null})",
                                      R"({"at":0,"bytes":9223372036854775807})",
                                      R"({"at":9223372036854775807,"bytes":9223372036854775807})",
                                      R"({"at":18446744073709551615,"bytes":4})",
                                      R"({"at":1,"bytes":18446744073709551615})",
                                      R"({"at":4294967296,"bytes":4})",
                                      R"({"at":0,"bytes":4294967300})",
                                      R"({"at":1e300,"bytes":1e300})",
                                      "{}",
                                      "false",
                                      "true",
                                      "[1,2]",
                                      "[]",
                                      R"("AAAA")",
                                      "5"};

}  // namespace

TEST_CASE("a vector is the floats that the JSON points at") {
  const std::string bytes = bytes_of({1.5f, -2.25f, 1e-30f, 3.0f});
  const auto at = [&](const std::string& place) {
    return vector_x(with_attachments("[{\"x\":" + place + "}]", bytes));
  };
  CHECK(at(R"({"at":0,"bytes":16})") == std::vector<float>{1.5f, -2.25f, 1e-30f, 3.0f});
  CHECK(at(R"({"at":4,"bytes":8})") == std::vector<float>{-2.25f, 1e-30f});
  CHECK(at(R"({"at":12.0,"bytes":4})") == std::vector<float>{3.0f});
  CHECK(at("null") == std::nullopt);
  CHECK(vector_x("[{}]") == std::nullopt);
}

TEST_CASE("a vector may stand at any byte and hold any bits") {
  const float strange[] = {std::numeric_limits<float>::quiet_NaN(),
                           -std::numeric_limits<float>::infinity(), -0.0f};
  std::string bytes = "abc";
  bytes.append(reinterpret_cast<const char*>(strange), sizeof strange);
  const auto read = vector_x(with_attachments(R"([{"x":{"at":3,"bytes":12}}])", bytes));
  REQUIRE(read->size() == 3);
  CHECK(std::memcmp(read->data(), strange, sizeof strange) == 0);
}

TEST_CASE("what is no attachment of whole floats is an empty vector") {
  const std::string bytes = bytes_of({1.0f, 2.0f});
  const auto reads_empty = [&](const std::string& place) {
    const auto vector = vector_x(with_attachments("[{\"x\":" + place + "}]", bytes));
    return vector && vector->empty();
  };
  for (const char* place : kNoAttachments) {
    INFO(place);
    CHECK(reads_empty(place));
  }
  for (const char* place : {R"({"at":0,"bytes":0})", R"({"at":8,"bytes":0})",
                            R"({"at":0,"bytes":3})", R"({"at":1,"bytes":6})"}) {
    INFO(place);
    CHECK(reads_empty(place));
  }
  CHECK(vector_x(R"([{"x":{"at":0,"bytes":4}}])")->empty());  // nothing is attached
}

TEST_CASE("bytes are those that the JSON points at, the caller's own") {
  const std::string text = with_attachments(R"([{"x":{"at":1,"bytes":3}}])", "[{\0x"sv);
  CHECK(bytes_x(text) == "{\0x"s);
  CHECK(bytes_x(with_attachments(R"([{"x":{"at":2,"bytes":0}}])", "ab")) == "");
  CHECK(bytes_x(R"([{"x":{"at":0,"bytes":0}}])") == "");
  CHECK(bytes_x(R"([{"x":null}])") == "none");
  CHECK(bytes_x("[{}]") == "none");
  const auto [view, status] = read_x(text, [](Fields& fields) { return fields.bytes("x"); });
  REQUIRE(view);
  CHECK(view->data() == text.data() + text.size() - 3);
}

TEST_CASE("what is no attachment is refused where bytes are wanted") {
  for (const char* place : kNoAttachments) {
    INFO(place);
    const std::string message =
        bytes_x(with_attachments("[{\"x\":" + std::string(place) + "}]", "12345678"));
    CHECK(message.starts_with("fields.x must be a Uint8Array, not "));
  }
}

TEST_CASE("objects inside objects and lists have the same attachments") {
  const std::string text =
      with_attachments(R"([[{"deep":{"x":{"at":0,"bytes":4}}}]])", bytes_of({7.0f}));
  auto arguments = Arguments::parse(text, "list");
  REQUIRE(arguments.ok());
  auto list = arguments.value().objects(0, 0);
  REQUIRE(list.ok());
  auto deep = list.value()[0].object("deep");
  CHECK(deep->vector("x") == std::vector<float>{7.0f});
  const std::string attached = with_attachments(R"([{"x":{"at":0,"bytes":2}}])", "ab");
  auto options = Arguments::parse(attached, "o");
  CHECK(options.value().options(0).value().bytes("x") == "ab");
}

TEST_CASE("the JSON before the attachments is judged as ever") {
  const auto engine = open_engine();
  for (const char* bad : {"", "[", "[\"x\"", "[\"\xff\"]", "{}", "['x']", "[\"x\"] 0"}) {
    for (const char* attached : {"", "\"]", "[\"x\"]", "]"}) {
      INFO(bad << " + " << attached);
      CHECK(refusal(*engine, &Engine::tokenize, with_attachments(bad, attached))
                .starts_with("invalid_argument"));
    }
  }
  for (const char* attached : {"", "\xff", "[[[[", "\"]"}) {
    CHECK(call_with(*engine, &Engine::tokenize, with_attachments("[\"apple\"]", attached)) ==
          json::array({"apple"}));
  }
  CHECK(call_with(*engine, &Engine::tokenize, with_attachments("[\"apple\"]", "a\0b"sv)) ==
        json::array({"apple"}));
}

TEST_CASE("a place of attachments is an object like any other to fields that take none") {
  const auto engine = open_engine();
  CHECK(refusal(*engine, &Engine::tokenize, with_attachments(R"([{"at":0,"bytes":1}])", "a")) ==
        "invalid_argument: text must be a string, not an object");
  json item = item_json("n", "a", "x");
  item["metadata"] = {{"at", 0}, {"bytes", 4}};
  call_with(*engine, &Engine::add, with_attachments(argument_list({item}), "1234"));
  CHECK(call(*engine, &Engine::get, {"n", "a"})["metadata"] == item["metadata"]);
}
