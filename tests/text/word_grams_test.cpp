#include "text/word_grams.h"

#include <catch_amalgamated.hpp>
#include <map>
#include <string>
#include <vector>

namespace loci {
namespace {

std::vector<std::string> grams_of(const std::string& word) {
  std::vector<std::string> grams;
  const std::string marked = "<" + word + ">";
  each_gram(word, [&](const WordGram& gram) {
    grams.push_back(marked.substr(gram.start, gram.end - gram.start));
  });
  return grams;
}

std::string repeat(const char* text, size_t times) {
  std::string all;
  while (times-- > 0) all += text;
  return all;
}

using Grams = std::vector<std::string>;

TEST_CASE("the grams of a word count its letters and its two ends") {
  CHECK(grams_of("migrate") == Grams{"<mig", "migr", "igra", "grat", "rate", "ate>"});
  CHECK(grams_of("дома") == Grams{"<дом", "дома", "ома>"});
  CHECK(grams_of("cat") == Grams{"<cat", "cat>"});
  CHECK(grams_of("at") == Grams{"<at>"});
  CHECK(grams_of("a") == Grams{"<a>"});
  CHECK(grams_of("") == Grams{"<>"});
}

TEST_CASE("a gram that repeats counts once") {
  CHECK(grams_of("aaaaaaa") == Grams{"<aaa", "aaaa", "aaa>"});
  CHECK(grams_of("lalalala") == Grams{"<lal", "lala", "alal", "ala>"});
}

TEST_CASE("a word is read as if it ended after its first letters") {
  const std::string longest = repeat("я", kMostFormLetters - 1) + "ю";
  std::vector<uint32_t> hashes;
  each_gram(longest, [&](const WordGram& gram) { hashes.push_back(gram.hash); });
  CHECK(grams_of(longest) == Grams{"<яяя", "яяяя", "яяяю", "яяю>"});
  size_t same = 0;
  each_gram(longest + "э", [&](const WordGram& gram) {
    same += same < hashes.size() && gram.hash == hashes[same] ? 1 : 0;
  });
  CHECK(same == hashes.size());
}

TEST_CASE("equal grams have equal hashes, and few others do") {
  std::map<uint32_t, std::string> grams;
  std::string word = "aaaaaaaa";
  size_t shared = 0;
  uint32_t random = 1;
  for (size_t i = 0; i < 20'000; ++i) {
    random = random * 1664525 + 1013904223;
    word[i % 8] = static_cast<char>('a' + (random >> 16) % 26);
    const std::string marked = "<" + word + ">";
    each_gram(word, [&](const WordGram& gram) {
      const std::string text = marked.substr(gram.start, gram.end - gram.start);
      shared += grams.emplace(gram.hash, text).first->second == text ? 0 : 1;
    });
  }
  REQUIRE(grams.size() > 5'000);
  CHECK(shared < 20);
}

TEST_CASE("words of a few letters or of very many have no other forms") {
  for (const char* word : {"cat", "дом", "घरका", "καλ"}) {
    INFO(word);
    CHECK(may_have_forms(word));
  }
  for (const char* word : {"", "a", "at", "я", "до", "v24", "x86", "a1b", "don't", "c++", "café",
                           "ё-моё", "ёлка", "服务器", "กรม"}) {
    INFO(word);
    CHECK_FALSE(may_have_forms(word));
  }
  CHECK(may_have_forms(repeat("я", kMostFormLetters)));
  CHECK_FALSE(may_have_forms(repeat("я", kMostFormLetters + 1)));
  CHECK(may_have_forms(repeat("a", kMostFormLetters)));
  CHECK_FALSE(may_have_forms(repeat("a", kMostFormLetters + 1)));
}

TEST_CASE("forms by their beginning share most of the longer word") {
  CHECK(share_a_stem(4, 6));
  CHECK(share_a_stem(6, 10));
  CHECK(share_a_stem(8, 12));
  CHECK_FALSE(share_a_stem(3, 3));
  CHECK_FALSE(share_a_stem(4, 7));
  CHECK_FALSE(share_a_stem(5, 9));
  CHECK_FALSE(share_a_stem(20, 25));
}

TEST_CASE("the beginning of a word is what the least alike form of it shares") {
  CHECK(form_beginning("migrations") == "migrat");
  CHECK(form_beginning("migrate") == "migra");
  CHECK(form_beginning("cats") == "cats");
  CHECK(form_beginning("пароли") == "паро");
  CHECK(form_beginning("cat").empty());
  CHECK(form_beginning("").empty());
  for (size_t letters = kFewestSharedLetters; letters <= kMostFormLetters; ++letters) {
    INFO(letters);
    const size_t shared = form_beginning(repeat("я", letters)).size() / 2;
    CHECK(share_a_stem(shared, letters));
    CHECK_FALSE(share_a_stem(shared - 1, letters));
  }
}

}  // namespace
}  // namespace loci
