// The tokenizer with a dictionary.

#include <catch_amalgamated.hpp>
#include <memory>
#include <string>

#include "text/segmenter/segmenter.h"
#include "text/tokenizer.h"

using namespace loci;

namespace {

constexpr std::string_view kWords =
    "南京 20\n南京市 9\n市长 9\n长江 9\n大桥 9\n长江大桥 9\n建成 9\n海 9\n大海边 9\n";

/// The tokens of a text as `term@start-end`, a space between two.
std::string tokens_of(std::string_view text, Profile profile) {
  const auto segmenter = std::move(Segmenter::load({kWords, {}, {}}).value());
  TokenBuffer tokens;
  tokenize(text, {profile, segmenter.get()}, tokens);
  std::string shown;
  for (const Token& token : tokens.tokens) {
    shown += (shown.empty() ? "" : " ") + std::string(tokens.term(token)) + "@" +
             std::to_string(token.start) + "-" + std::to_string(token.end);
  }
  return shown;
}

std::string with_bigrams(std::string_view text) { return tokens_of(text, Profile::kDefault); }
std::string in_reference(std::string_view text) { return tokens_of(text, Profile::kReference); }

}  // namespace

TEST_CASE("by default words stand beside the bigrams, each place and term once") {
  CHECK(with_bigrams("南京市长江大桥") ==
        "南京市@0-9 南京@0-6 京市@3-9 市长@6-12 长江大桥@9-21 长江@9-15 江大@12-18 大桥@15-21");
  CHECK(with_bigrams("长江") == "长江@0-6");
  CHECK(with_bigrams("海") == "海@0-3");
  CHECK(with_bigrams("a长江大桥b") == "a@0-1 b@13-14 长江大桥@1-13 长江@1-7 江大@4-10 大桥@7-13");
}

TEST_CASE("in the reference words stand alone") {
  CHECK(in_reference("go 南京市长江大桥。海") == "go@0-2 南京市@3-12 长江大桥@12-24 海@27-30");
  CHECK(in_reference("カー长江") == "カ@0-3 ー@3-6 长江@6-12");
}

TEST_CASE("a word is found in any width of its characters, and frames them all") {
  // U+FA45 folds to 海; the voicing mark belongs to 江.
  CHECK(with_bigrams("长江\u3099大桥") == "长江\u3099@0-9 江\u3099大@3-12 大桥@9-15");
  CHECK(with_bigrams("海\ufe0f长江大桥") ==
        "海长@0-9 长江大桥@6-18 长江@6-12 江大@9-15 大桥@12-18");
  CHECK(with_bigrams("大\uFA45边") == "大海边@0-9 大海@0-6 海边@3-9");
}

TEST_CASE("other scripts are read as without a dictionary") {
  const std::string_view text = "한국어 น้ำตก ひらがな getUserById café";
  TokenBuffer tokens;
  tokenize(text, Profile::kDefault, tokens);
  CHECK(tokens.tokens.size() ==
        static_cast<size_t>(1 + std::ranges::count(with_bigrams(text), ' ')));
}

TEST_CASE("a dictionary does not change what a text costs a model") {
  CHECK(estimate_tokens("南京市长江大桥 go", Profile::kDefault) == 8);
}
