#include "base/metadata.h"

#include <catch_amalgamated.hpp>
#include <string>

namespace loci {
namespace {

/// "code: field" of the error that `result` must be.
std::string failure(const Result<std::string>& result) {
  REQUIRE(!result.ok());
  const Error& error = result.error();
  return std::string(name_of(error.code)) + ": " + error.message.substr(0, error.message.find(':'));
}

TEST_CASE("metadata is a JSON object, kept compact with sorted keys") {
  CHECK(normalize_metadata(" { \"b\" : [1, 2.50] , \"a\":null } ").value() ==
        R"({"a":null,"b":[1,2.5]})");
  CHECK(normalize_metadata("{}").value() == "{}");
  for (const char* bad : {"", "5", "[]", "null", "{", "{\"a\":1}x", "{\"a\":1e999}", "{'a':1}"}) {
    INFO(bad);
    CHECK(failure(normalize_metadata(bad)) == "invalid_argument: metadata");
  }
}

TEST_CASE("normalised metadata stays as it is") {
  const std::string once =
      normalize_metadata(
          R"({"__proto__":1e21,"z":"\u2028\u003e","a":-0.0,"n":18446744073709551616})")
          .value();
  CHECK(normalize_metadata(once).value() == once);
}

TEST_CASE("metadata has at most 1 MiB and nests at most 64 deep") {
  const auto text = [](size_t bytes) { return "{\"a\":\"" + std::string(bytes - 8, 'x') + "\"}"; };
  CHECK(normalize_metadata(text(kMaxMetadataBytes)).ok());
  CHECK(failure(normalize_metadata(text(kMaxMetadataBytes + 1))) == "too_large: metadata");
  const auto nested = [](size_t depth) {
    return "{\"a\":" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  CHECK(normalize_metadata(nested(64)).ok());
  CHECK(failure(normalize_metadata(nested(65))) == "invalid_argument: metadata");
  CHECK(failure(normalize_metadata("{\"a\":" + std::string(1 << 20, '['))) ==
        "invalid_argument: metadata");
}

TEST_CASE("json_depth counts brackets outside of strings") {
  CHECK(json_depth("5") == 0);
  CHECK(json_depth("{\"a\":[]}") == 2);
  CHECK(json_depth("[[],[[]]]") == 3);
  CHECK(json_depth(R"(["[[[\"[[[", "\\", []])") == 2);
  CHECK(json_depth("]]]][") == 1);
  CHECK(json_depth("\"\\") == 0);
}

}  // namespace
}  // namespace loci
