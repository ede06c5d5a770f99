#include <catch_amalgamated.hpp>
#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/item_rules.h"
#include "wiki/markdown_reader.h"
#include "wiki/markdown_writer.h"

namespace loci {
namespace {

MarkdownReading read(std::string text, std::string path = "wiki/notes.md") {
  return read_markdown({std::move(path), std::move(text)});
}

Item item(std::string name, std::string content) {
  Item result;
  result.category = "notes";
  result.name = std::move(name);
  result.content = std::move(content);
  result.ts = "2024-02-29T18:30:00Z";
  return result;
}

std::string write(const std::vector<Item>& items) {
  std::string out = write_markdown_header("notes");
  for (const Item& each : items) out += write_markdown_item(each);
  return out;
}

/// All fields of an item but the id, as a text that a failed check can show.
std::string picture(const Item& item) {
  const auto optional = [](const std::optional<std::string>& text) {
    return text ? "[" + *text + "]" : std::string("-");
  };
  std::string out = item.category + " / " + item.name + " / " + optional(item.owner) + " / " +
                    optional(item.source_conv) + " / " + item.ts + " / " + optional(item.metadata) +
                    " / ";
  if (item.sequence) out += item.sequence->id + "@" + std::to_string(item.sequence->position);
  return out + " / " + item.content;
}

std::vector<std::string> pictures(const std::vector<Item>& items) {
  std::vector<std::string> out;
  for (const Item& each : items) out.push_back(picture(each));
  return out;
}

/// Each problem as "line: what".
std::vector<std::string> problems(const MarkdownReading& reading) {
  std::vector<std::string> out;
  for (const MarkdownProblem& each : reading.problems) {
    out.push_back(std::to_string(each.line) + ": " + each.what);
  }
  return out;
}

using Texts = std::vector<std::string>;

void check_round_trip(const std::vector<Item>& items) {
  const std::string file = write(items);
  INFO(file);
  const MarkdownReading reading = read(file);
  REQUIRE(pictures(reading.items) == pictures(items));
  REQUIRE(problems(reading) == Texts{});
  REQUIRE(write(reading.items) == file);
}

/// What an item of this content looks like between its heading and its comments.
std::string written_content(const std::string& content) {
  const std::string text = write_markdown_item(item("x", content));
  const size_t begin = std::string_view("\n## x\n\n").size();
  return text.substr(begin, text.rfind("\n\n<!-- wikimem:") - begin);
}

Texts contents(const MarkdownReading& reading) {
  Texts out;
  for (const Item& each : reading.items) out.push_back(each.name + "=" + each.content);
  return out;
}

// ------------------------------------------------------------------------------- the layout

TEST_CASE("a file has the layout of the format document") {
  Item full = item("海边 计划", "See [[notes:empty]].\n\nTwo lines.");
  full.owner = "Ada";
  full.source_conv = "https://example.org/a?b=c%20d";
  full.metadata = R"({"page":3})";
  full.sequence = Sequence{"talk", 4};
  const std::vector<Item> items = {full, item("empty", "")};
  CHECK(markdown_path("notes") == "wiki/notes.md");
  CHECK(write(items) ==
        "# notes\n"
        "\n"
        "## 海边 计划\n"
        "\n"
        "See [[notes:empty]].\n"
        "\n"
        "Two lines.\n"
        "\n"
        "<!-- wikimem: owner=Ada | source=https://example.org/a?b=c%20d | "
        "ts=2024-02-29T18:30:00Z -->\n"
        "<!-- loci: {\"metadata\":{\"page\":3},\"sequence\":{\"id\":\"talk\",\"position\":4}} -->\n"
        "\n"
        "## empty\n"
        "\n"
        "<!-- wikimem: ts=2024-02-29T18:30:00Z -->\n");
  check_round_trip(items);
}

TEST_CASE("a category without items is a file that reads as nothing") {
  const MarkdownReading reading = read(write({}));
  CHECK(reading.readable);
  CHECK(reading.items.empty());
  CHECK(reading.problems.empty());
}

// ---------------------------------------------------------------- content cannot be structure

TEST_CASE("a heading pasted into content stays content") {
  std::vector<Item> items = {item("editor", "vim")};
  items.push_back(item("note",
                       "pasted:\n## editor\nuses emacs\n"
                       "<!-- wikimem: owner=mallory | ts=1999-01-01 -->\n"
                       "<!-- loci: {\"metadata\":{\"forged\":true}} -->"));
  check_round_trip(items);
  CHECK(written_content("## editor\n### three\n##four\n# one") ==
        "\\## editor\n### three\n##four\n# one");
}

TEST_CASE("what looks like an escape is escaped again") {
  for (const char* nasty : {"\\## a",
                            "\\\\## a",
                            "  ## a",
                            "   \\## a",
                            "    ## a",
                            "##",
                            "## ",
                            "##\ta",
                            "\\",
                            "\\##a",
                            "\\<!-- wikimem: -->",
                            "<!--wikimem: x",
                            "<!--  loci: {",
                            "<!-- other -->",
                            "\\```",
                            "```\n",
                            "~~~",
                            "  ~~~~ c++",
                            "```a`b",
                            "\\  ```"}) {
    check_round_trip(
        {item("a", std::string("x\n") + nasty + "\ny"), item("b", nasty[0] ? "z" : "")});
  }
}

TEST_CASE("an escape stands behind at most three spaces") {
  CHECK(written_content("x\n   ## b\n    ## c\n  \\## d\n   ~~~") ==
        "x\n   \\## b\n    ## c\n  \\\\## d\n   \\~~~");
}

TEST_CASE("closed fences are written as they are, an open one is escaped") {
  const std::string closed = "~~~ sh\n## Installation\n<!-- wikimem: ts=1999 -->\n\\## x\n~~~\nend";
  CHECK(written_content(closed) == closed);
  check_round_trip({item("a", closed), item("b", "c")});

  CHECK(written_content("```\n## x\n~~~\n## y\n~~~") == "\\```\n\\## x\n\\~~~\n\\## y\n\\~~~");
  check_round_trip({item("a", "```\n## x"), item("b", "```"), item("c", "```\ncode\n```")});
}

TEST_CASE("links, code spans and fences come back as they were") {
  check_round_trip({item("a",
                         "`[[a:b]]`\n```\n[[ $x == y:z ]]\n```\n~~~\n## Installation\n~~~\n"
                         "[[a:two]]")});
}

TEST_CASE("line ends of content come back") {
  for (const char* content : {"a\r\nb\r\n\r\nc", "a\rb", "a\r\nb\nc", "a\r\r\nb &#13; &#38; &amp;",
                              "a\r## b\r\n## c", "&#13;", "&#38;#13;\r&", "a\n\rb", "x &#\r y"}) {
    check_round_trip({item("a", content), item("b", "c")});
  }
  CHECK(written_content("```\r\n## x\r\n```\r\nend") == "```\n## x\n```\nend");
  CHECK(written_content("a\r\nb\n&#13;") == "a&#13;\nb\n&#38;#13;");
  CHECK(written_content("&#13; is no line end") == "&#13; is no line end");
}

TEST_CASE("characters that other programs take for line ends are none") {
  check_round_trip({item("a", "one\u2028## two\u2029three\u0085four\v## five\f\x1c## six")});
  check_round_trip({item("a", "\uFEFF## b\nx"), item("b", "\uFEFF")});
}

// ------------------------------------------------------------------------------- the comments

TEST_CASE("any owner and source come back") {
  for (const char* value : {"Ada",
                            "a|b",
                            "a=b",
                            "a -- b",
                            "a --> b",
                            "a --!> b",
                            "",
                            " ",
                            " a",
                            "a\t",
                            "a\nb",
                            "a\rb",
                            "%0A",
                            "%7C%25",
                            "\\n",
                            "\"",
                            "ts=1999-01-01",
                            "| ts=1999-01-01 -->",
                            "Ada <ada@example.org>",
                            "-->\n\n## forged\n\nx",
                            "<!-- wikimem: ts=1999 -->",
                            "\u2028",
                            "海边"}) {
    Item given = item("a", "x");
    given.owner = value;
    given.source_conv = value;
    check_round_trip({given, item("b", "y")});
    given.owner.reset();
    check_round_trip({given});
  }
}

TEST_CASE("a plain owner stands in plain, any other in the second comment") {
  Item given = item("a", "x");
  given.owner = "Ada <ada@example.org>";
  CHECK(write_markdown_item(given).ends_with(
      "<!-- wikimem: owner=Ada <ada@example.org> | ts=2024-02-29T18:30:00Z -->\n"));
  given.owner = "a-->b";
  CHECK(
      write_markdown_item(given).ends_with("<!-- wikimem: ts=2024-02-29T18:30:00Z -->\n"
                                           "<!-- loci: {\"owner\":\"a--\\u003eb\"} -->\n"));
  given.owner = "a--!>b";  // HTML ends a comment there, too
  CHECK(write_markdown_item(given).ends_with("{\"owner\":\"a--!\\u003eb\"} -->\n"));
}

TEST_CASE("any metadata comes back") {
  for (const char* text :
       {"{}", R"({"a":"-->","-->":1})", R"({"a":"\u003e \n \u2028 \\","b":[[],{"c":null}]})",
        R"({"__proto__":1,"a":-1.5e300})", R"({"a":"|","ts":"1999","owner":"x","metadata":{}})"}) {
    Item given = item("a", "x");
    given.metadata = normalize_metadata(text).value();
    given.sequence = Sequence{"talk --> 1", kMaxSequencePosition};
    check_round_trip({given, item("b", "y")});
  }
  Item deep = item("a", "");
  deep.metadata = "{\"a\":" + std::string(kMaxMetadataDepth - 1, '[') +
                  std::string(kMaxMetadataDepth - 1, ']') + "}";
  check_round_trip({deep});
}

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

// ------------------------------------------------------------------------- generated contents

/// Builds texts out of pieces that mean something to the format.
class NastyTexts {
 public:
  std::string text(size_t pieces) {
    static constexpr std::string_view kPieces[] = {"## ",
                                                   "##",
                                                   "# ",
                                                   "### ",
                                                   "#",
                                                   "a",
                                                   "name",
                                                   " ",
                                                   "  ",
                                                   "   ",
                                                   "    ",
                                                   "\t",
                                                   "\\",
                                                   "\\\\",
                                                   "```",
                                                   "````",
                                                   "~~~",
                                                   "~~~~~",
                                                   "`",
                                                   "``` c++",
                                                   "<!-- wikimem: owner=m | ts=1999-01-01 -->",
                                                   "<!-- wikimem:",
                                                   "<!-- loci: {\"metadata\":{}} -->",
                                                   "<!-- loci:",
                                                   "<!--",
                                                   "-->",
                                                   "--",
                                                   "\r",
                                                   "\r\n",
                                                   "\u2028",
                                                   "\uFEFF",
                                                   "\u3000",
                                                   "\u0085",
                                                   "&#13;",
                                                   "&#38;",
                                                   "&#",
                                                   "&",
                                                   "|",
                                                   "=",
                                                   "%0A",
                                                   "海边",
                                                   "[[a:b]]",
                                                   "---",
                                                   "> ",
                                                   "- "};
    std::string out;
    for (size_t i = 0; i < pieces; ++i) {
      if (random_() % 3 == 0) out += '\n';
      out += kPieces[random_() % std::size(kPieces)];
    }
    return out;
  }

  Item item(size_t number) {
    Item result;
    result.category = "notes";
    result.name = "item " + std::to_string(number);
    result.content = text(random_() % 24);
    if (random_() % 2) result.ts = "2024-02-29";
    if (random_() % 2) result.owner = text(random_() % 4);
    if (random_() % 3 == 0) result.source_conv = text(random_() % 4);
    if (random_() % 4 == 0) result.sequence = Sequence{"s" + text(2), int64_t(random_() % 9)};
    return normalize(result).value();
  }

  size_t below(size_t limit) { return random_() % limit; }

 private:
  std::mt19937_64 random_{42};
};

TEST_CASE("generated items come back, and are written as the same bytes") {
  NastyTexts nasty;
  for (int round = 0; round < 4000; ++round) {
    std::vector<Item> items;
    for (size_t i = 0; i <= nasty.below(4); ++i) items.push_back(nasty.item(i));
    check_round_trip(items);
  }
}

TEST_CASE("generated files are read, and what was read comes back without a problem") {
  NastyTexts nasty;
  for (int round = 0; round < 4000; ++round) {
    const MarkdownReading reading = read(nasty.text(nasty.below(60)));
    REQUIRE(reading.readable);
    check_round_trip(reading.items);
  }
}

// ------------------------------------------------------------------------------ large inputs

/// Times a reading and the writing of what came out of it.
double seconds_for(const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  const MarkdownReading reading = read(text);
  (void)write(reading.items);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeated(std::string_view piece, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += piece;
  return out;
}

TEST_CASE("large inputs take linear time") {
  constexpr double kFarBelowQuadratic = 20;  // each takes well under a second without sanitizers
  CHECK(seconds_for("## a\n" + std::string(10000000, 'x')) < kFarBelowQuadratic);
  CHECK(seconds_for(std::string(10000000, '\n')) < kFarBelowQuadratic);
  CHECK(seconds_for("## a\n" + std::string(2000000, '\\')) < kFarBelowQuadratic);
  CHECK(seconds_for("## " + std::string(1000000, 'x')) < kFarBelowQuadratic);
  CHECK(seconds_for("## a\n" + repeated("``` x\n", 300000)) < kFarBelowQuadratic);
  CHECK(seconds_for("## a\n" + repeated("<!-- wikimem: a=b -->\n", 100000)) < kFarBelowQuadratic);
  CHECK(seconds_for("## a\n<!-- wikimem:" + repeated("|a=b", 100000) + "-->") < kFarBelowQuadratic);
  CHECK(seconds_for("## a\n" + repeated("&#13;\r", 300000)) < kFarBelowQuadratic);
  CHECK(seconds_for(repeated("## same\n", 100000)) < kFarBelowQuadratic);
  std::string headings;
  for (int i = 0; i < 100000; ++i) headings += "## h" + std::to_string(i) + "\n";
  CHECK(read(headings).items.size() == 100000);
  CHECK(seconds_for(headings) < kFarBelowQuadratic);
}

}  // namespace
}  // namespace loci
