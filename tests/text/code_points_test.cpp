#include "text/code_points.h"

#include <catch_amalgamated.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/mixed_text.h"

using namespace loci;

namespace {

using Texts = std::vector<std::string>;

/// The text cut where a character starts.
Texts clusters(std::string_view text) {
  const CodePoints points(text, UINT32_MAX);
  Texts found;
  uint32_t start = 0;
  for (uint32_t at = 1; at <= points.size(); ++at) {
    if (!points.starts_cluster(at)) continue;
    found.emplace_back(points.slice(start, at));
    start = at;
  }
  return found;
}

TEST_CASE("code points are found by number, and numbers by byte") {
  const CodePoints points("aé中🟡", 100);
  REQUIRE(points.size() == 4);
  CHECK(points[0] == 'a');
  CHECK(points[2] == U'中');
  CHECK(points[3] == U'🟡');
  CHECK(points.byte_of(3) == 6);
  CHECK(points.byte_of(4) == 10);
  CHECK(points.index_of(6) == 3);
  CHECK(points.index_of(10) == 4);
  CHECK(points.slice(1, 3) == "é中");
  CHECK(points.slice(4, 4).empty());
}

TEST_CASE("no more code points are read than asked for") {
  CHECK(CodePoints("abc", 2).size() == 2);
  CHECK(CodePoints("abc", 3).size() == 3);
  CHECK(CodePoints("", 3).size() == 0);
  CHECK(CodePoints("ab\xE4", 9).size() == 3);
}

TEST_CASE("characters of several code points stay whole") {
  CHECK(clusters("") == Texts{});
  CHECK(clusters("ab") == Texts{"a", "b"});
  CHECK(clusters("e\u0301e") == Texts{"e\u0301", "e"});
  CHECK(clusters("\r\n\n\r") == Texts{"\r\n", "\n", "\r"});
  CHECK(clusters("👨\u200d👩\u200d👧🟡") == Texts{"👨\u200d👩\u200d👧", "🟡"});
  CHECK(clusters("👍🏽!") == Texts{"👍🏽", "!"});
  CHECK(clusters("❤\ufe0f1\ufe0f\u20e3") == Texts{"❤\ufe0f", "1\ufe0f\u20e3"});
  CHECK(clusters("🏴\U000E0067\U000E0062\U000E007F") == Texts{"🏴\U000E0067\U000E0062\U000E007F"});
}

TEST_CASE("flags are pairs, counted from the first") {
  CHECK(clusters("🇩🇪🇫🇷") == Texts{"🇩🇪", "🇫🇷"});
  CHECK(clusters("a🇩🇪🇫") == Texts{"a", "🇩🇪", "🇫"});
}

TEST_CASE("syllables of Indic scripts, Thai and Hangul stay whole") {
  CHECK(clusters("मेरा") == Texts{"मे", "रा"});
  CHECK(clusters("क्षत्रिय") == Texts{"क्ष", "त्रि", "य"});
  CHECK(clusters("น้ำตก") == Texts{"น้ำ", "ต", "ก"});
  CHECK(clusters("\u1112\u1161\u11ab한") == Texts{"\u1112\u1161\u11ab", "한"});
  CHECK(clusters("ｶﾞｷﾞ") == Texts{"ｶﾞ", "ｷﾞ"});
}

TEST_CASE("clusters put together are the text") {
  test::MixedText generator(37);
  for (int i = 0; i < 500; ++i) {
    const std::string text = generator.next(40);
    std::string joined;
    for (const std::string& cluster : clusters(text)) joined += cluster;
    CHECK(joined == text);
  }
}

}  // namespace
