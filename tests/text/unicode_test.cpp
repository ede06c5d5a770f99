#include "text/unicode/unicode.h"

#include <catch_amalgamated.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "text/unicode/fold_word.h"

namespace loci::unicode {
namespace {

using Spellings = std::pair<std::string, std::string>;  // folded, accented

Spellings spell(std::string_view word) {
  Spellings out;
  fold_word(word, out.first, out.second);
  return out;
}

std::string folded(std::string_view word) { return spell(word).first; }
std::string accented(std::string_view word) { return spell(word).second; }

std::u32string fold_one(char32_t c) {
  char32_t out[kMaxFold];
  const size_t length = fold(c, out);
  return std::u32string(out, length);
}

std::string to_utf8(std::u32string_view text) {
  std::string out;
  for (const char32_t c : text) utf8::append(out, c);
  return out;
}

bool is(char32_t c, Category category, Script script) {
  const Properties found = properties(c);
  return found.category == category && found.script == script;
}

// ---- What a character is ----

TEST_CASE("characters have their category and script") {
  CHECK(is('a', Category::kLetter, Script::kLatin));
  CHECK(is('7', Category::kDigit, Script::kCommon));
  CHECK(is('_', Category::kOther, Script::kCommon));
  CHECK(is(U'é', Category::kLetter, Script::kLatin));
  CHECK(is(U'я', Category::kLetter, Script::kCyrillic));
  CHECK(is(U'Ω', Category::kLetter, Script::kGreek));
  CHECK(is(U'م', Category::kLetter, Script::kArabic));
  CHECK(is(U'ש', Category::kLetter, Script::kHebrew));
  CHECK(is(U'中', Category::kLetter, Script::kHan));
  CHECK(is(U'𠮷', Category::kLetter, Script::kHan));
  CHECK(is(U'々', Category::kLetter, Script::kHan));
  CHECK(is(U'の', Category::kLetter, Script::kHiragana));
  CHECK(is(U'ア', Category::kLetter, Script::kKatakana));
  CHECK(is(U'제', Category::kLetter, Script::kHangul));
  CHECK(is(U'น', Category::kLetter, Script::kThai));
  CHECK(is(0xE49, Category::kMark, Script::kThai));
  CHECK(is(U'ລ', Category::kLetter, Script::kLao));
  CHECK(is(U'ក', Category::kLetter, Script::kKhmer));
  CHECK(is(U'က', Category::kLetter, Script::kMyanmar));
  CHECK(is(0x301, Category::kMark, Script::kInherited));
  CHECK(is(U'²', Category::kNumber, Script::kCommon));
  CHECK(is(U'Ⅷ', Category::kNumber, Script::kLatin));
  CHECK(category(U'٣') == Category::kDigit);
  CHECK(category(U'।') == Category::kOther);
  CHECK(category(U'🙋') == Category::kOther);
  CHECK(is(0xE0101, Category::kMark, Script::kInherited));
}

TEST_CASE("what is no character is kOther") {
  CHECK(category(0xD800) == Category::kOther);
  CHECK(category(0x378) == Category::kOther);
  CHECK(category(0xFFFF) == Category::kOther);
  CHECK(category(0x10FFFF) == Category::kOther);
  CHECK(category(0x110041) == Category::kOther);
  CHECK(category(0xFFFFFFFF) == Category::kOther);
  CHECK(fold_one(0x110041) == std::u32string(1, 0x110041));
}

TEST_CASE("two of the scripts without a name are still two") {
  CHECK(script(U'अ') != script(U'অ'));
  CHECK(script(U'अ') == script(U'म'));
  CHECK(script(U'አ') >= Script::kFirstOther);
}

TEST_CASE("CJK is what SPEC lists, and the planes of ideographs where asked for") {
  for (const char32_t c : {0x3040, 0x30FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF}) {
    CHECK(is_cjk(c, false));
  }
  for (const char32_t c : {0x303F, 0x3100, 0x33FF, 0x4DC0, 0xA000, 0xAC00}) {
    CHECK_FALSE(is_cjk(c, true));
  }
  CHECK(is_cjk(U'𠮷', true));
  CHECK_FALSE(is_cjk(U'𠮷', false));
}

TEST_CASE("scripts say whether they space their words and need their marks") {
  for (const char32_t c : {U'ก', U'ລ', U'ក', U'က'}) CHECK(is_spaceless(script(c)));
  for (const char32_t c : {U'a', U'中', U'제', U'अ'}) CHECK_FALSE(is_spaceless(script(c)));
  for (const char32_t c : {U'अ', U'த', U'ก', U'ཀ', U'か', U'中'}) CHECK(keeps_marks(script(c)));
  for (const char32_t c : {U'a', U'α', U'я', U'م', U'ש', U'3'}) CHECK_FALSE(keeps_marks(script(c)));
}

// ---- Folding one character ----

TEST_CASE("folding is a fixed point, whatever the character") {
  size_t wrong = 0;
  for (char32_t c = 0; c <= 0x110000; ++c) {
    const std::u32string once = fold_one(c);
    std::u32string twice;
    for (const char32_t part : once) twice += fold_one(part);
    wrong += once.empty() || once != twice;
  }
  CHECK(wrong == 0);
}

TEST_CASE("letters of full width, ligatures, digits and capitals fold") {
  CHECK(fold_one(U'Ａ') == U"a");
  CHECK(fold_one(U'３') == U"3");
  CHECK(fold_one(U'٣') == U"3");
  CHECK(fold_one(U'९') == U"9");
  CHECK(fold_one(U'𝟘') == U"0");
  CHECK(fold_one(U'²') == U"2");
  CHECK(fold_one(U'⑳') == U"20");
  CHECK(fold_one(U'ﬃ') == U"ffi");
  CHECK(fold_one(U'ß') == U"ss");
  CHECK(fold_one(U'ẞ') == U"ss");
  CHECK(fold_one(U'ς') == U"σ");
  CHECK(fold_one(U'Ấ') == U"a\u0302\u0301");
  CHECK(fold_one(U'Å') == U"a\u030A");
  CHECK(fold_one(U'𝔄') == U"a");
  CHECK(fold_one(U'𐐀') == U"𐐨");
  CHECK(fold_one(U'ﻼ') == U"لا");
  CHECK(fold_one(U'ｶ') == U"カ");
  CHECK(fold_one(0xF900) == U"豈");
  CHECK(fold_one(0xFA6C) == U"𤋮");
  CHECK(fold_one(0xAB70) == U"\u13A0");
}

TEST_CASE("what would break a word stays whole") {
  for (const char32_t c : {U'½', U'⑴', U'⒈', U'\uFDFA', U'가', U'\u0345', U'!', U'🙋'}) {
    CHECK(fold_one(c) == std::u32string(1, c));
  }
  CHECK(fold_one(U'ŀ') == U"l");
}

TEST_CASE("pairs compose, Hangul by arithmetic") {
  CHECK(compose('e', 0x301) == U'é');
  CHECK(compose(U'か', 0x3099) == U'が');
  CHECK(compose(0x9C7, 0x9BE) == 0x9CB);
  CHECK(compose(0x11099, 0x110BA) == 0x1109A);
  CHECK(compose('q', 0x301) == 0);
  CHECK(compose(U'क', 0x93C) == 0);     // excluded from composition
  CHECK(compose(0xE099, 0xE0BA) == 0);  // the private twins of the pair in plane 1
  size_t wrong = 0;
  for (char32_t syllable = 0xAC00; syllable <= 0xD7A3; ++syllable) {
    const char32_t index = syllable - 0xAC00;
    const char32_t open = compose(0x1100 + index / 588, 0x1161 + index % 588 / 28);
    wrong += (index % 28 == 0 ? open : compose(open, 0x11A7 + index % 28)) != syllable;
  }
  CHECK(wrong == 0);
  CHECK(compose(U'각', 0x11A8) == 0);
}

TEST_CASE("marks have their canonical class") {
  CHECK(combining_class('a') == 0);
  CHECK(combining_class(0x301) == 230);
  CHECK(combining_class(0x323) == 220);
  CHECK(combining_class(0x345) == 240);
  CHECK(combining_class(0x5B0) == 10);
  CHECK(combining_class(0x93C) == 7);
  CHECK(combining_class(0x3099) == 8);
  CHECK(combining_class(0xE31) == 0);
  CHECK(combining_class(0x1D165) == 216);
}

/// FNV-1a of everything the tables say. The value was taken when every character that both know
/// had been compared with Python's unicodedata (folding, composition, classes) and with the
/// regular expressions of Node (categories, scripts).
TEST_CASE("the tables as a whole are those that were verified") {
  uint64_t hash = 0xCBF29CE484222325;
  const auto add = [&](uint64_t value) { hash = (hash ^ value) * 0x100000001B3; };
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const Properties found = properties(c);
    const Script named = found.script < Script::kFirstOther ? found.script : Script::kFirstOther;
    add(static_cast<uint64_t>(found.category));
    add(static_cast<uint64_t>(named));
    add(combining_class(c));
    for (const char32_t part : fold_one(c)) add(part);
  }
  CHECK(hash == 0x688B32615C645000);
}

// ---- Folding a word ----

TEST_CASE("composed and decomposed accents are one accented and one plain word") {
  const Spellings expected = {"cafe", "café"};
  CHECK(spell("café") == expected);
  CHECK(spell("cafe\u0301") == expected);
  CHECK(spell("CAFÉ") == expected);
  CHECK(spell("cafe") == Spellings{"cafe", "cafe"});
}

TEST_CASE("a word without accents has one spelling") {
  for (const std::string word : {"пароль", "दुनिया", "น้ำตก", "제주도", "ガギグ", "كلمة", "λογος"}) {
    CHECK(folded(word) == accented(word));
  }
}

TEST_CASE("full width, half width and other digits are spelled plainly") {
  CHECK(spell("ＡＢＣ１２３") == Spellings{"abc123", "abc123"});
  CHECK(folded("ｶﾞｲﾄﾞ") == "ガイド");
  CHECK(folded("ﾊﾟﾝ") == "パン");
  CHECK(folded("१२३") == "123");
  CHECK(folded("ﬁn") == "fin");
}

TEST_CASE("Hangul syllables and their jamo are one word") {
  CHECK(folded("\u1112\u1161\u11AB\u1100\u116E\u11A8") == "한국");
  CHECK(folded("한국") == "한국");
}

TEST_CASE("Latin letters with strokes and ligatures are spelled as people type them") {
  CHECK(spell("Smørrebrød") == Spellings{"smorrebrod", "smørrebrød"});
  CHECK(spell("Łódź") == Spellings{"lodz", "łódź"});
  CHECK(spell("Đặng") == Spellings{"dang", "đặng"});
  CHECK(spell("Ærø") == Spellings{"aero", "ærø"});
  CHECK(spell("cœur") == Spellings{"coeur", "cœur"});
  CHECK(spell("Þórður") == Spellings{"thordur", "þórður"});
  CHECK(spell("Ħal") == Spellings{"hal", "ħal"});
  CHECK(spell("Straße") == Spellings{"strasse", "strasse"});
  CHECK(spell("ǿ") == Spellings{"o", "ǿ"});
}

TEST_CASE("both Turkish i are i without accents") {
  CHECK(spell("İstanbul") == Spellings{"istanbul", "i\u0307stanbul"});
  CHECK(spell("ılık") == Spellings{"ilik", "ılık"});
}

TEST_CASE("Vietnamese loses tones and hooks") {
  CHECK(spell("Việt") == Spellings{"viet", "việt"});
  CHECK(spell("người") == Spellings{"nguoi", "người"});
  CHECK(accented("Vie\u0302\u0323t") == "việt");
  CHECK(accented("Vie\u0323\u0302t") == "việt");
}

TEST_CASE("Cyrillic keeps its letters and loses stress and the dots of yo") {
  CHECK(spell("ёлка") == Spellings{"елка", "ёлка"});
  CHECK(spell("Йод") == Spellings{"йод", "йод"});
  CHECK(spell("и\u0306од") == Spellings{"йод", "йод"});
  CHECK(spell("їжак") == Spellings{"їжак", "їжак"});
  CHECK(spell("ўсё") == Spellings{"ўсе", "ўсё"});
  CHECK(spell("ѓќ") == Spellings{"ѓќ", "ѓќ"});
  CHECK(folded("за\u0301мок") == "замок");
}

TEST_CASE("Greek loses tonos, breathings and iota subscript, and has one sigma") {
  CHECK(spell("Λόγος") == Spellings{"λογοσ", "λόγοσ"});
  CHECK(folded("ἀρχῇ") == "αρχη");
  CHECK(folded("ᾳ") == "α");
}

TEST_CASE("Arabic loses vowel marks, hamza on alef and tatweel") {
  CHECK(folded("كَلِمَة") == "كلمة");
  for (const std::string alef : {"أ", "إ", "آ", "ٱ", "ا"}) CHECK(folded(alef) == "ا");
  CHECK(accented("أ") == "أ");
  CHECK(folded("كـــلمة") == "كلمة");
  CHECK(folded("ﻛﻠﻤﺔ") == "كلمة");
}

TEST_CASE("Hebrew loses its points") {
  CHECK(folded("שָׁלוֹם") == "שלום");
  CHECK(folded("שּׁ") == "ש");
}

TEST_CASE("scripts that need their marks keep them in one order") {
  CHECK(folded("मेरा") == "मेरा");
  CHECK(folded("\u0958") == "\u0915\u093C");  // qa is written apart in NFC
  CHECK(folded("\u09C7\u09BE") == "\u09CB");
  CHECK(folded("น้ำตก") == folded("น\u0E49ําตก"));
  CHECK(folded("か\u3099") == "が");
}

TEST_CASE("characters that only change the looks are gone") {
  CHECK(folded("co\u00ADoperate") == "cooperate");
  CHECK(folded("葛\U000E0100") == "葛");
  CHECK(folded("क्\u200Dष") == "क्ष");
  CHECK(folded("ᠠ\u180B") == "ᠠ");
}

TEST_CASE("marks alone give no word where the script drops them") {
  CHECK(spell("\u0301") == Spellings{"", "\u0301"});
  CHECK(spell("\u0640\u0640") == Spellings{"", ""});
  CHECK(folded("\u093E") == "\u093E");
  CHECK(spell("") == Spellings{"", ""});
}

TEST_CASE("both spellings are appended") {
  std::string plain = "x";
  std::string exact = "y";
  fold_word("é", plain, exact);
  CHECK(plain == "xe");
  CHECK(exact == "yé");
}

TEST_CASE("a wall of marks takes linear time and loses nothing") {
  std::string wall = "e";
  for (int i = 0; i < 500000; ++i) wall += i % 2 ? "\u0301" : "\u0323";
  CHECK(folded(wall) == "e");
  CHECK(utf8::count_code_points(accented(wall)) == 500000);  // e and a dot below compose
}

// ---- Against the annex, taken literally ----

/// Unicode Standard Annex #15: exchange neighbours until no mark follows one of a higher class.
void order_canonically(std::u32string& text) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 1; i < text.size(); ++i) {
      const uint8_t after = combining_class(text[i]);
      if (after == 0 || combining_class(text[i - 1]) <= after) continue;
      std::swap(text[i - 1], text[i]);
      changed = true;
    }
  }
}

/// Definition D115 of the Unicode standard: something between the two stands in the way.
bool is_blocked(const std::u32string& text, size_t starter, size_t at) {
  for (size_t i = starter + 1; i < at; ++i) {
    const uint8_t between = combining_class(text[i]);
    if (between == 0 || between >= combining_class(text[at])) return true;
  }
  return false;
}

/// Definition D117: each character composes with the last starter before it, if it can.
std::u32string compose_canonically(std::u32string text) {
  for (size_t at = 1; at < text.size(); ++at) {
    size_t starter = at;
    while (starter > 0 && combining_class(text[starter - 1]) != 0) --starter;
    if (starter == 0) continue;
    --starter;
    const char32_t composite = compose(text[starter], text[at]);
    if (composite == 0 || is_blocked(text, starter, at)) continue;
    text[starter] = composite;
    text.erase(at--, 1);
  }
  return text;
}

std::u32string without_accents(const std::u32string& text) {
  std::u32string out;
  char32_t base = 0;
  for (const char32_t c : text) {
    const bool mark = category(c) == Category::kMark;
    if (!mark) base = c;
    const bool short_i = base == U'и' && c == 0x306;
    if (!mark || short_i || keeps_marks(script(base == 0 ? c : base))) out += c;
  }
  return out;
}

Spellings slow_spell(std::u32string_view word) {
  std::u32string text;
  for (const char32_t c : word) text += fold_one(c);
  order_canonically(text);
  return {to_utf8(compose_canonically(without_accents(text))), to_utf8(compose_canonically(text))};
}

TEST_CASE("generated words are spelled as the annex has it") {
  static constexpr std::u32string_view kAlphabet =
      U"aAeÉộuИиαᾳןשかカｶ中가\u1100\u1161\u11A8कनกােେாெ"
      U"\u0300\u0301\u0302\u0306\u0308\u0323\u0327\u031B\u0345\u05B8\u05C1\u093C\u094D\u0E49\u0E31"
      U"\u3099\u309A\u09BE\u09C7\u0BC6\u0BBE\u20DD\U00011099\U000110BA";
  uint32_t state = 2463534242;
  const auto below = [&](size_t bound) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % bound;
  };
  for (int round = 0; round < 20000; ++round) {
    std::u32string word;
    for (size_t length = 1 + below(9); length > 0; --length)
      word += kAlphabet[below(kAlphabet.size())];
    INFO(to_utf8(word));
    REQUIRE(spell(to_utf8(word)) == slow_spell(word));
  }
}

}  // namespace
}  // namespace loci::unicode
