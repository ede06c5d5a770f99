// What holds for every text: properties of the tokenizer on generated text of many scripts, and the
// reference profile against a slow twin.

#include <catch_amalgamated.hpp>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/utf8.h"
#include "support/mixed_text.h"
#include "support/reference_tokens.h"
#include "text/segmenter/segmenter.h"
#include "text/tokenizer.h"
#include "text/unicode/unicode.h"

using namespace loci;
using namespace loci::test;

namespace {

constexpr int kTexts = 1500;
constexpr Profile kProfiles[] = {Profile::kDefault, Profile::kReference};

TokenBuffer tokens_of(std::string_view text, const Analyzer& analyzer) {
  TokenBuffer tokens;
  tokenize(text, analyzer, tokens);
  return tokens;
}

/// Words of small_segmenter() and what stands between them; U+FA45 folds to 海.
std::string ideographs(MixedText& generator, int pieces) {
  constexpr const char* kPieces[] = {"漢字", "海", "野家", "カ", "海\u3099", "\uFA45", "a", " "};
  std::string text;
  for (int count = generator.below(pieces); count > 0; --count) text += kPieces[generator.below(8)];
  return text;
}

std::unique_ptr<Segmenter> small_segmenter() {
  return std::move(
      Segmenter::load({"漢字 9\n漢字海 5\n海海海 5\n野家海 5\n海 3\n", {}, {}}).value());
}

bool is_boundary(std::string_view text, size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

bool holds_letter_or_digit(std::string_view term) {
  for (const char32_t c : characters_of(term)) {
    const unicode::Category category = unicode::category(c);
    if (unicode::is_cjk(c, true)) return true;
    if (category != unicode::Category::kOther && category != unicode::Category::kMark) return true;
  }
  return false;
}

void require_sound(std::string_view text, const TokenBuffer& tokens) {
  std::set<std::tuple<std::string_view, uint32_t, uint32_t>> seen;
  bool spaceless = false;
  for (const Token& token : tokens.tokens) {
    const std::string_view term = tokens.term(token);
    INFO("term " << term << " at " << token.start << " to " << token.end);
    REQUIRE(token.start < token.end);
    REQUIRE(token.end <= text.size());
    REQUIRE(is_boundary(text, token.start));
    REQUIRE(is_boundary(text, token.end));
    REQUIRE(utf8::is_valid(term));
    REQUIRE(holds_letter_or_digit(term));
    REQUIRE(seen.emplace(term, token.start, token.end).second);
    REQUIRE_FALSE((spaceless && is_spaced(token.shape)));
    spaceless = !is_spaced(token.shape);
  }
}

/// The seconds that the tokens of `text` take.
double seconds_for(std::string_view text, Profile profile) {
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(tokens_of(text, profile).terms.size() < 64 * text.size() + 64);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeated(std::string_view piece, size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

}  // namespace

TEST_CASE("every token frames a place of the text, and no term comes twice for one place") {
  MixedText generator(1);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = generator.next(24);
    INFO("text " << text);
    for (const Profile profile : kProfiles) require_sound(text, tokens_of(text, profile));
  }
}

TEST_CASE("a dictionary takes no token away in the default profile, and adds whole words") {
  MixedText generator(6);
  const auto segmenter = small_segmenter();
  size_t added = 0;
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = ideographs(generator, 24);
    INFO("text " << text);
    const TokenBuffer without = tokens_of(text, Profile::kDefault);
    const TokenBuffer with = tokens_of(text, {Profile::kDefault, segmenter.get()});
    require_sound(text, with);
    require_sound(text, tokens_of(text, {Profile::kReference, segmenter.get()}));
    size_t kept = 0;
    for (const Token& token : with.tokens) {
      if (token.shape == TokenShape::kDictionary) {
        ++added;
        REQUIRE(utf8::count_code_points(with.term(token)) >= 3);
      } else {
        REQUIRE(with.term(token) == without.term(without.tokens.at(kept)));
        REQUIRE(token.start == without.tokens[kept].start);
        REQUIRE(token.end == without.tokens[kept++].end);
      }
    }
    REQUIRE(kept == without.tokens.size());
  }
  CHECK(added > 1000);
}

TEST_CASE("the source of a word by itself gives the word again") {
  MixedText generator(2);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = generator.next(12);
    const TokenBuffer tokens = tokens_of(text, Profile::kDefault);
    for (const Token& token : tokens.tokens) {
      const std::string_view source =
          std::string_view(text).substr(token.start, token.end - token.start);
      const TokenBuffer again = tokens_of(source, Profile::kDefault);
      const bool found = std::any_of(again.tokens.begin(), again.tokens.end(), [&](const Token& t) {
        return again.term(t) == tokens.term(token);
      });
      INFO("term " << tokens.term(token) << " of " << source << " in " << text);
      REQUIRE(found);
    }
  }
}

TEST_CASE("each term is found by itself as a query") {
  MixedText generator(3);
  for (int i = 0; i < kTexts; ++i) {
    const TokenBuffer tokens = tokens_of(generator.next(6), Profile::kDefault);
    for (const Token& token : tokens.tokens) {
      const std::string term(tokens.term(token));
      const TokenBuffer again = tokens_of(term, Profile::kDefault);
      const bool found = std::any_of(again.tokens.begin(), again.tokens.end(),
                                     [&](const Token& t) { return again.term(t) == term; });
      INFO("term " << term);
      REQUIRE(found);
    }
  }
}

TEST_CASE("blanks between two texts keep their tokens apart") {
  MixedText generator(4);
  for (int i = 0; i < kTexts; ++i) {
    const std::string first = generator.next(8);
    const std::string second = generator.next(8);
    for (const Profile profile : kProfiles) {
      const auto count = [&](const std::string& text) {
        return tokens_of(text, profile).tokens.size();
      };
      INFO("first " << first << ", second " << second);
      REQUIRE(count(first + "\n" + second) == count(first) + count(second));
      REQUIRE(estimate_tokens(first + "\n" + second, profile) ==
              estimate_tokens(first, profile) + estimate_tokens(second, profile));
    }
  }
}

TEST_CASE("the reference profile equals its slow twin") {
  MixedText generator(5);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = generator.next(40);
    const TokenBuffer tokens = tokens_of(text, Profile::kReference);
    std::vector<std::string> terms;
    for (const Token& token : tokens.tokens) terms.emplace_back(tokens.term(token));
    INFO("text " << text);
    REQUIRE(terms == slow_reference_tokens(text));
  }
}

TEST_CASE("a word of a megabyte is one word") {
  const std::string word(1 << 20, 'a');
  for (const Profile profile : kProfiles) REQUIRE(tokens_of(word, profile).tokens.size() == 1);
}

TEST_CASE("time is linear in the text, whatever it holds") {
  for (const char* piece :
       {"a",   "A",  "aB",      "a.",     "a-",     "#",       "#a",     "@",  "a#",
        "a++", "é",  "e\u0301", "\u0301", "\u00ad", "a\u00ad", "海",     "한", "\u1112\u1161",
        "น้ำ",  "ｶﾞ", "a海",     "½",      "_",      "'",       "\u2019", "аa"}) {
    INFO("piece " << piece);
    for (const Profile profile : kProfiles) {
      (void)seconds_for(repeated(piece, 1 << 12), profile);
      const double shorter = seconds_for(repeated(piece, 1 << 15), profile);
      const double longer = seconds_for(repeated(piece, 1 << 18), profile);
      CHECK(longer < 24 * shorter + 0.1);  // 8 times the text; a square would take 64 times as long
    }
  }
}
