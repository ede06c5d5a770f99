#include "text/all_tokens.h"

#include <catch_amalgamated.hpp>
#include <set>
#include <string>
#include <tuple>

#include "text/tokenizer.h"

namespace loci {
namespace {

// Each token as `kind:term@start-end`.
std::string all_of(std::string_view text, Forms forms, Profile profile = Profile::kDefault) {
  TokenBuffer buffer;
  tokenize_all(text, Analyzer(profile, nullptr, forms), buffer);
  std::string all;
  for (const Token& token : buffer.tokens) {
    if (!all.empty()) all += ' ';
    all += std::string(name_of(token.kind)) + ':' + std::string(buffer.term(token)) + '@' +
           std::to_string(token.start) + '-' + std::to_string(token.end);
  }
  return all;
}

TEST_CASE("a word brings its beginning and its grams at its place") {
  CHECK(all_of("a Migrate", Forms::kBoth) ==
        "word:a@0-1 word:migrate@2-9 form:migra@2-9 gram:<mig@2-9 gram:migr@2-9 gram:igra@2-9 "
        "gram:grat@2-9 gram:rate@2-9 gram:ate>@2-9");
  CHECK(all_of("a Migrate", Forms::kStems) == "word:a@0-1 word:migrate@2-9 form:migra@2-9");
  CHECK(all_of("домик", Forms::kGrams) ==
        "word:домик@0-10 gram:<дом@0-10 gram:доми@0-10 gram:омик@0-10 gram:мик>@0-10");
  CHECK(all_of("a Migrate", Forms::kOff) == "word:a@0-1 word:migrate@2-9");
}

TEST_CASE("a beginning as long as the word is not given") {
  CHECK(all_of("cats", Forms::kStems) == "word:cats@0-4");
  CHECK(all_of("cat", Forms::kStems) == "word:cat@0-3");
}

TEST_CASE("a gram that is the word or its form is not given again") {
  CHECK(all_of("cats", Forms::kBoth) == "word:cats@0-4 gram:<cat@0-4 gram:ats>@0-4");
  CHECK(all_of("tokens", Forms::kBoth) ==
        "word:tokens@0-6 form:toke@0-6 gram:<tok@0-6 gram:oken@0-6 gram:kens@0-6 gram:ens>@0-6");
}

TEST_CASE("parts bring grams, and identifiers without joiners; accented spellings bring none") {
  CHECK(all_of("catsUp", Forms::kGrams) ==
        "identifier:catsup@0-6 gram:<cat@0-6 gram:cats@0-6 gram:atsu@0-6 gram:tsup@0-6 "
        "gram:sup>@0-6 part:cats@0-4 gram:<cat@0-4 gram:ats>@0-4 part:up@4-6");
  CHECK(all_of("été v2.4", Forms::kGrams) ==
        "word:ete@0-5 gram:<ete@0-5 gram:ete>@0-5 word:été@0-5 word:v2@6-8 word:4@9-10 "
        "identifier:v2.4@6-10");
}

TEST_CASE("Thai brings trigrams where forms are by grams, Chinese and the reference none") {
  const std::string_view thai = "กรมชล";
  CHECK(all_of(thai, Forms::kStems) == "word:กร@0-6 word:รม@3-9 word:มช@6-12 word:ชล@9-15");
  CHECK(all_of(thai, Forms::kBoth) ==
        "word:กร@0-6 gram:กรม@0-9 word:รม@3-9 gram:รมช@3-12 word:มช@6-12 gram:มชล@6-15 "
        "word:ชล@9-15");
  CHECK(all_of("กร", Forms::kBoth) == "word:กร@0-6");
  CHECK(all_of("服务器", Forms::kBoth) == "word:服务@0-6 word:务器@3-9");
  CHECK(all_of("migrate", Forms::kBoth, Profile::kReference) == "word:migrate@0-7");
}

TEST_CASE("all tokens hold those of tokenize, and no term twice for one place") {
  const std::string_view text =
      "Migrating getUserById from Café's café-bar lalala กรมชล 서버에서 重跑 don't c++ v2.4 ÉTÉ "
      "été";
  const Analyzer analyzer(Profile::kDefault, nullptr, Forms::kBoth);
  TokenBuffer plain;
  tokenize(text, analyzer, plain);
  TokenBuffer all;
  tokenize_all("before", analyzer, all);
  const size_t first = all.tokens.size();
  tokenize_all(text, analyzer, all);
  std::set<std::tuple<std::string_view, uint32_t, uint32_t>> places;
  for (size_t i = first; i < all.tokens.size(); ++i) {
    const Token& token = all.tokens[i];
    CHECK(places.emplace(all.term(token), token.start, token.end).second);
  }
  for (const Token& token : plain.tokens) {
    CHECK(places.contains({plain.term(token), token.start, token.end}));
  }
}

}  // namespace
}  // namespace loci
