#include "text/excerpt.h"

#include <catch_amalgamated.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/tokenizer.h"

using namespace loci;

namespace {

std::string repeat(std::string_view piece, size_t times) {
  std::string text;
  for (size_t i = 0; i < times; ++i) text += piece;
  return text;
}

/// The terms of a query, as a face takes them from it.
struct Query {
  explicit Query(std::string_view text) {
    tokenize(text, Profile::kDefault, tokens);
    for (const Token& token : tokens.tokens) {
      terms.push_back({tokens.term(token), token.shape == TokenShape::kLoneCharacter});
    }
  }

  TokenBuffer tokens;
  std::vector<ExcerptTerm> terms;
};

Excerpt excerpt(std::string_view content, std::string_view query,
                std::optional<ChunkRange> within = {}) {
  const Query asked(query);
  return take_excerpt(content, asked.terms, within, Profile::kDefault);
}

std::string text_of(std::string_view content, std::string_view query,
                    std::optional<ChunkRange> within = {}) {
  return std::string(excerpt(content, query, within).text);
}

bool shows(std::string_view content, std::string_view query, std::string_view what) {
  return excerpt(content, query).text.find(what) != std::string_view::npos;
}

// ---- What is shown ----

TEST_CASE("where only another form stands, that is shown, and the word itself before any form") {
  const std::string filler = repeat("Nothing of note here. ", 20);
  const ExcerptForm form{"migrations", 10};
  const std::vector<ExcerptTerm> terms = {{"migrated", false, 16, std::span(&form, 1)}};
  const auto shown = [&](const std::string& content) {
    return std::string(take_excerpt(content, terms, {}, Profile::kDefault).text);
  };
  CHECK(shown(filler + "Old migrations. " + filler).find("migrations") != std::string::npos);
  const std::string both = filler + "Old migrations. " + filler + "They migrated. " + filler;
  CHECK(shown(both).find("migrated") != std::string::npos);
  // One word is shown once: a form beside it adds nothing.
  const std::string again = filler + "They migrated. " + filler + "migrated migrations " + filler;
  CHECK(shown(again).find("They migrated") != std::string::npos);
}

TEST_CASE("a word that is meant is shown before several that are hardly meant") {
  const std::string filler = repeat("Nothing of note here. ", 20);
  const std::vector<ExcerptTerm> terms = {{"what", false, 2}, {"did", false, 2}, {"pump"}};
  const std::string content = filler + "What did it do? " + filler + "The pump. " + filler;
  const Excerpt found = take_excerpt(content, terms, {}, Profile::kDefault);
  CHECK(found.text.find("The pump") != std::string_view::npos);
}

TEST_CASE("a short content is its own excerpt") {
  CHECK(text_of("The pump was replaced.", "pump") == "The pump was replaced.");
  CHECK(text_of("The pump was replaced.", "") == "The pump was replaced.");
  CHECK(text_of("The pump was replaced.\n", "boiler") == "The pump was replaced.");
  CHECK(text_of("It leaks. The pump was replaced.", "pump") == "It leaks. The pump was replaced.");
  CHECK(text_of("It leaks. The pump was replaced.", "") == "It leaks. The pump was replaced.");
  CHECK(text_of("", "pump").empty());
  CHECK(text_of(" \n", "pump") == " \n");
}

TEST_CASE("of 200 lines the one that matches is shown, in any script") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"The boiler pump was replaced", "pump"},
      {"每日复盘 备份已完成", "备份"},
      {"제주도 여행 계획", "제주도"},
      {"Пароль меняется каждый месяц", "пароль"},
      {"น้ำตกเชียงใหม่", "น้ำตก"},
      {"मेरा नाम अनीता", "अनीता"},
      {"كلمة السر", "كلمة"},
      {"海辺の家を買った", "海"}};
  for (const auto& [line, query] : cases) {
    CAPTURE(line);
    std::string content;
    for (int i = 1; i <= 200; ++i) {
      content += i == 150 ? line + "\n" : "Nothing of note on day " + std::to_string(i) + ".\n";
    }
    CHECK(shows(content, query, line));
  }
}

TEST_CASE("the place with the most distinct terms wins, the first of equal ones") {
  const std::string gap = repeat("x ", 200);
  const std::string content = "pump pump pump " + gap + "pump leaks A " + gap + "pump leaks B";
  CHECK(shows(content, "pump leaks", "leaks A"));
  CHECK_FALSE(shows(content, "pump leaks", "leaks B"));
}

TEST_CASE("terms count only inside the part, and the context may come from outside") {
  const std::string content = repeat("pump leaks ", 62) + "here the pump " + repeat("y ", 400);
  const ChunkRange part = {690, 700};
  const Excerpt found = excerpt(content, "pump leaks", part);
  CHECK(found.text.find("here the pump") != std::string_view::npos);
  CHECK(found.range.start < part.start);
}

TEST_CASE("a word that the edge of the part cuts is no term") {
  const std::string content = repeat("x ", 50) + "catalog " + repeat("y ", 100) + "cat";
  const ChunkRange part = {0, 103};  // ... "cat|alog"
  CHECK(excerpt(content, "cat", part).range.start == 0);
}

TEST_CASE("without a match the excerpt starts where the part does, with a word") {
  const std::string content = repeat("word ", 400);
  CHECK(excerpt(content, "boiler", ChunkRange{0, 800}).range.start == 0);
  CHECK(excerpt(content, "boiler", ChunkRange{680, 1480}).range.start == 680);
  CHECK(excerpt(content, "boiler", ChunkRange{682, 1482}).range.start == 685);
  CHECK(excerpt(content, "", ChunkRange{5000, 5800}).range.start == 0);
}

TEST_CASE("the sentence of a match is shown from its start") {
  const std::string content =
      repeat("Filler words stand here. ", 10) + "The boiler pump leaks. " + repeat("More. ", 40);
  CHECK(text_of(content, "leaks").starts_with("The boiler pump leaks. More."));
  const std::string chinese =
      repeat("这里什么也没有。", 30) + "锅炉的水泵漏水了。" + repeat("完。", 80);
  CHECK(text_of(chinese, "水泵").starts_with("锅炉的水泵漏水了。完。"));
}

TEST_CASE("a long sentence is shown from a word to a word, around the match") {
  const std::string content = repeat("word ", 100) + "pump " + repeat("word ", 100);
  const Excerpt found = excerpt(content, "pump");
  CHECK(found.text.starts_with("word "));
  CHECK(found.text.ends_with(" word"));
  CHECK(found.range.start > 430);
  CHECK(found.range.end > 550);
}

TEST_CASE("a short last sentence is shown with what stands before it") {
  const std::string content = repeat("word ", 100) + "yes. The pump leaks.";
  CHECK(excerpt(content, "pump").range.start == 400);
}

TEST_CASE("a match at the end brings more of what stands before it") {
  const std::string content = repeat("word ", 100) + "pump";
  const Excerpt found = excerpt(content, "pump");
  CHECK(found.range == ChunkRange{385, 504});
}

TEST_CASE("a lone ideograph is found inside a longer run") {
  const std::string content = repeat("天气很好", 60) + "海边" + repeat("天气很好", 60);
  CHECK(shows(content, "海", "海边"));
  CHECK(shows(content, "边", "海边"));
}

// ---- Where it ends ----

TEST_CASE("at most 120 code points, whatever they are") {
  const std::string family = "👨\u200d👩\u200d👧\u200d👦";
  CHECK(text_of(repeat("a", 119) + "🟡 status", "") == repeat("a", 119) + "🟡");
  CHECK(text_of(repeat("🟡", 120), "") == repeat("🟡", 120));
  CHECK(text_of(repeat("🟡", 121), "") == repeat("🟡", 120));
  CHECK(text_of(repeat("a", 119) + family, "") == repeat("a", 119));
  CHECK(text_of(repeat("a", 113) + family, "") == repeat("a", 113) + family);
  CHECK(text_of(repeat("🇩🇪", 61), "") == repeat("🇩🇪", 60));
  CHECK(text_of("a" + repeat("🇩🇪", 61), "") == "a" + repeat("🇩🇪", 59));
  CHECK(text_of(repeat("a", 119) + "e\u0301", "") == repeat("a", 119));
  CHECK(text_of(repeat("क्षि", 31), "") == repeat("क्षि", 30));
  CHECK(text_of("กก" + repeat("น้ำ", 40), "") == "กก" + repeat("น้ำ", 39));
}

TEST_CASE("a character longer than an excerpt is cut between code points") {
  const std::string letter = "e" + repeat("\u0301", 200);
  CHECK(text_of(letter, "") == "e" + repeat("\u0301", 119));
  CHECK(text_of("pump " + letter, "pump") == "pump ");
}

TEST_CASE("a word longer than an excerpt is shown from its start") {
  const std::string word = repeat("a", 400);
  const std::string content = "so " + word + " it is";
  const Excerpt found = excerpt(content, word);
  CHECK(found.range.start == 3);
  CHECK(found.text == repeat("a", 120));
}

TEST_CASE("nothing is looked at past 32 000 code points") {
  const auto content = [](size_t start) {
    return repeat("x", start - 1) + " pump " + repeat("y ", 100);
  };
  for (const std::string_view letter : {"x", "中"}) {
    const std::string ends_there = repeat(letter, 31'995) + " pump yes";   // [31 996, 32 000)
    const std::string ends_behind = repeat(letter, 31'996) + " pump yes";  // [31 997, 32 001)
    CHECK(excerpt(ends_there, "pump").range.end == 32'000);
    CHECK(excerpt(ends_there, "pump").text.ends_with(std::string(letter) + " pump"));
    CHECK(excerpt(ends_behind, "pump").range.start == 0);
    CHECK(excerpt(ends_behind, "pump", ChunkRange{31'960, 32'005}).range.end <= 32'000);
  }
  CHECK(excerpt(content(40'000), "pump", ChunkRange{39'440, 40'204}).range.start == 0);
}

TEST_CASE("a word that 32 000 cuts is no term") {
  const std::string content = repeat("x", 31'996) + " cat" + "alog";
  CHECK(excerpt(content.substr(0, 32'000), "cat").range.end == 32'000);
  CHECK(excerpt(content, "cat").range.start == 0);
}

// ---- Offsets and cost ----

TEST_CASE("ranges are in code points and UTF-16 units") {
  const std::string content = repeat("🟡. ", 100) + "中 pump";
  const Excerpt found = excerpt(content, "pump");
  const size_t before = static_cast<size_t>(found.text.data() - content.data());
  CHECK(found.range.start == utf8::count_code_points(content.substr(0, before)));
  CHECK(found.range.end == 306);
  CHECK(found.range16.start == utf8::utf16_length(content.substr(0, before)));
  CHECK(found.range16.end == 406);
}

TEST_CASE("bad bytes do no harm") {
  const std::string content = repeat("\xE4\xBD", 300) + " pump \xFF";
  CHECK(shows(content, "pump", "pump"));
  CHECK(excerpt("\x80\x80\x80", "").text == "\x80\x80\x80");
}

TEST_CASE("long contents and long queries take milliseconds") {
  const std::string one_word(10 << 20, 'x');
  std::string ideographs;
  for (char32_t c = 0x4E00; c < 0x9FFF; ++c) utf8::append(ideographs, c);
  std::string lone;
  for (char32_t c = 0x4E00; c < 0x9FFF; ++c) {
    utf8::append(lone, c);
    lone += ' ';
  }
  const auto begin = std::chrono::steady_clock::now();
  CHECK(excerpt(one_word, "x").range.start == 0);
  CHECK(excerpt(ideographs, lone).range.end > 0);
  CHECK(excerpt(repeat("🇩🇪", 20'000), "pump").range.end == 120);
  CHECK(excerpt(repeat("# pump\n", 100'000), "pump").range.start == 0);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

}  // namespace
