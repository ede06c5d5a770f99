#include "text/segmenter/segmenter.h"

#include <catch_amalgamated.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "support/slow_segmenter.h"
#include "text/lines.h"

using namespace loci;
using namespace loci::test;

namespace {

std::unique_ptr<Segmenter> load(const SegmenterFiles& files) {
  auto loaded = Segmenter::load(files);
  REQUIRE(loaded.ok());
  return std::move(loaded.value());
}

std::vector<std::string> words_of(const Segmenter& segmenter, std::string_view run) {
  std::vector<std::string> words;
  size_t at = 0;
  segmenter.segment(run, [&](size_t start, size_t end) {
    REQUIRE(start == at);
    REQUIRE(end > start);
    words.emplace_back(run.substr(start, end - start));
    at = end;
  });
  REQUIRE(at == run.size());
  return words;
}

/// The words of `run`, a space between two.
std::string cut(const SegmenterFiles& files, std::string_view run) {
  std::string words;
  for (const std::string& word : words_of(*load(files), run)) {
    words += (words.empty() ? "" : " ") + word;
  }
  return words;
}

constexpr std::string_view kBridge =
    "南京 20\n京市 5\n市长 9\n长江 9\n大桥 9\n长江大桥 3\n南 2\n市 2\n长 2\n江 2\n";

/// A model that joins the characters of 甲乙丙 by two, and leaves those of 丁 alone.
constexpr std::string_view kPairs =
    "#prob_start\n-0.5 -3.14e+100 -3.14e+100 -1\n"
    "#prob_trans\n-3.14e+100 -0.1 -3 -3.14e+100\n-0.5 -3.14e+100 -3.14e+100 -1\n"
    "-3.14e+100 -1 -1 -3.14e+100\n-0.5 -3.14e+100 -3.14e+100 -1\n"
    "#B\n甲:-1,乙:-1,丙:-1\n#E\n甲:-1,乙:-1,丙:-1\n#M\n甲:-5\n#S\n甲:-9,乙:-9,丙:-9,丁:-1\n";

/// The states in the order of the file.
constexpr char kStates[] = {'B', 'E', 'M', 'S'};

/// kPairs with another line in place of that number.
std::string with_line(size_t number, std::string_view replacement) {
  std::string text;
  size_t at = 0;
  LineReader lines(kPairs);
  for (Line line; lines.next(line);)
    text += std::string(++at == number ? replacement : line.content) + "\n";
  return text;
}

/// A model over 甲乙丙丁 with few different probabilities, so that ties are common, and its file.
SlowModel random_model(std::mt19937& random, std::string& file) {
  const auto probability = [&] { return std::vector<double>{0, 0.125, 0.25, 0.5}[random() % 4]; };
  const auto append = [&file](double value, const char* behind) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g%s", value > 0 ? std::log(value) : -3.14e100,
                  behind);
    file += digits;
  };
  SlowModel model;
  for (const char state : kStates)
    append(model.start[state] = probability(), state == 'S' ? "\n" : " ");
  for (const char from : kStates) {
    for (const char to : kStates) {
      append(model.transition[from][to] = probability(), to == 'S' ? "\n" : " ");
    }
  }
  for (const char state : kStates) {
    for (const char32_t c : {U'甲', U'乙', U'丙', U'丁'}) {
      file += utf8_of({c}) + ":";
      append(model.emission[state][c] = probability(), c == U'丁' ? "\n" : ",");
    }
  }
  return model;
}

double seconds_for(const Segmenter& segmenter, const std::string& run) {
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(!words_of(segmenter, run).empty());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeated(std::string_view piece, size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

}  // namespace

TEST_CASE("words are those of the likeliest path") {
  CHECK(cut({kBridge, {}, {}}, "南京市长江大桥") == "南京 市 长江大桥");
  CHECK(cut({"研究 9\n研究生 3\n生命 9\n命 1\n", {}, {}}, "研究生命") == "研究 生命");
  CHECK(cut({kBridge, {}, {}}, "南京市长") == "南京 市长");
  CHECK(cut({kBridge, {}, {}}, "").empty());
  CHECK(cut({kBridge, {}, {}}, "海") == "海");
}

TEST_CASE("a character that words begin with stands alone only if it is a word") {
  CHECK(cut({"甲乙 1\n乙丙 900\n丙 900\n", {}, {}}, "甲乙丙") == "甲乙 丙");
  CHECK(cut({"甲乙 1\n乙丙 900\n丙 900\n甲 2\n", {}, {}}, "甲乙丙") == "甲 乙丙");
}

TEST_CASE("of equal paths the one with the longer first word is taken") {
  // 甲乙 丙 and 甲 乙丙 have the same product of the same frequencies.
  CHECK(cut({"甲乙 4\n乙丙 4\n甲 2\n丙 2\n", {}, {}}, "甲乙丙") == "甲乙 丙");
}

TEST_CASE("characters outside U+4E00–9FD5 are words by themselves") {
  CHECK(cut({kBridge, {}, {}}, "南京カー㐀长江") == "南京 カ ー 㐀 长江");
  CHECK(cut({"\u9fd5\u4e00 5\n", {}, {}}, "\u9fd5\u4e00\u9fd6") == "\u9fd5\u4e00 \u9fd6");
  CHECK(cut({kBridge, {}, {}}, "南京\xff长\xe6\xb1") == "南京 \xff 长 \xe6\xb1");
}

TEST_CASE("a word that was seen 0 times is only the start of others") {
  CHECK(cut({"甲乙 0\n甲乙丙 5\n", {}, {}}, "甲乙丙甲乙") == "甲乙丙 甲 乙");
}

TEST_CASE("the last frequency of a word counts") {
  const std::string words = "甲乙 90\n乙丙 20\n甲 9\n丙 9\n";
  CHECK(cut({words, {}, {}}, "甲乙丙") == "甲乙 丙");
  CHECK(cut({words + "甲乙 1\n", {}, {}}, "甲乙丙") == "甲 乙丙");
}

TEST_CASE("user words go before the dictionary") {
  CHECK(cut({"甲乙 9\n甲 9\n丙 9\n", {}, {}}, "甲乙丙") == "甲乙 丙");
  CHECK(cut({"甲乙 9\n甲 9\n丙 9\n", {}, "乙丙 500 n"}, "甲乙丙") == "甲 乙丙");
  CHECK(cut({kBridge, {}, {}}, "京市长") == "京市 长");
  CHECK(cut({kBridge, {}, "京市长 nr\n"}, "京市长") == "京市长");
  CHECK(cut({kBridge, {}, "江大\n"}, "长江大桥") == "长江大桥");
  CHECK(cut({{}, {}, "小程序"}, "微信小程序") == "微 信 小程序");
}

TEST_CASE("without a frequency a user word gets the least that keeps it whole") {
  const std::string words = "甲 900\n乙 900\n丙 9\n";
  CHECK(cut({words, {}, {}}, "甲乙") == "甲 乙");
  CHECK(cut({words, {}, "甲乙\n"}, "甲乙") == "甲乙");
  CHECK(cut({words, {}, "甲乙 1\n"}, "甲乙") == "甲 乙");
}

TEST_CASE("a user word of frequency 0 is taken away, from the model as well") {
  CHECK(cut({kBridge, {}, "长江大桥 0\n"}, "长江大桥") == "长江 大桥");
  CHECK(cut({kBridge, kPairs, {}}, "甲乙丙甲") == "甲乙 丙甲");
  CHECK(cut({kBridge, kPairs, "丙甲 0\n"}, "甲乙丙甲") == "甲乙 丙 甲");
}

TEST_CASE("the model joins what the dictionary leaves as single characters") {
  CHECK(cut({kBridge, kPairs, {}}, "丁甲乙南京丙乙") == "丁 甲乙 南京 丙乙");
  CHECK(cut({kBridge, kPairs, {}}, "甲南京乙") == "甲 南京 乙");
  CHECK(cut({kBridge, {}, {}}, "丁甲乙") == "丁 甲 乙");
}

TEST_CASE("single characters that together are a word of the dictionary stay single") {
  CHECK(cut({"甲 900\n乙 900\n", kPairs, {}}, "甲乙") == "甲乙");
  CHECK(cut({"甲 900\n乙 900\n甲乙 1\n", kPairs, {}}, "甲乙") == "甲 乙");
}

TEST_CASE("malformed lines are skipped and counted, the others taken") {
  const std::string longest = repeated("甲", 3 * Dictionary::kMaxWordLength);
  const auto segmenter =
      load({"\xEF\xBB\xBF南京 20 ns\r\n\r\n"
            "长江\n"
            "大桥 -3\n"
            "大桥 3.5\n"
            "大桥 1000000001\n"
            "大桥 99999999999999999999999\n"
            "大\xff桥 5\n"
            "大桥 x\n" +
                longest + "甲 5\n" + longest +
                " 5\n"
                "   \n\t市长\t7\tn\textra\n"
                "C++ 4\n"
                "长江 1000000000",
            {},
            {}});
  CHECK(segmenter->skipped_count() == 8);
  CHECK(segmenter->word_count() == 5);
  CHECK(words_of(*segmenter, "南京市长大桥长江") ==
        std::vector<std::string>{"南京", "市长", "大", "桥", "长江"});
  CHECK(words_of(*segmenter, longest).size() == 1);
}

TEST_CASE("malformed user lines are skipped and counted") {
  const auto segmenter =
      load({kBridge, {}, "大江 5 n x\n大江 N\n大江 5x n\n大\xff\n\n大江\tn\n甲乙 3 n\n"});
  CHECK(segmenter->skipped_count() == 4);
  CHECK(segmenter->word_count() == 10 + 2);
  CHECK(words_of(*segmenter, "大江甲乙") == std::vector<std::string>{"大江", "甲乙"});
}

TEST_CASE("without a usable line there is nothing to segment by") {
  for (const char* words : {"", "\n\r\n", "\xEF\xBB\xBF", "no frequency\n", "甲 0\n", "\xff\xff"}) {
    CHECK_FALSE(load({words, {}, {}})->usable());
  }
  CHECK(load({"小程序 100\n", {}, {}})->usable());
}

TEST_CASE("a model that cannot be read is refused, by the number of its line") {
  const auto refused = [](std::string_view model) {
    const auto loaded = Segmenter::load({kBridge, model, {}});
    REQUIRE_FALSE(loaded.ok());
    CHECK(loaded.error().code == ErrorCode::kInvalidArgument);
    return loaded.error().message;
  };
  REQUIRE(Segmenter::load({kBridge, kPairs, {}}).ok());
  REQUIRE(Segmenter::load({kBridge, "\xEF\xBB\xBF" + with_line(1, "# CRLF\r"), {}}).ok());
  CHECK(refused("") == "hmm is no model of jieba's: line 1 is missing or cannot be read");
  CHECK(refused(kPairs.substr(0, kPairs.find("#S"))) ==
        "hmm is no model of jieba's: line 14 is missing or cannot be read");
  CHECK(refused(std::string(kPairs) + "1\n") ==
        "hmm is no model of jieba's: line 16 is missing or cannot be read");
  for (const char* row : {"-1 -1 -1", "-1 -1 -1 -1 -1", "-1 -1 -1 x", "-1 -1 -1 nan",
                          "-1 -1 -1 0.5", "-1 -1 -1 -1e999", "\xff"}) {
    CHECK(refused(with_line(2, row)) ==
          "hmm is no model of jieba's: line 2 is missing or cannot be read");
    CHECK(refused(with_line(6, row)) ==
          "hmm is no model of jieba's: line 6 is missing or cannot be read");
  }
  for (const char* row : {"甲", "甲:", ":-1", "甲乙:-1", "甲:-1;乙:-1", "甲:-1,,乙:-1"}) {
    CHECK(refused(with_line(9, row)) ==
          "hmm is no model of jieba's: line 9 is missing or cannot be read");
  }
}

TEST_CASE("segmenting equals the slow twin, whatever the dictionary") {
  constexpr char32_t kAlphabet[] = U"甲乙丙丁カ";
  std::mt19937 random(7);
  const auto below = [&](uint32_t bound) { return static_cast<uint32_t>(random() % bound); };
  const auto word = [&](size_t letters, size_t longest) {
    std::u32string text;
    for (size_t length = 1 + below(static_cast<uint32_t>(longest)); length > 0; --length) {
      text += kAlphabet[below(static_cast<uint32_t>(letters))];
    }
    return text;
  };
  for (int round = 0; round < 400; ++round) {
    SlowSegmenter slow;
    std::string words = "甲 1\n";
    slow.add(U"甲", 1);
    for (uint32_t count = below(12); count > 0; --count) {
      const auto entry = word(4, 4);
      const uint32_t frequency = below(6);
      words += utf8_of(entry) + " " + std::to_string(frequency) + "\n";
      slow.add(entry, frequency);
    }
    std::string user;
    for (uint32_t count = below(4); count > 0; --count) {
      const auto entry = word(4, 3);
      const auto frequency = below(2) == 0 ? std::nullopt : std::optional(below(20));
      user += utf8_of(entry) + (frequency ? " " + std::to_string(*frequency) : "") + "\n";
      slow.add_user(entry, frequency);
    }
    std::string model;
    if (below(2) == 0) slow.use(random_model(random, model));
    const auto segmenter =
        load({words, model.empty() ? std::nullopt : std::optional<std::string_view>(model), user});
    for (int text = 0; text < 20; ++text) {
      const std::string run = utf8_of(word(5, 14));
      INFO("words\n" << words << "user\n" << user << "run " << run);
      REQUIRE(words_of(*segmenter, run) == slow.segment(run));
    }
  }
}

TEST_CASE("time is linear in the run, whatever the dictionary") {
  std::string words = "甲 2\n乙 1\n";
  for (size_t length = 2; length <= Dictionary::kMaxWordLength; ++length) {
    words += repeated("甲", 3 * length) + " 5\n";
  }
  const auto segmenter = load({words, kPairs, {}});
  for (const char* piece : {"甲", "丁", "甲乙", "丙カ"}) {
    const double shorter = seconds_for(*segmenter, repeated(piece, 1 << 17));
    const double longer = seconds_for(*segmenter, repeated(piece, 1 << 20));
    INFO("piece " << piece);
    CHECK(longer < 24 * shorter + 0.1);  // 8 times the text; a square would take 64 times as long
  }
}
