#include "text/tokenizer.h"

#include <catch_amalgamated.hpp>
#include <string>
#include <utility>
#include <vector>

using namespace loci;

namespace {

using Texts = std::vector<std::string>;

TokenBuffer tokens_of(std::string_view text, Profile profile = Profile::kDefault) {
  TokenBuffer tokens;
  tokenize(text, profile, tokens);
  return tokens;
}

/// The terms of a text, a space between two.
std::string terms_of(std::string_view text, Profile profile = Profile::kDefault) {
  const TokenBuffer tokens = tokens_of(text, profile);
  std::string terms;
  for (const Token& token : tokens.tokens) {
    terms += (terms.empty() ? "" : " ") + std::string(tokens.term(token));
  }
  return terms;
}

std::string reference_terms(std::string_view text) { return terms_of(text, Profile::kReference); }

/// Each token as `kind:term`.
Texts kinds_of(std::string_view text) {
  const TokenBuffer tokens = tokens_of(text);
  Texts kinds;
  for (const Token& token : tokens.tokens) {
    kinds.push_back(std::string(name_of(token.kind)) + ":" + std::string(tokens.term(token)));
  }
  return kinds;
}

/// Each token as `term=the text it was made from`.
Texts sources_of(std::string_view text) {
  const TokenBuffer tokens = tokens_of(text);
  Texts sources;
  for (const Token& token : tokens.tokens) {
    sources.push_back(std::string(tokens.term(token)) + "=" +
                      std::string(text.substr(token.start, token.end - token.start)));
  }
  return sources;
}

}  // namespace

TEST_CASE("the reference takes ASCII words, then CJK bigrams, and nothing else") {
  CHECK(reference_terms("Hello, World42!") == "hello world42");
  CHECK(reference_terms("我喜欢海 and ひら 海") == "and 我喜 喜欢 欢海 ひら 海");
  CHECK(reference_terms("don't C++ v2.4 getUserById") == "don t c v2 4 getuserbyid");
  CHECK(reference_terms("café Привет ＡＢＣ 한국 น้ำ") == "caf");
  CHECK(reference_terms("\U00020BB7野家 々 ｶﾞ") == "野家");
}

TEST_CASE("no tokens in what holds no word") {
  for (const char* text : {"", "   ", "!!!", "\n\t", "--- ... ##", "🎉", "👨\u200d👩\u200d👧",
                           "\u0301\u0302", "\u00ad", "#", "@", "#\u0640", "-\u0301-"}) {
    INFO(text);
    CHECK(terms_of(text) == "");
    CHECK(reference_terms(text) == "");
  }
}

TEST_CASE("an identifier is kept whole beside its words") {
  const std::pair<const char*, const char*> cases[] = {
      {"C++", "c c++"},
      {"C#", "c c#"},
      {"C-8", "c 8 c-8"},
      {"#1", "1 #1"},
      {"@name", "name @name"},
      {"don't", "don t don't"},
      {"don\u2019t", "don t don't"},
      {"v2.4.7", "v2 4 7 v2.4.7"},
      {"atomic_write_json", "atomic write json atomic_write_json"},
      {"deploy-v2.4.7-hotfix", "deploy v2 4 7 hotfix deploy-v2.4.7-hotfix"},
      {"a.b.c", "a b c a.b.c"},
      {"GB/s", "gb s gb/s"},
      {"me@example.org", "me example org me@example.org"},
      {"multi-agent", "multi agent multi-agent"},
  };
  for (const auto& [text, terms] : cases) {
    INFO(text);
    CHECK(terms_of(text) == terms);
    CHECK(terms_of("(" + std::string(text) + ")") == terms);
  }
}

TEST_CASE("camel case is split before it is lowered") {
  CHECK(terms_of("getUserById") == "getuserbyid get user by id");
  CHECK(terms_of("HTTPServer") == "httpserver http server");
  CHECK(terms_of("OvertimeService") == "overtimeservice overtime service");
  CHECK(terms_of("sha256Sum") == "sha256sum sha256 sum");
  CHECK(terms_of("ID Id id") == "id id id");
  CHECK(terms_of("my_userId") == "my userid user id my_userid");
}

TEST_CASE("marks at the ends of an identifier belong to the sentence") {
  CHECK(terms_of("It works.") == "it works");
  CHECK(terms_of("-flag 'quoted' /path/") == "flag quoted path");
  CHECK(terms_of("a.b.") == "a b a.b");
  CHECK(terms_of("_private__") == "private");
  CHECK(terms_of("a - b") == "a b");
  CHECK(terms_of("1+1") == "1 1");
  CHECK(terms_of("a#b") == "a b #b");
  CHECK(terms_of("x++y") == "x y");
}

TEST_CASE("each token says what kind it is") {
  CHECK(kinds_of("getUserById") ==
        Texts{"identifier:getuserbyid", "part:get", "part:user", "part:by", "part:id"});
  CHECK(kinds_of("port C++") == Texts{"word:port", "word:c", "identifier:c++"});
  CHECK(kinds_of("喜欢 海") == Texts{"word:喜欢", "word:海"});
}

TEST_CASE("accents are folded, and the accented spelling stands beside the folded word") {
  CHECK(terms_of("cafe") == "cafe");
  CHECK(terms_of("café") == "cafe café");
  CHECK(terms_of("cafe\u0301") == "cafe café");
  CHECK(terms_of("CAFÉ") == "cafe café");
  CHECK(terms_of("naïve-café") == "naive cafe naive-cafe naïve café");
  CHECK(terms_of("Ёлка") == "елка ёлка");
}

TEST_CASE("case and compatibility forms are folded") {
  CHECK(terms_of("ＡＢＣ１２３") == "abc123");
  CHECK(terms_of("ﬁle Straße ΣΊΣΥΦΟΣ") == "file strasse σισυφοσ σίσυφοσ");
  CHECK(terms_of("٣ ३ Ⅳ") == "3 3 iv");
  CHECK(terms_of("Пароль") == "пароль");
}

TEST_CASE("scripts that need their marks keep them") {
  CHECK(terms_of("मेरा नाम अनीता") == "मेरा नाम अनीता");
  CHECK(terms_of("كَلِمَة").starts_with("كلمة"));
}

TEST_CASE("CJK is cut into bigrams, behind the words") {
  CHECK(terms_of("每日复盘 cron 备份") == "cron 每日 日复 复盘 备份");
  CHECK(terms_of("海") == "海");
  CHECK(terms_of("人々 〇") == "人々 〇");
  CHECK(terms_of("\U00020BB7野家") == "\U00020BB7野 野家");
  CHECK(terms_of("\U00020BB7") == "\U00020BB7");
  CHECK(terms_of("ひらカタ") == "ひら らカ カタ");
}

TEST_CASE("half-width kana are full-width kana, voicing marks included") {
  CHECK(terms_of("ｶﾞｷﾞ") == "ガギ");
  CHECK(terms_of("ﾊﾟﾝ") == terms_of("パン"));
  CHECK(terms_of("カ\u3099") == "ガ");
}

TEST_CASE("Hangul is indexed whole and as bigrams, composed or not") {
  CHECK(terms_of("제주도 여행") == "제주도 제주 주도 여행");
  CHECK(terms_of("\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165") == terms_of("한국어"));
  CHECK(terms_of("집") == "집");
}

TEST_CASE("scripts without spaces are cut into bigrams that keep their marks") {
  CHECK(terms_of("น้ำตก") == "น\u0e49\u0e4dา าต ตก");
  CHECK(terms_of("ລາວ") == "ລາ າວ");
  CHECK(terms_of("ខ្មែរ") == "ខ្មែ មែរ");
  CHECK(terms_of("မြန်") == "မြန်");
}

TEST_CASE("a change of script ends a run") {
  CHECK(terms_of("重跑gen-itgc后") == "gen itgc gen-itgc 重跑 后");
  CHECK(terms_of("abcДЕ") == "abc де");
  CHECK(terms_of("v2版本") == "v2 版本");
  CHECK(terms_of("漢字한국ไทย") == "漢字 한국 ไท ทย");
}

TEST_CASE("characters that only change the looks of a word are no part of it") {
  CHECK(terms_of("soft\u00adware") == "software");
  CHECK(terms_of("سـلام") == terms_of("سلام"));
  CHECK(terms_of("葛\U000E0100城") == "葛城");
  CHECK(terms_of("a\u00ad b-\u00ad") == "a b");
}

TEST_CASE("a letter or number of no script is what it folds to") {
  CHECK(terms_of("㊀㊁月") == "一二 二月");
  CHECK(terms_of("ｶｰﾄﾞ") == terms_of("カード"));
  CHECK(terms_of("x² ½") == "x2 ½");
  CHECK(terms_of("aﾞ㊀") == "a 一");
}

TEST_CASE("a mark with no letter before it is no word") {
  CHECK(terms_of("deploy.\u0301!") == "deploy");
  CHECK(terms_of("a-\u0301b") == "a b");
  CHECK(terms_of("e\u00ad\u0301") == "e é");
  CHECK(terms_of("ﾞ海") == "海");
}

TEST_CASE("emoji separate words") {
  CHECK(terms_of("今天天气很好，🙋 我们去郊游").ends_with("我们 们去 去郊 郊游"));
  CHECK(terms_of("go🎉home") == "go home");
}

TEST_CASE("offsets frame the source of each term") {
  CHECK(sources_of("see getUserById") ==
        Texts{"see=see", "getuserbyid=getUserById", "get=get", "user=User", "by=By", "id=Id"});
  CHECK(sources_of("(C++)") == Texts{"c=C", "c++=C++"});
  CHECK(sources_of("#1 don\u2019t") == Texts{"1=1", "#1=#1", "don=don", "t=t", "don't=don\u2019t"});
  CHECK(sources_of("ein café") == Texts{"ein=ein", "cafe=café", "café=café"});
  CHECK(sources_of("去郊游") == Texts{"去郊=去郊", "郊游=郊游"});
  CHECK(sources_of("ｶﾞｷﾞ") == Texts{"ガギ=ｶﾞｷﾞ"});
}

TEST_CASE("tokenize appends, with offsets into its own text") {
  TokenBuffer tokens;
  tokenize("first 海边", Profile::kDefault, tokens);
  tokenize("second 重跑", Profile::kDefault, tokens);
  REQUIRE(tokens.tokens.size() == 4);
  CHECK(tokens.term(tokens.tokens[1]) == "海边");
  CHECK(tokens.term(tokens.tokens[2]) == "second");
  CHECK(tokens.tokens[2].start == 0);
}

TEST_CASE("bad bytes are gaps") {
  CHECK(terms_of("a\xff\xfe b\xe4\xbd c") == "a b c");
  CHECK(reference_terms("a\xff\xfe b\xe4\xbd c") == "a b c");
}

TEST_CASE("the reference counts ASCII words and CJK characters") {
  CHECK(estimate_tokens("", Profile::kReference) == 0);
  CHECK(estimate_tokens("don't stop", Profile::kReference) == 3);
  CHECK(estimate_tokens("我喜欢海 ok", Profile::kReference) == 5);
  CHECK(estimate_tokens("café Привет 한국", Profile::kReference) == 1);
}

TEST_CASE("the default counts each letter, mark and number outside ASCII too") {
  CHECK(estimate_tokens("", Profile::kDefault) == 0);
  CHECK(estimate_tokens("don't stop", Profile::kDefault) == 3);
  CHECK(estimate_tokens("我喜欢海 ok", Profile::kDefault) == 5);
  CHECK(estimate_tokens("Привет 한국", Profile::kDefault) == 8);
  CHECK(estimate_tokens("café", Profile::kDefault) == 2);
  CHECK(estimate_tokens("e\u0301", Profile::kDefault) == 2);
  CHECK(estimate_tokens("½ ٣ Ⅳ \U00020BB7", Profile::kDefault) == 4);
  CHECK(estimate_tokens("🎉 。、", Profile::kDefault) == 0);
}
