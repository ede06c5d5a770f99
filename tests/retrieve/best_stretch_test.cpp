#include "retrieve/best_stretch.h"

#include <catch_amalgamated.hpp>
#include <set>

#include "index/inverted_index.h"
#include "support/generated_documents.h"
#include "support/slow_stretches.h"

using namespace loci;
using namespace loci::test;

namespace {

using Words = std::vector<std::string>;

/// Documents with the ids 1, 2, ..., and a question of terms that mean what they are told to.
class Passages {
 public:
  std::vector<SlowStretchTerm> question;

  /// The slot.
  Slot add(const Words& words) {
    texts_.push_back(words);
    index_.append({static_cast<int64_t>(texts_.size()), 0, 0}, tokens_of(words));
    return index_.slot_count() - 1;
  }

  BestStretch search() {
    std::vector<StretchTerm> terms;
    std::vector<double> worths;
    for (const SlowStretchTerm& term : question) {
      for (const auto& [word, sixteenths] : term.means) {
        const PostingList* const list = index_.find(word);
        if (list == nullptr) continue;
        terms.push_back(
            {word, list, static_cast<uint32_t>(worths.size()), static_cast<uint8_t>(sixteenths)});
      }
      worths.push_back(term.worth);
    }
    return BestStretch(terms, worths);
  }

  double best(const Words& words) { return search().of(tokens_of(words)); }

 private:
  std::vector<Words> texts_;
  InvertedIndex index_{Bm25Parameters{}};
};

/// `count` words that mean nothing.
Words padding(size_t count) { return Words(count, "x"); }

Words joined(const std::vector<Words>& parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// One to eight terms; words may mean several of them.
std::vector<SlowStretchTerm> some_question(DocumentGenerator& generator) {
  std::vector<SlowStretchTerm> question(static_cast<size_t>(1 + generator.below(8)));
  for (SlowStretchTerm& term : question) {
    term.worth = 0.01 + generator.below(10'000) / 777.0;
    if (generator.below(6) > 0) term.means[generator.word()] = 16;
    for (int i = generator.below(6); i > 0; --i) {
      term.means.emplace(generator.word(), 1 + generator.below(15));
    }
  }
  return question;
}

}  // namespace

TEST_CASE("what stands within 32 tokens counts together, and one token further no more") {
  Passages passages;
  passages.question = {{3, {{"heron", 16}}}, {2, {{"weir", 16}}}};
  passages.add({"heron", "weir"});
  CHECK(passages.best(joined({{"heron"}, padding(29), {"weir"}})) == 5);  // 31 tokens
  CHECK(passages.best(joined({{"heron"}, padding(30), {"weir"}})) == 5);  // 32
  CHECK(passages.best(joined({{"heron"}, padding(31), {"weir"}})) == 3);  // 33
  CHECK(passages.best(joined({{"weir"}, padding(31), {"heron"}, {"weir"}})) == 5);
  CHECK(passages.best(joined({padding(100), {"weir"}, padding(100)})) == 2);
  CHECK(passages.best(padding(100)) == 0);
  CHECK(passages.best({}) == 0);
}

TEST_CASE("of a term its likest match in the stretch counts, once") {
  Passages passages;
  passages.question = {{4, {{"migrate", 16}, {"migrated", 12}, {"migration", 8}}}};
  passages.add({"migrate", "migrated", "migration"});
  CHECK(passages.best({"migration", "migration"}) == 2);
  CHECK(passages.best({"migration", "migrated", "migration"}) == 3);
  CHECK(passages.best({"migrated", "migrate", "migrate"}) == 4);
  CHECK(passages.best(joined({{"migrated"}, padding(40), {"migration"}})) == 3);
}

TEST_CASE("grams take no place in a stretch") {
  Passages passages;
  passages.question = {{3, {{"heron", 16}}}, {2, {{"weir", 16}}}};
  passages.add({"heron", "weir"});
  TokenBuffer tokens = tokens_of(joined({{"heron"}, padding(40), {"weir"}}));
  for (size_t i = 1; i <= 40; ++i) tokens.tokens[i].kind = TokenKind::kGram;
  CHECK(passages.search().of(tokens) == 5);
}

TEST_CASE("best stretches are those that a look at every stretch finds") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    DocumentGenerator generator(seed, seed % 3 == 0 ? 500 : 40);
    Passages passages;
    passages.question = some_question(generator);
    std::vector<Words> texts;
    for (const int most : {0, 5, 31, 32, 33, 40, 70, 200, 200, 200}) {
      texts.push_back(generator.words(most));
      passages.add(texts.back());
    }
    const BestStretch search = passages.search();
    for (Slot slot = 0; slot < texts.size(); ++slot) {
      REQUIRE(search.of(tokens_of(texts[slot])) ==
              slow_best_stretch(texts[slot], passages.question));
    }
  }
}

TEST_CASE("what a document holds in all is known from its postings") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    DocumentGenerator generator(seed, 60);
    Passages passages;
    passages.question = some_question(generator);
    std::vector<Words> texts;
    for (const int most : {0, 5, 31, 32, 33, 70, 200}) {
      texts.push_back(generator.words(most));
      passages.add(texts.back());
    }
    const BestStretch search = passages.search();
    for (Slot slot = 0; slot < texts.size(); ++slot) {
      double expected = 0;
      size_t held = 0;
      for (const SlowStretchTerm& term : passages.question) {
        int likest = 0;
        for (const std::string& word : texts[slot]) {
          if (term.means.contains(word)) likest = std::max(likest, term.means.at(word));
        }
        expected += slow_worth(term.worth) * likest / 16;
        held += likest > 0;
      }
      const BestStretch::All all = search.of_all(slot);
      REQUIRE(all.sum == expected);
      REQUIRE(all.terms == held);
      const double best = search.of(tokens_of(texts[slot]));
      REQUIRE(all.sum >= best);
      if (texts[slot].size() <= kStretchTokens || held <= 1) REQUIRE(all.sum == best);
    }
  }
}
