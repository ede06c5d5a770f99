#include "text/function_words.h"

#include <bit>
#include <catch_amalgamated.hpp>
#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace loci {
namespace {

// The marked terms of a question, with blanks between them.
std::string marked_of(const TokenBuffer& buffer) {
  const std::vector<bool> flags = function_words(buffer);
  REQUIRE(flags.size() == buffer.tokens.size());
  std::string terms;
  for (size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i]) continue;
    if (!terms.empty()) terms += ' ';
    terms += buffer.term(buffer.tokens[i]);
  }
  return terms;
}

std::string marked(std::string_view question) {
  TokenBuffer buffer;
  tokenize(question, Analyzer(Profile::kDefault), buffer);
  return marked_of(buffer);
}

// The same with forms by grams.
std::string marked_with_grams(std::string_view question) {
  TokenBuffer buffer;
  tokenize(question, Analyzer(Profile::kDefault, nullptr, Forms::kBoth), buffer);
  return marked_of(buffer);
}

// Whether every token of the text is a function word.
bool is_all_marked(std::string_view text) {
  TokenBuffer buffer;
  tokenize(text, Analyzer(Profile::kDefault), buffer);
  for (const bool flag : function_words(buffer)) {
    if (!flag) return false;
  }
  return !buffer.tokens.empty();
}

TEST_CASE("each language has its commonest function words") {
  for (const char* words : {
           "the and of to in is that it was for on are with as his they",
           "der die und in den von zu das mit sich des auf für ist im nicht",
           "de het een en van in is dat op te zijn met voor niet aan er",
           "le la les de des et un une à est que dans qui pour où été",
           "el la los de que y en un por con para una está qué cómo dónde",
           "o a os de que e do da em um para com não uma é você",
           "il la di che e un a per in una sono è non perché più dove",
           "de și în a la cu pe nu că este sunt un o din când care",
           "och i att det som på en är av för med till den har inte när",
           "og i at det er en til på som de med af for ikke hvor når",
           "og i det er på en til som av for at med ikke å hvordan når",
           "ja on ei se että hän oli mutta kun mitä missä ovat ole minä sen kuin",
           "i w na z się nie do to że jest jak co kto gdzie był są",
           "a se v na je že s z do to co kde jak kdy který jsem",
           "i je u na se da su za od s što gdje koji nije kada će",
           "a az és hogy nem egy is van ez azt mi ki hol mikor volt már",
           "bir ve bu da de için ne ile mi çok o kim nerede nasıl değil gibi",
           "và của là có không được cho với các những đã ở gì khi nào đâu",
           "yang dan di ini itu dari untuk tidak apa siapa dengan ke pada kapan ada akan",
           "и в не на я что он с как это но кто где когда был ещё",
           "і в не на я що він з як це але хто де коли був її",
           "и в не на аз че той с как това но кой къде кога беше ѝ",
           "ο η το και να του είναι στο με που για δεν τι πού πότε ποιος",
           "في من على أن إلى ما هل هذا التي كان لا متى أين كيف مع هو",
           "و در به از که این را با است آن چه کی کجا برای نیست چرا",
           "של את על לא זה הוא מה מי איפה מתי עם היה אני כי למה איך",
           "के है में की को से का और पर यह क्या कौन कब कहाँ नहीं था",
           "এবং এই কি কে কোথায় কখন থেকে আমি না হয় জন্য ছিল কেন তার এটা যে",
           "그 이 것 수 왜 언제 어디 누가 어떻게 무엇을 있는 우리 그리고 때문에",
           "什么 怎么 为什么 我们 这个 没有 什麼 為什麼 的 在",
           "から です ます それ どこ なぜ という いつ",
           "อะไร ที่ไหน เมื่อไหร่ ทำไม ของ ต้อง",
       }) {
    INFO(words);
    INFO(marked(words));
    CHECK(is_all_marked(words));
  }
}

TEST_CASE("what a question is about is no function word") {
  for (const char* words : {
           "work home year people day time house name may us",
           "Arbeit Haus Jahr Leute Tag Zeit Name",
           "travail maison année gens jour temps nom",
           "trabajo casa año gente día tiempo nombre",
           "lavoro casa anno gente giorno tempo nome",
           "arbete hem år folk dag tid namn",
           "munka otthon év emberek nap idő név",
           "iş ev yıl insanlar gün isim",
           "praca dom rok ludzie dzień czas",
           "nhà năm người ngày mã đá",
           "работа дом год люди день время имя",
           "δουλειά σπίτι χρόνος άνθρωποι ημέρα",
           "عمل بيت سنة ناس يوم اسم",
           "עבודה בית שנה אנשים יום",
           "काम घर साल लोग दिन समय नाम",
           "회사 집에서 사람들 하루 이름",
           "工作 家庭 服务器 时间 名字",
           "仕事 会社 東京 名前",
           "บ้าน งาน วัน ชื่อ",
       }) {
    INFO(words);
    CHECK(marked(words) == "");
  }
}

TEST_CASE("whole questions keep what they ask for") {
  CHECK(marked("Who lets the dog in when we are out?") == "who the in when we are out");
  CHECK(marked("Wer hat die Karten für das Spiel?") == "wer hat die fur für das");
  CHECK(marked("Où est la clé de la voiture ?") == "ou où est la de la");
  CHECK(marked("¿Dónde está la llave del coche?") == "donde dónde esta está la del");
  CHECK(marked("Где лежит ключ от машины?") == "где от");
  CHECK(marked("为什么取消") == "为什 什么");
  CHECK(marked("กุญแจอยู่ที่ไหน") == "อยู่ ที่ไ ไห หน");
  CHECK(marked_with_grams("กุญแจอยู่ที่ไหน") == "อยู่ ที่ไ ที่ไห ไห ไหน หน");
  CHECK(marked("열쇠가 어디에서 있는") == "어디에서 어디 디에 에서 있는");
}

TEST_CASE("a word with an apostrophe is one when it is listed or all in it are") {
  CHECK(marked("she doesn't like rain") == "she doesn t doesn't");
  CHECK(marked("she doesn\u2019t like rain") == "she doesn t doesn't");
  CHECK(marked("what's in Anna's bag") == "what s what's in s");
  CHECK(marked("d'un côté qu'il a vu") == "d un d'un qu il qu'il a");
  CHECK(marked("is a to-do a todo for you") == "is a to do a for you");
}

TEST_CASE("the languages of a question vote") {
  CHECK(marked("my car is red") == "my is");
  CHECK(marked("mon nom est long car il vient de loin") == "mon est car il de");
  CHECK(marked("did the cat die or was it a war") == "did the or was it a");
  CHECK(marked("die Frage war wie bisher nur an den Hund") == "die war wie nur an den");
  CHECK(marked("who put die Karten on the desk") == "who on the");
}

TEST_CASE("one word that is a thing elsewhere tells no language") {
  for (const char* question : {"red car", "die cast", "vitamin c", "AI son", "plan a",
                               "var keyword", "Los Angeles", "comment thread", "Tom Jim"}) {
    INFO(question);
    CHECK(marked(question).empty());
  }
  CHECK(marked("the key") == "the");
  CHECK(marked("кто пришёл") == "кто");
}

TEST_CASE("each script of a question has its own winners") {
  CHECK(marked("what is the смысл of это слово") == "what is the of это");
  CHECK(
      marked("where is the 服务器 and 为什么 did it stop").starts_with("where is the and did it"));
  CHECK(marked("where is the 服务器 and 为什么 did it stop").ends_with("为什 什么"));
}

TEST_CASE("accents count where they are typed") {
  CHECK(marked("vilket år är det") == "vilket ar är det");
  CHECK(marked("vilket ar ar det") == "vilket ar ar det");
  CHECK(marked("donde esta la llave de Ana") == "donde esta la de");
}

TEST_CASE("a question of nothing but function words is all marked") {
  CHECK(is_all_marked("to be or not to be"));
  CHECK(is_all_marked("что это было"));
  CHECK(marked("").empty());
  CHECK(marked("?!").empty());
}

TEST_CASE("parts and identifiers are no function words") {
  CHECK(marked("where is getTheUser and if-then") == "where is and if then");
}

TEST_CASE("a listed word knows its languages") {
  CHECK(std::popcount(find_function_word("de").languages) > 5);
  CHECK(std::popcount(find_function_word("warum").languages) == 1);
  CHECK(find_function_word("car").weak);
  CHECK_FALSE(find_function_word("the").weak);
  for (const char* word : {"", "a ", "th", "theory", "zzzz", "\x01", "\xF0\x9F\x98\x80", "๛๛๛"}) {
    INFO(word);
    CHECK(find_function_word(word).languages == 0);
  }
}

TEST_CASE("a listed word is found by all of its letters, whatever their pages of Unicode") {
  for (const char* word : {"ở", "với", "đã", "là", "که", "から", "という", "어디에서", "why"}) {
    INFO(word);
    CHECK(find_function_word(word).languages != 0);
  }
  // The same places on other pages, letters before and behind, and longer words than any listed.
  for (const char* word : {"B>", ":B>", "тhe", "thе", "کک", "ाक", "theк", "кtheк", "という。",
                           "이에서이", "为什么么么么么么么", "shouldn't've've've"}) {
    INFO(word);
    CHECK(find_function_word(word).languages == 0);
  }
}

TEST_CASE("long questions take no more than their share") {
  std::string question;
  for (int i = 0; i < 5000; ++i) question += "what's don't a'b'c für 为什么取消 어디에서 ";
  TokenBuffer buffer;
  tokenize(question, Analyzer(Profile::kDefault), buffer);
  const std::vector<bool> flags = function_words(buffer);
  CHECK(static_cast<size_t>(std::count(flags.begin(), flags.end(), true)) % 5000 == 0);
}

}  // namespace
}  // namespace loci
