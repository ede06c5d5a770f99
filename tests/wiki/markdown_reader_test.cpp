// Reading what other programs and people wrote.

#include <catch_amalgamated.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/markdown_items.h"
#include "wiki/item_rules.h"

namespace loci {
namespace {

using namespace markdown_items;

TEST_CASE("the last comment of a kind counts, wherever it stands, and those before are content") {
  const MarkdownReading reading = read(
      "## a\n<!-- wikimem: owner=first -->\none\n<!--wikimem:owner=last|ts=2024-01-01-->  \ntwo\n"
      "## b\nthree\n");
  CHECK(contents(reading) == Texts{"a=<!-- wikimem: owner=first -->\none\ntwo", "b=three"});
  CHECK(reading.items[0].owner == "last");
  CHECK(reading.items[0].ts == "2024-01-01");
  CHECK(reading.items[1].ts == "");
  CHECK(problems(reading) == Texts{});
}

TEST_CASE("the reference's comments are read without escapes") {
  const MarkdownReading reading = read(
      "# notes\n\n## a\n\ntext\n\n<!-- wikimem: owner= | source=50% off=yes %7C | "
      "ts=2024-03-01T00:30:00+02:00 -->\n");
  REQUIRE(reading.items.size() == 1);
  CHECK(!reading.items[0].owner);
  CHECK(reading.items[0].source_conv == "50% off=yes %7C");
  CHECK(reading.items[0].ts == "2024-02-29T22:30:00Z");
  CHECK(problems(reading) == Texts{});
}

TEST_CASE("bad fields of the comments are left out and reported") {
  const MarkdownReading reading = read(
      "## a\nx\n<!-- wikimem: owner=o | colour=red | nonsense | ts=yesterday -->\n"
      "<!-- loci: {\"metadata\":5,\"sequence\":{\"id\":\"s\",\"position\":-1},\"lineEnds\":\"cr\","
      "\"source\":1,\"x\":{}} -->\n");
  CHECK(contents(reading) == Texts{"a=x"});
  CHECK(reading.items[0].owner == "o");
  CHECK(reading.items[0].ts == "");
  CHECK(!reading.items[0].metadata);
  CHECK(!reading.items[0].sequence);
  const Texts said = problems(reading);
  REQUIRE(said.size() == 8);
  CHECK(said[0].starts_with("3: the wikimem comment has no field \"colour\""));
  CHECK(said[1].starts_with("3: the wikimem comment has no field \"nonsense\""));
  CHECK(said[2].starts_with("3: ts \"yesterday\" is left out"));
  CHECK(said[3].starts_with("4: the loci comment's field \"lineEnds\""));
  CHECK(said[7].starts_with("4: the loci comment's field \"x\""));
}

TEST_CASE("bad sequences are left out") {
  for (const char* bad :
       {"5", "{}", R"({"id":"s"})", R"({"id":"","position":1})", R"({"id":1,"position":1})",
        R"({"id":"s","position":1.5})", R"({"id":"s","position":9007199254740992})",
        R"({"id":"s","position":18446744073709551615})"}) {
    const auto reading = read("## a\n<!-- loci: {\"sequence\":" + std::string(bad) + "} -->\n");
    INFO(bad);
    CHECK(!reading.items.at(0).sequence);
    CHECK(reading.problems.size() == 1);
  }
}

TEST_CASE("a comment that is none of ours stays content") {
  for (const char* line : {"<!-- loci: {\"metadata\": -->", "<!-- loci: 5 -->"}) {
    const auto reading = read("## a\nx\n" + std::string(line) + "\n");
    CHECK(contents(reading) == Texts{"a=x\n" + std::string(line)});
    CHECK(reading.problems.size() == 1);
  }
  const std::string deep = "<!-- loci: " + std::string(100000, '[') + " -->";
  CHECK(contents(read("## a\n" + deep)) == Texts{"a=" + deep});
  for (const char* line :
       {"<!-- wikimem: owner=x", " <!-- wikimem: owner=x -->", "<!-- note -->"}) {
    const auto reading = read("## a\nx\n" + std::string(line) + "\ny\n");
    CHECK(contents(reading) == Texts{"a=x\n" + std::string(line) + "\ny"});
    CHECK(problems(reading) == Texts{});
  }
}

// --------------------------------------------------------------------------- tolerant reading

TEST_CASE("a file from anywhere is read with tolerance") {
  const MarkdownReading reading = read(
      "\uFEFF# notes\r\n\r\n## ok ##\r\none\r\n##nospace\r\n### three\r\n# deep\r\n"
      "U+2028\u2028inside\r\n\r\n## C#\r\ntwo\r\n\r\n##\tTab  name \t\r\n\r\n");
  CHECK(contents(reading) ==
        Texts{"ok=one\n##nospace\n### three\n# deep\nU+2028\u2028inside", "C＃=two", "Tab name="});
  const Texts said = problems(reading);
  REQUIRE(said.size() == 1);
  CHECK(said[0].starts_with("10: the name \"C#\" is imported as \"C＃\""));
}

TEST_CASE("every forbidden character of a name has its twin") {
  const MarkdownReading reading = read("## [a]: b|c\x01\n");
  CHECK(contents(reading) == Texts{"［a］： b｜c\uFFFD="});
  CHECK(reading.problems.size() == 1);
}

TEST_CASE("lone carriage returns of a file are line ends") {
  CHECK(contents(read("## a\rone\r\r## b\rtwo\r")) == Texts{"a=one", "b=two"});
}

TEST_CASE("a heading that can be no name is text") {
  for (const std::string& heading :
       {std::string("##"), std::string("## "), std::string("## ##"), std::string("## \u3000"),
        "## " + std::string(513, 'x'), "## " + std::string(171, '#') + "x"}) {
    const MarkdownReading reading = read("## a\none\n" + heading + "\ntwo\n");
    REQUIRE(reading.items.size() == 1);
    CHECK(reading.items[0].content == "one\n" + heading + "\ntwo");
    REQUIRE(reading.problems.size() == 1);
    CHECK(reading.problems[0].line == 3);
    check_round_trip({item("a", reading.items[0].content)});
  }
}

TEST_CASE("text before the first heading becomes an item") {
  const MarkdownReading reading = read("\n# Notes\n\nAbout this file.\n## a\nb\n");
  CHECK(contents(reading) == Texts{"notes=About this file.", "a=b"});
  REQUIRE(problems(reading).size() == 1);
  CHECK(problems(reading)[0].starts_with("4: the text before the first heading"));
  CHECK(contents(read("text\n# notes\n")) == Texts{"notes=text\n# notes"});
  CHECK(contents(read("```\n# notes\n```\n")) == Texts{"notes=```\n# notes\n```"});
  CHECK(contents(read("<!-- wikimem: owner=x -->\n")) == Texts{"notes=<!-- wikimem: owner=x -->"});
}

TEST_CASE("the heading of level 1 is decoration, and only the first") {
  const MarkdownReading reading = read("# Diary #\n\n# second\n## a\n");
  CHECK(contents(reading) == Texts{"notes=# second", "a="});
  CHECK(problems(reading)[0].starts_with("1: the heading says \"Diary\""));
  CHECK(problems(read("# Daily Life\n## a\n", "daily-life.md")) == Texts{});
}

TEST_CASE("of a name that comes twice the later one stays") {
  const MarkdownReading reading = read("## a\none\n## b\ntwo\n##  a \nthree\n## a\nfour\n");
  CHECK(contents(reading) == Texts{"b=two", "a=four"});
  CHECK(reading.lines == std::vector<int>{3, 7});
  const Texts said = problems(reading);
  REQUIRE(said.size() == 2);
  CHECK(said[0] == "1: the item \"a\" is left out: line 5 has it again");
  CHECK(said[1] == "5: the item \"a\" is left out: line 7 has it again");
}

TEST_CASE("headings in a closed fence are content") {
  CHECK(contents(read("## a\n~~~\n## Installation\n```\n~~~\n## b\n")) ==
        Texts{"a=~~~\n## Installation\n```\n~~~", "b="});
}

TEST_CASE("an open fence does not swallow the items behind it") {
  CHECK(contents(read("## a\n```\ncode\n\n## b\none\n## c\n")) ==
        Texts{"a=```\ncode", "b=one", "c="});
}

TEST_CASE("an item that breaks a limit is left out and named") {
  const MarkdownReading reading =
      read("## a\n" + std::string(kMaxContentBytes + 1, 'x') + "\n## b\nkept\n");
  CHECK(contents(reading) == Texts{"b=kept"});
  REQUIRE(problems(reading).size() == 1);
  CHECK(problems(reading)[0].starts_with("1: the item \"a\" is left out: content: 16777217 bytes"));
}

// ---------------------------------------------------------------------------------- the files

TEST_CASE("the path's file name gives the category") {
  for (const char* path : {"wiki/notes.md", "notes.md", "./wiki/notes.md", "wiki\\notes.md",
                           "/a/b.c/notes.md", "C:\\x\\notes.MD"}) {
    const MarkdownReading reading = read("## a\nb\n", path);
    INFO(path);
    CHECK(reading.readable);
    REQUIRE(reading.items.size() == 1);
    CHECK(reading.items[0].category == "notes");
    CHECK(reading.problems.empty());
  }
}

TEST_CASE("a file name is folded to a category where that is possible") {
  const MarkdownReading reading = read("# Daily Life\n## a\n", "wiki/Daily Life.md");
  REQUIRE(reading.items.size() == 1);
  CHECK(reading.items[0].category == "daily-life");
  CHECK(problems(reading) == Texts{"0: its items go to the category \"daily-life\""});
}

TEST_CASE("files that cannot be read are named and give nothing") {
  for (const char* path : {"wiki/notes.txt", "notes", "", "md", "wiki/.md", "wiki/海边.md",
                           "wiki/-a.md", "wiki/a:b.md", "wiki/notes.md/"}) {
    const MarkdownReading reading = read("## a\nb\n", path);
    INFO(path);
    CHECK(!reading.readable);
    CHECK(reading.items.empty());
    REQUIRE(reading.problems.size() == 1);
    CHECK(reading.problems[0].path == path);
    CHECK(reading.problems[0].line == 0);
  }
}

TEST_CASE("a file that is not UTF-8 is named") {
  const MarkdownReading reading = read_markdown({"wiki/bad.md", std::nullopt});
  CHECK(!reading.readable);
  REQUIRE(reading.problems.size() == 1);
  CHECK(reading.problems[0].path == "wiki/bad.md");
  CHECK(problems(reading)[0].starts_with("0: not UTF-8"));
}

}  // namespace
}  // namespace loci
