#include "index/inverted_index.h"

#include <catch_amalgamated.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support/generated_documents.h"
#include "support/inflected_words.h"
#include "text/tokenizer.h"

using namespace loci;
using namespace loci::test;

namespace {

using Words = std::vector<std::string>;

TokenBuffer tokens_of_text(std::string_view text) {
  TokenBuffer tokens;
  tokenize(text, Profile::kDefault, tokens);
  return tokens;
}

void append(InvertedIndex& index, int64_t id, const std::string& category, const Words& words) {
  index.append({id, 0, index.intern_category(category)}, tokens_of(words));
}

/// How often the term stands in the document `id`.
uint32_t frequency(InvertedIndex& index, std::string_view term, int64_t id) {
  const PostingList* list = index.find(term);
  return list == nullptr ? 0 : list->frequency(index.slot_of(id));
}

void require_equals_model(InvertedIndex& index, const std::map<int64_t, Words>& model) {
  REQUIRE(index.document_count() == model.size());
  std::map<std::string, std::map<int64_t, uint32_t>> counts;
  size_t total = 0;
  for (const auto& [id, words] : model) {
    total += words.size();
    REQUIRE(index.length(index.slot_of(id)) == words.size());
    for (const std::string& word : words) ++counts[word][id];
  }
  REQUIRE(index.term_count() == counts.size());
  const double count = static_cast<double>(model.size());
  REQUIRE(index.average_length() == (model.empty() ? 0 : static_cast<double>(total) / count));
  for (const auto& [word, documents] : counts) {
    REQUIRE(index.find(word)->document_frequency() == documents.size());
    for (const auto& [id, times] : documents) REQUIRE(frequency(index, word, id) == times);
  }
}

void keep_some(DocumentGenerator& generator, InvertedIndex& index,
               std::map<int64_t, Words>& model) {
  const auto kept = std::make_unique<bool[]>(index.slot_count());
  for (Slot slot = 0; slot < index.slot_count(); ++slot) {
    kept[slot] = generator.below(4) > 0;
    if (!kept[slot]) model.erase(index.document(slot).id);
  }
  index.keep_only(kept.get());
  REQUIRE(index.document_count() == model.size());
}

void keep_every_third(InvertedIndex& index, std::map<int64_t, Words>& model) {
  const auto kept = std::make_unique<bool[]>(index.slot_count());
  for (Slot slot = 0; slot < index.slot_count(); ++slot) {
    kept[slot] = slot % 3 == 0;
    if (!kept[slot]) model.erase(index.document(slot).id);
  }
  index.keep_only(kept.get());
}

std::vector<std::string> relatives_of(InvertedIndex& index, const std::string& word) {
  std::vector<std::string> found;
  for (const Relative& relative : index.relatives(word)) {
    found.push_back(std::string(relative.term) + " " + std::to_string(relative.sixteenths) + " " +
                    std::to_string(relative.list->document_frequency()));
  }
  return found;
}

}  // namespace

TEST_CASE("the index holds what a map of documents holds, through appends and removals") {
  DocumentGenerator generator(11, 60);
  InvertedIndex index{Bm25Parameters{}};
  std::map<int64_t, Words> model;
  int64_t next = 1;
  for (int step = 0; step < 3000; ++step) {
    if (model.empty() || generator.below(100) < (step % 1000 < 500 ? 70 : 30)) {
      model[next] = generator.words(8);
      append(index, next, "c", model[next]);
      ++next;
    } else {
      auto victim = std::next(model.begin(), generator.below(static_cast<int>(model.size())));
      REQUIRE(index.remove(victim->first, tokens_of(victim->second)));
      model.erase(victim);
    }
    if (generator.below(500) == 0) index.compact();
    if (generator.below(300) == 0) keep_some(generator, index, model);
    if (step % 100 == 99) require_equals_model(index, model);
  }
}

TEST_CASE("a document that is not there cannot be removed") {
  InvertedIndex index{Bm25Parameters{}};
  append(index, 5, "c", {"apple"});
  CHECK_FALSE(index.remove(4, tokens_of({"apple"})));
  CHECK_FALSE(index.remove(6, tokens_of({"apple"})));
  CHECK(index.remove(5, tokens_of({"apple"})));
  CHECK_FALSE(index.remove(5, tokens_of({"apple"})));
  CHECK(index.document_count() == 0);
  CHECK(index.find("apple") == nullptr);
}

TEST_CASE("categories have one number each, and ties follow their bytes") {
  InvertedIndex index{Bm25Parameters{}};
  append(index, 1, "b", {});
  append(index, 2, "a", {});
  append(index, 3, "b", {});
  CHECK(index.category_count() == 2);
  CHECK(index.find_category("b") == index.intern_category("b"));
  CHECK_FALSE(index.find_category("c"));
  CHECK(index.category_name(*index.find_category("a")) == "a");
  CHECK(index.stands_before(1, 0));
  CHECK(index.stands_before(0, 2));
  CHECK_FALSE(index.stands_before(2, 0));
}

TEST_CASE("without names of categories, ties follow ids whatever the groups") {
  InvertedIndex index{Bm25Parameters{}};
  index.append({1, 0, 7}, {});
  index.append({2, 0, 3}, {});
  CHECK(index.stands_before(0, 1));
  CHECK_FALSE(index.stands_before(1, 0));
}

TEST_CASE("bigrams are found by either of their characters, while they are there") {
  InvertedIndex index{Bm25Parameters{}};
  index.append({1, 0, 0}, tokens_of_text("大海 海边 海海 海"));
  index.append({2, 0, 0}, tokens_of_text("海边"));
  CHECK(index.lists_of_bigrams_with("海").size() == 3);
  CHECK(index.lists_of_bigrams_with("边").size() == 1);
  CHECK(index.lists_of_bigrams_with("河").empty());
  index.remove(1, tokens_of_text("大海 海边 海海 海"));
  CHECK(index.lists_of_bigrams_with("海").size() == 1);
  CHECK(index.lists_of_bigrams_with("大").empty());
  index.append({3, 0, 0}, tokens_of_text("大海"));
  const bool last_two[] = {false, false, true};
  index.keep_only(last_two);
  CHECK(index.lists_of_bigrams_with("海").size() == 1);
  append(index, 4, "c", {"边x"});  // no bigram, though its number was that of one
  CHECK(index.lists_of_bigrams_with("边").empty());
}

TEST_CASE("characters whose low bits are the same keep their bigrams apart") {
  constexpr const char* kOne = "\u4E2D";    // 中
  constexpr const char* kOther = "\u5E2D";  // 席
  const std::string text = std::string(kOne) + "国 主" + kOther + " " + kOne + kOther;
  InvertedIndex index{Bm25Parameters{}};
  index.append({1, 0, 0}, tokens_of_text(text));
  index.append({2, 0, 0}, tokens_of_text(std::string("主") + kOther));
  CHECK(index.lists_of_bigrams_with(kOne).size() == 2);
  CHECK(index.lists_of_bigrams_with(kOther).size() == 2);
  index.remove(1, tokens_of_text(text));
  CHECK(index.lists_of_bigrams_with(kOne).empty());
  CHECK(index.lists_of_bigrams_with(kOther).size() == 1);
}

TEST_CASE("grams are found like words, and add nothing to the length") {
  InvertedIndex index{Bm25Parameters{}};
  TokenBuffer tokens = tokens_of({"word", "gram", "gram"});
  tokens.tokens[1].kind = TokenKind::kGram;
  tokens.tokens[2].kind = TokenKind::kGram;
  index.append({1, 0, 0}, tokens);
  CHECK(index.length(0) == 1);
  CHECK(index.average_length() == 1);
  CHECK(frequency(index, "gram", 1) == 2);
  CHECK(index.remove(1, tokens));
  CHECK(index.find("gram") == nullptr);
  CHECK(index.average_length() == 0);
}

TEST_CASE("relatives follow from what the index holds, whatever it held before") {
  InflectedWords words(33, 80);
  InvertedIndex index(Bm25Parameters{}, Forms::kBoth);
  std::map<int64_t, Words> model;
  int64_t next = 1;
  size_t found = 0;
  for (int step = 0; step < 2000; ++step) {
    if (model.empty() || words.below(100) < (step % 800 < 400 ? 70 : 30)) {
      for (int i = words.below(5); i >= 0; --i) model[next].push_back(words.word());
      append(index, next, "c", model[next]);
      ++next;
    } else {
      const auto victim = std::next(model.begin(), words.below(static_cast<int>(model.size())));
      index.remove(victim->first, tokens_of(victim->second));
      model.erase(victim);
    }
    if (words.below(400) == 0) index.compact();
    if (step == 1000) keep_every_third(index, model);
    if (step % 25 != 24) continue;
    InvertedIndex fresh(Bm25Parameters{}, Forms::kBoth);
    for (const auto& [id, held] : model) append(fresh, id, "c", held);
    for (int i = 0; i < 10; ++i) {
      const std::string word = words.word();
      const auto relatives = relatives_of(index, word);
      REQUIRE(relatives == relatives_of(fresh, word));
      found += relatives.size();
    }
  }
  CHECK(found > 500);
}

TEST_CASE("an index without forms knows no relatives, and a cleared one stays what it was") {
  InvertedIndex without{Bm25Parameters{}};
  InvertedIndex with(Bm25Parameters{}, Forms::kGrams);
  for (InvertedIndex* index : {&without, &with}) {
    index->append({1, 0, 0}, tokens_of_text("Migrating. Migración, migración"));
    index->clear();
    index->append({1, 0, 0}, tokens_of_text("Migrating. Migración, migración"));
  }
  CHECK(without.relatives("migration").empty());
  const auto relatives = with.relatives("migration");
  REQUIRE(relatives.size() == 2);  // under its spelling without accents alone
  CHECK(relatives[0].term == "migrating");
  CHECK(relatives[1].term == "migracion");
  CHECK(relatives[1].list == with.find("migracion"));
  CHECK(relatives[1].list->frequency(0) == 2);
  CHECK(with.byte_size() > without.byte_size());
}

TEST_CASE("memory follows what is held") {
  DocumentGenerator generator(3, 500);
  InvertedIndex index{Bm25Parameters{}};
  int64_t next = 1;
  size_t first_round = 0;
  for (int round = 0; round < 10; ++round) {
    const int64_t begin = next;
    std::vector<Words> documents;
    for (; next < begin + 1000; ++next) {
      documents.push_back(generator.words(10));
      append(index, next, "c", documents.back());
    }
    for (int64_t id = begin; id < next; ++id) {
      index.remove(id, tokens_of(documents[static_cast<size_t>(id - begin)]));
    }
    index.compact();
    if (round == 0) first_round = index.byte_size();
  }
  CHECK(index.document_count() == 0);
  CHECK(index.slot_count() == 0);
  CHECK(index.byte_size() <= 2 * first_round);
}

TEST_CASE("a cleared index is a new one") {
  InvertedIndex index{Bm25Parameters{}};
  append(index, 9, "c", {"apple"});
  index.clear();
  CHECK(index.document_count() == 0);
  CHECK(index.category_count() == 0);
  CHECK(index.average_length() == 0);
  append(index, 1, "c", {"pear"});
  CHECK(frequency(index, "pear", 1) == 1);
  CHECK(index.find("apple") == nullptr);
}

TEST_CASE("a slot is found by its id, and none by another, whatever holes there are") {
  DocumentGenerator generator(11, 20);
  for (int round = 0; round < 40; ++round) {
    InvertedIndex index{Bm25Parameters{}};
    std::map<int64_t, Slot> slots;
    int64_t id = generator.below(3);
    for (int i = generator.below(30); i > 0; --i) {
      slots[id] = index.slot_count();
      index.append({id, 0, 0}, tokens_of({"a"}));
      id += 1 + (generator.below(4) == 0 ? generator.below(1 + 20 * (round % 3)) : 0);
    }
    for (int64_t asked = -2; asked < id + 3; ++asked) {
      const auto known = slots.find(asked);
      REQUIRE(index.slot_of(asked) == (known == slots.end() ? index.slot_count() : known->second));
    }
  }
}
