// Writing items, and reading back what was written.

#include <catch_amalgamated.hpp>
#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/metadata.h"
#include "support/markdown_items.h"
#include "wiki/item_rules.h"

namespace loci {
namespace {

using namespace markdown_items;

/// What an item of this content looks like between its heading and its comments.
std::string written_content(const std::string& content) {
  const std::string text = write_markdown_item(item("x", content));
  const size_t begin = std::string_view("\n## x\n\n").size();
  return text.substr(begin, text.rfind("\n\n<!-- wikimem:") - begin);
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
