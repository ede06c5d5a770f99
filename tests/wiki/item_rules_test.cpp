#include "wiki/item_rules.h"

#include <catch_amalgamated.hpp>
#include <string>

namespace loci {
namespace {

Item item(std::string name) {
  Item result;
  result.category = "notes";
  result.name = std::move(name);
  return result;
}

/// "code: field" of the error that `result` must be.
template <typename T>
std::string failure(Result<T> result) {
  REQUIRE(!result.ok());
  const Error& error = result.error();
  return std::string(name_of(error.code)) + ": " + error.message.substr(0, error.message.find(':'));
}

constexpr char kBadCategory[] =
    "invalid_argument: category must be made of a-z, 0-9, _ and -, and not begin with -; "
    "use a short slug and keep other words in the name";

std::string name_after(std::string_view name) {
  auto result = normalize_name(name);
  INFO(name);
  REQUIRE(result.ok());
  return result.value();
}

TEST_CASE("a category is made of lower case letters, digits, _ and -") {
  for (const char* good : {"a", "0", "_", "daily_life", "a-b", "_-"}) {
    INFO(good);
    CHECK(check_category(good).ok());
  }
  for (const char* bad : {"", "-a", "A", "a b", "a:b", "a/b", "café", "项目", "a\n", "."}) {
    INFO(bad);
    CHECK(failure(check_category(bad)) == kBadCategory);
  }
}

TEST_CASE("a category has at most 512 bytes") {
  CHECK(check_category(std::string(512, 'a')).ok());
  CHECK(failure(check_category(std::string(513, 'a'))) == "too_large: category");
}

TEST_CASE("white space in a name is collapsed and trimmed") {
  CHECK(name_after("plan") == "plan");
  CHECK(name_after("  a \t\r\n b  ") == "a b");
  CHECK(name_after("海边　计划\u00a0\u2003") == "海边 计划");
  CHECK(name_after("a\u2028b\u2029c\u0085d\x1c"
                   "e") == "a b c d e");
  CHECK(name_after("zero\u200bwidth \U0001F468\u200d\U0001F469") ==
        "zero\u200bwidth \U0001F468\u200d\U0001F469");
}

TEST_CASE("a name is not empty and holds nothing that links or headings are made of") {
  for (const char* bad : {"", "   ", "\u3000", "a[b", "a]b", "a:b", "a|b", "C#",
                          "a\x01"
                          "b",
                          "a\x7f", "a\u0080", "a\u009f"}) {
    INFO(bad);
    CHECK(failure(normalize_name(bad)) == "invalid_argument: name");
  }
  CHECK(failure(normalize_name(std::string_view("a\0b", 3))) == "invalid_argument: name");
  CHECK(name_after("［a］：｜＃") == "［a］：｜＃");
}

TEST_CASE("a name has at most 512 bytes, counted after collapsing") {
  CHECK(name_after(std::string(600, ' ') + std::string(512, 'a')).size() == 512);
  CHECK(failure(normalize_name(std::string(513, 'a'))) == "too_large: name");
}

TEST_CASE("forbidden characters of a name have twins") {
  CHECK(with_permitted_characters("[C#] a:b|c") == "［C＃］ a：b｜c");
  CHECK(with_permitted_characters(std::string_view("\0\x7f\u0081", 4)) == "\uFFFD\uFFFD\uFFFD");
  CHECK(with_permitted_characters("a\tb\u2028") == "a\tb\u2028");
}

TEST_CASE("content is trimmed like Python's str.strip and may be empty") {
  Item given = item("a");
  given.content = "\u3000\n  one\r\n\r\n two \u2028\x1f ";
  CHECK(normalize(given).value().content == "one\r\n\r\n two");
  given.content = " \u00a0 ";
  CHECK(normalize(given).value().content == "");
  given.content = "\uFEFFkept\u200b";
  CHECK(normalize(given).value().content == "\uFEFFkept\u200b");
}

TEST_CASE("content has at most 16 MiB, counted after trimming") {
  Item given = item("a");
  given.content = "  " + std::string(kMaxContentBytes, 'x') + "  ";
  CHECK(normalize(given).ok());
  given.content += 'x';
  CHECK(failure(normalize(given)) == "too_large: content");
}

TEST_CASE("ts is normalised, and an empty one left to the caller") {
  Item given = item("a");
  CHECK(normalize(given).value().ts == "");
  given.ts = "2024-03-01T00:30:00+02:00";
  CHECK(normalize(given).value().ts == "2024-02-29T22:30:00Z");
  given.ts = "yesterday";
  CHECK(failure(normalize(given)) == "invalid_argument: ts");
}

TEST_CASE("a sequence has an id and a position that JavaScript can hold") {
  Item given = item("a");
  given.sequence = Sequence{"talk", kMaxSequencePosition};
  CHECK(normalize(given).value().sequence == given.sequence);
  for (int64_t bad : {int64_t{-1}, kMaxSequencePosition + 1, INT64_MIN}) {
    given.sequence->position = bad;
    CHECK(failure(normalize(given)) == "invalid_argument: sequence.position");
  }
  given.sequence = Sequence{"", 0};
  CHECK(failure(normalize(given)) == "invalid_argument: sequence.id");
}

TEST_CASE("the other fields stay as they are") {
  Item given = item("a");
  given.owner = " Ada ";
  given.source_conv = "";
  given.id = 7;
  Item kept = normalize(given).value();
  CHECK(kept.owner == " Ada ");
  CHECK(kept.source_conv == "");
  CHECK(!kept.metadata);
  CHECK(kept.id == 7);
}

TEST_CASE("each field that breaks a rule is named") {
  Item given = item("a");
  given.category = "A";
  CHECK(failure(normalize(given)) == kBadCategory);
  CHECK(failure(normalize(item("a:b"))) == "invalid_argument: name");
  given = item("a");
  given.metadata = "[]";
  CHECK(failure(normalize(given)) == "invalid_argument: metadata");
}

}  // namespace
}  // namespace loci
