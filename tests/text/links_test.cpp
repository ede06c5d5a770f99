#include "text/links.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "text/code_spans.h"
#include "text/fences.h"
#include "text/lines.h"
#include "text/whitespace.h"

namespace loci {
namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

Names names(std::string_view text, Profile profile) {
  Names out;
  for (const Link& link : parse_links(text, profile)) out.emplace_back(link.category, link.name);
  return out;
}

Names by_default(std::string_view text) { return names(text, Profile::kDefault); }
Names by_reference(std::string_view text) { return names(text, Profile::kReference); }

void check_both(std::string_view text, const Names& expected) {
  INFO(text);
  CHECK(by_default(text) == expected);
  CHECK(by_reference(text) == expected);
}

// ---- Both profiles ----

TEST_CASE("a link is a category and a name in double brackets") {
  check_both("[[a:b]]", {{"a", "b"}});
  check_both("[[ a : b ]]", {{"a", "b"}});
  check_both("[[a:b]][[c:d]]", {{"a", "b"}, {"c", "d"}});
  check_both("[[daily_life:海边 计划]]", {{"daily_life", "海边 计划"}});
  check_both("text [[p:q]]，[[r:s]]。", {{"p", "q"}, {"r", "s"}});
  check_both("[[A:B]] [[A:B]]", {{"A", "B"}, {"A", "B"}});
  check_both("[[a|b:c]]", {{"a|b", "c"}});
}

TEST_CASE("what is no link") {
  for (const std::string_view text :
       {"", "[[", "[[a:b", "a:b]]", "[[a:b]", "[[no-colon]]", "[[a:b:c]]", "[[:x]]", "[[x:]]",
        "[[ : ]]", "[[a: ]]", "[[a:[b]]]", "[[a\n:b]]", "[[a:b\n]]", "[a:b]", "[ [a:b]]"}) {
    check_both(text, {});
  }
}

TEST_CASE("the search goes on inside and behind what is no link") {
  check_both("[[[a:b]]]", {{"a", "b"}});
  check_both("[[[[[a:b]]]]]", {{"a", "b"}});
  check_both("[[a:[[b:c]]", {{"b", "c"}});
  check_both("[[a: ]] [[b:ok]]", {{"b", "ok"}});
  check_both("[[a:b:c]][[d:e]]", {{"d", "e"}});
  check_both("[[a:x\n[[b:y]]", {{"b", "y"}});
}

TEST_CASE("parts are trimmed of the whitespace of Unicode") {
  check_both("[[\u3000a\u00A0:\t b\u2003]]", {{"a", "b"}});
  check_both("[[\u2028:b]]", {});
  check_both("[[a\u200B:b]]", {{"a\u200B", "b"}});
  CHECK(trim(" \u0085\x1f\u205F") == "");
  CHECK(trim("") == "");
  CHECK(trim("\u00A0é\u00A0") == "é");
  CHECK(is_whitespace(0x1680));
  CHECK_FALSE(is_whitespace(0x180E));
  CHECK_FALSE(is_whitespace(0xFEFF));
}

TEST_CASE("a link knows where it stands") {
  const std::string text = "é [[ a : b ]].";
  const std::vector<Link> links = parse_links(text, Profile::kDefault);
  REQUIRE(links.size() == 1);
  CHECK(text.substr(links[0].start, links[0].end - links[0].start) == "[[ a : b ]]");
}

// ---- What the default profile adds ----

TEST_CASE("an alias or an anchor is not part of the name") {
  CHECK(by_default("[[c:n|alias]]") == Names{{"c", "n"}});
  CHECK(by_default("[[c: n #anchor]]") == Names{{"c", "n"}});
  CHECK(by_default("[[c:n#a|b]]") == Names{{"c", "n"}});
  CHECK(by_default("[[c:|alias]] [[c: #x]]") == Names{});
  CHECK(by_reference("[[c:n|alias]] [[c:n#x]]") == Names{{"c", "n|alias"}, {"c", "n#x"}});
}

TEST_CASE("a carriage return ends a line by default and is one more character in the reference") {
  CHECK(by_default("[[a\r:b]]") == Names{});
  CHECK(by_reference("[[a\r:b]]") == Names{{"a", "b"}});
}

TEST_CASE("links in code spans are code") {
  CHECK(by_default("`[[a:b]]`") == Names{});
  CHECK(by_default("`` ` [[a:b]] ``") == Names{});
  CHECK(by_default("`x` [[a:b]] `y`") == Names{{"a", "b"}});
  CHECK(by_default("`x\n[[a:b]]\ny`") == Names{});
  CHECK(by_default("`[[a:b]] `` [[c:d]] `") == Names{});
  CHECK(by_reference("`[[a:b]]`") == Names{{"a", "b"}});
}

TEST_CASE("a backtick that nothing closes starts no code") {
  CHECK(by_default("` [[a:b]]") == Names{{"a", "b"}});
  CHECK(by_default("`` [[a:b]] `") == Names{{"a", "b"}});
  CHECK(by_default("` x\n\n[[a:b]] `") == Names{{"a", "b"}});
  CHECK(by_default("` x\n \t\r\n[[a:b]] `") == Names{{"a", "b"}});
  CHECK(by_default("` x\n```\ny\n```\n[[a:b]] `") == Names{{"a", "b"}});
}

TEST_CASE("a backslash takes a backtick away outside of code") {
  CHECK(by_default("\\`[[a:b]]`") == Names{{"a", "b"}});
  CHECK(by_default("\\\\`[[a:b]]`") == Names{});
  CHECK(by_default("\\``[[a:b]]`") == Names{});
  CHECK(by_default("`x\\`[[a:b]]`") == Names{{"a", "b"}});
}

TEST_CASE("code may stand in a name, but not cut a bracket pair") {
  CHECK(by_default("[[shell:`ls` and `cd`]]") == Names{{"shell", "`ls` and `cd`"}});
  CHECK(by_default("[[a:b` ]] c`") == Names{});
  CHECK(by_default("`x [`[a:b]]") == Names{});
  CHECK(by_default("[[a:b]`]` [[c:d]]") == Names{{"c", "d"}});
}

TEST_CASE("links in fences are code") {
  CHECK(by_default("```\n[[a:b]]\n```\n[[c:d]]") == Names{{"c", "d"}});
  CHECK(by_default("~~~\r\n[[a:b]]\r\n~~~\r\n[[c:d]]") == Names{{"c", "d"}});
  CHECK(by_default("x\r```\r[[a:b]]\r```\r[[c:d]]") == Names{{"c", "d"}});
  CHECK(by_default("[[c:d]]\n````\n[[a:b]]\n```\n[[a:b]]") == Names{{"c", "d"}});
  CHECK(by_reference("```\n[[a:b]]\n```") == Names{{"a", "b"}});
}

TEST_CASE("the text of case 31 has one link") {
  const std::string text =
      "Use `[[a:b]]` like this:\n\n```sh\nif [[ $x == y:z ]]; then\n```\n\n"
      "~~~\n## Installation\n~~~\n\nSee [[a:two]].\n";
  CHECK(by_default(text) == Names{{"a", "two"}});
}

// ---- Against slow, obvious versions ----

/// A link at `at`, matched character by character: its end, or 0.
size_t match_link(std::string_view text, size_t at, std::string_view line_ends) {
  if (text.substr(at, 2) != "[[") return 0;
  size_t colons = 0;
  for (size_t i = at + 2; i < text.size(); ++i) {
    if (text[i] == ']') return text.substr(i, 2) == "]]" && colons == 1 ? i + 2 : 0;
    if (text[i] == '[' || line_ends.find(text[i]) != line_ends.npos) return 0;
    colons += text[i] == ':';
  }
  return 0;
}

/// The code spans of a paragraph by searching, each time, from the opener to the end.
void mark_spans(std::string_view text, size_t start, size_t end, std::vector<bool>& code) {
  const auto run = [&](size_t at) {
    size_t length = 0;
    while (at + length < end && text[at + length] == '`') ++length;
    return length;
  };
  for (size_t at = start; at < end;) {
    const size_t length = run(at);
    if (length == 0) {
      at += text[at] == '\\' ? 2 : 1;
      continue;
    }
    size_t close = at + length;
    while (close < end && run(close) != length) close += std::max<size_t>(run(close), 1);
    for (size_t i = at; close < end && i < close + length; ++i) code[i] = true;
    at = close < end ? close + length : at + length;
  }
}

std::vector<bool> mark_code(std::string_view text) {
  std::vector<bool> code(text.size());
  FenceTracker fences;
  LineReader lines(text);
  size_t at = 0;
  size_t start = 0;
  for (Line line; lines.next(line); at += line.whole.size()) {
    const bool fenced = fences.feed(line.content);
    for (size_t i = 0; fenced && i < line.whole.size(); ++i) code[at + i] = true;
    if (!fenced && !is_blank_line(line.content)) continue;
    mark_spans(text, start, at, code);
    start = at + line.whole.size();
  }
  mark_spans(text, start, text.size(), code);
  return code;
}

std::vector<std::string> slow_links(std::string_view text, Profile profile) {
  const bool markdown = profile == Profile::kDefault;
  const std::vector<bool> code = markdown ? mark_code(text) : std::vector<bool>(text.size());
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t end = match_link(text, at, markdown ? "\r\n" : "\n");
    if (end == 0 || code[at] || code[at + 1] || code[end - 2] || code[end - 1]) continue;
    const std::string_view body = text.substr(at + 2, end - at - 4);
    const size_t colon = body.find(':');
    std::string_view name = body.substr(colon + 1);
    if (markdown) name = name.substr(0, name.find_first_of("|#"));
    if (trim(body.substr(0, colon)).empty() || trim(name).empty()) continue;
    out.push_back(std::string(trim(body.substr(0, colon))) + ':' + std::string(trim(name)));
  }
  return out;
}

std::vector<std::string> fast_links(std::string_view text, Profile profile) {
  std::vector<std::string> out;
  for (const Link& link : parse_links(text, profile)) {
    out.push_back(std::string(link.category) + ':' + std::string(link.name));
  }
  return out;
}

TEST_CASE("generated texts have the links that slow matching finds") {
  static const std::vector<std::string> kPieces = {
      "[[a:b]]", "[[",   "]]",   "[",       "]",      "a:b", ":",        " ",
      "\n",      "\n\n", "\r\n", "\r",      "`",      "``",  "```",      "\\",
      "\n```",   "|",    "#",    "\n~~~\n", "\u3000", "x",   "[[c:d|e]]"};
  uint32_t state = 2463534242;
  const auto below = [&](size_t bound) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % bound;
  };
  size_t found = 0;
  for (int round = 0; round < 30000; ++round) {
    std::string text;
    for (size_t length = below(30); length > 0; --length) text += kPieces[below(kPieces.size())];
    INFO(text);
    for (const Profile profile : {Profile::kDefault, Profile::kReference}) {
      const std::vector<std::string> links = fast_links(text, profile);
      REQUIRE(links == slow_links(text, profile));
      found += links.size();
    }
  }
  CHECK(found > 30000);
}

TEST_CASE("code spans hold their backticks") {
  const std::vector<Span> spans = find_code_spans("a `b ``c` d`` ``e``");
  REQUIRE(spans.size() == 2);
  CHECK(spans[0].start == 2);
  CHECK(spans[0].end == 9);
  CHECK(spans[1].start == 11);
  CHECK(spans[1].end == 16);
}

// ---- Size ----

std::string repeat(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

/// Each would take minutes if some step were quadratic.
TEST_CASE("no text takes more than linear time") {
  const size_t many = 1000000;
  std::string rising;  // `, ``, ```, …: no run closes another
  for (size_t length = 1; length < 1500; ++length) rising += std::string(length, '`') + ' ';
  for (const std::string& text :
       {repeat("[[", many), repeat("[[a:", many), repeat("`", many), repeat("` `` ", many / 2),
        repeat("[[a:`x", many / 2), repeat("\\`", many), repeat("[[a:b", many), rising + "[[x",
        rising + repeat("``x` [[", many / 4), "[[a:" + repeat(" ", many) + "]]"}) {
    CHECK(by_default(text).empty());
    CHECK(by_reference(text).empty());
  }
}

TEST_CASE("ten thousand links in one item are all found") {
  CHECK(by_default(repeat("see [[a:b]] and `c`\n", 10000)).size() == 10000);
}

}  // namespace
}  // namespace loci
