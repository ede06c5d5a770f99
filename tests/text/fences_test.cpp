#include "text/fences.h"

#include <catch_amalgamated.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "text/lines.h"

namespace loci {
namespace {

/// One character a line: `#` for code, `.` for prose.
std::string picture(std::string_view text) {
  std::string marks;
  FenceTracker fences;
  LineReader lines(text);
  for (Line line; lines.next(line);) marks += fences.feed(line.content) ? '#' : '.';
  return marks;
}

std::vector<std::string> contents(std::string_view text) {
  std::vector<std::string> out;
  LineReader lines(text);
  for (Line line; lines.next(line);) out.emplace_back(line.content);
  return out;
}

TEST_CASE("a fence covers its own lines and what stands between") {
  CHECK(picture("a\n```\nb\n```\nc") == ".###.");
  CHECK(picture("a\n~~~ sh\nb\n~~~\nc") == ".###.");
  CHECK(picture("```\r\nb\r\n```\r\nc") == "###.");
  CHECK(picture("```\rb\r```\rc") == "###.");
}

TEST_CASE("only a fence of the same character and at least the same length closes") {
  CHECK(picture("````\n```\n~~~~\n````\nx") == "####.");
  CHECK(picture("```\n`````\nx") == "##.");
  CHECK(picture("```\n``` js\n```\nx") == "###.");
  CHECK(picture("```\n``` \t\nx") == "##.");
}

TEST_CASE("up to three spaces of indentation make a fence, four do not") {
  CHECK(picture("   ```\nx\n   ```\ny") == "###.");
  CHECK(picture("    ```\nx") == "..");
  CHECK(picture("```\n    ```\nx\n```\ny") == "####.");
}

TEST_CASE("backticks with a further backtick on the line are inline code") {
  CHECK(picture("``` a`b\nx") == "..");
  CHECK(picture("``` ```\nx") == "..");
  CHECK(picture("~~~ a`b\nx\n~~~\ny") == "###.");
}

TEST_CASE("two marks are no fence, and an unclosed fence runs to the end") {
  CHECK(picture("``\nx") == "..");
  CHECK(picture("x\n```\ny\n\nz") == ".####");
}

TEST_CASE("inside() says whether a fence is open") {
  FenceTracker fences;
  CHECK_FALSE(fences.inside());
  fences.feed("~~~");
  CHECK(fences.inside());
  fences.feed("~~~");
  CHECK_FALSE(fences.inside());
}

TEST_CASE("lines end at LF, CRLF and CR only") {
  using Lines = std::vector<std::string>;
  CHECK(contents("") == Lines{});
  CHECK(contents("a") == Lines{"a"});
  CHECK(contents("a\nb\r\nc\rd\n") == Lines{"a", "b", "c", "d"});
  CHECK(contents("\n\n") == Lines{"", ""});
  CHECK(contents("\n\r\n\r") == Lines{"", "", ""});
  CHECK(contents("a\u2028b\x0c\u0085c") == Lines{"a\u2028b\x0c\u0085c"});
}

TEST_CASE("the whole lines put together give the text back") {
  const std::string text = "a\r\n\n\rb\r\r\nc";
  std::string back;
  LineReader lines(text);
  for (Line line; lines.next(line);) back += line.whole;
  CHECK(back == text);
}

TEST_CASE("a blank line holds spaces and tabs alone") {
  CHECK(is_blank_line(""));
  CHECK(is_blank_line(" \t "));
  CHECK_FALSE(is_blank_line(" x"));
  CHECK_FALSE(is_blank_line("\u00a0"));
}

}  // namespace
}  // namespace loci
