#include "index/top_k.h"

#include <catch_amalgamated.hpp>
#include <deque>
#include <set>

#include "index/inverted_index.h"
#include "index/merged_list.h"
#include "support/exhaustive_search.h"
#include "support/generated_documents.h"

using namespace loci;
using namespace loci::test;

namespace {

// An index and its slow twin, written to together.
struct Twins {
  InvertedIndex index{Bm25Parameters{}};
  ExhaustiveSearch slow;
  int64_t next_id = 1;

  void add(const std::string& category, int64_t time, const std::vector<std::string>& words) {
    index.append({next_id, time, index.intern_category(category)}, tokens_of(words));
    slow.documents[next_id++] = {category, time, words};
  }

  void remove(int64_t id) {
    const auto found = slow.documents.find(id);
    REQUIRE(index.remove(id, tokens_of(found->second.terms)));
    slow.documents.erase(found);
  }

  std::vector<PlainHit> search(const std::vector<PlainTerm>& query, size_t k,
                               const DocumentFilter& filter = {}) {
    std::vector<WeightedList> lists;
    std::deque<PostingList> merged;
    for (const PlainTerm& term : query) {
      PostingList* list = index.find(term.term);
      if (!term.forms.empty()) {
        merged.push_back(merge_family(list, relatives(term.forms)));
        list = &merged.back();
      }
      if (list == nullptr || list->document_frequency() == 0) continue;
      lists.push_back({list, term.weight * index.bm25().idf(list->document_frequency())});
    }
    std::vector<PlainHit> hits;
    for (const auto& [slot, score] : top_k(index, index.bm25(), lists, k, filter)) {
      hits.push_back({index.document(slot).id, score});
    }
    return hits;
  }

  std::vector<Relative> relatives(const std::vector<PlainForm>& forms) {
    std::vector<Relative> found;
    for (const PlainForm& form : forms) {
      PostingList* list = index.find(form.term);
      if (list == nullptr) continue;
      const auto sixteenths = static_cast<uint8_t>(form.sixteenths);
      found.push_back({list, form.term, sixteenths, TokenKind::kForm});
    }
    return found;
  }

  void require_equal(const std::vector<PlainTerm>& query, size_t k) {
    REQUIRE(search(query, k) == slow.top_k(query, k, [](const auto&) { return true; }));
  }
};

std::vector<PlainTerm> question(DocumentGenerator& generator) {
  std::vector<PlainTerm> query;
  for (int i = generator.below(12); i >= 0; --i) {
    const std::string word = generator.word();
    const auto known = std::find_if(query.begin(), query.end(),
                                    [&](const PlainTerm& term) { return term.term == word; });
    if (known != query.end()) {
      known->weight += 1;
    } else {
      query.push_back({word, generator.below(4) == 0 ? 0.25 : 1});
    }
  }
  return query;
}

// The same, with forms of some of the words, as frequent as they or more or less so.
std::vector<PlainTerm> question_with_forms(DocumentGenerator& generator) {
  std::vector<PlainTerm> query = question(generator);
  for (PlainTerm& term : query) {
    std::set<std::string> words{term.term};
    for (int i = generator.below(5); i > 0; --i) words.insert(generator.word());
    words.erase(term.term);
    for (const std::string& word : words) term.forms.push_back({word, 1 + generator.below(15)});
  }
  return query;
}

}  // namespace

TEST_CASE("top_k equals a scan of all documents to the last bit") {
  DocumentGenerator generator(5, 400);
  Twins twins;
  const std::string categories[] = {"b", "a", "c"};
  for (int i = 0; i < 5000; ++i) {
    twins.add(categories[generator.below(3)], i, generator.words(30));
  }
  for (int i = 0; i < 150; ++i) {
    const size_t sizes[] = {1, 10, 50};
    twins.require_equal(question(generator), sizes[generator.below(3)]);
  }
}

TEST_CASE("top_k with lists of words and their forms equals a scan of all documents") {
  DocumentGenerator generator(21, 400);
  Twins twins;
  for (int i = 0; i < 4500; ++i) twins.add(i % 2 == 0 ? "b" : "a", i, generator.words(20));
  for (int i = 0; i < 45; ++i) {
    const size_t sizes[] = {1, 10, 256};
    twins.require_equal(question_with_forms(generator), sizes[i % 3]);
  }
}

TEST_CASE("top_k of many equals a scan, also where fewer have a score") {
  DocumentGenerator generator(22, 3000);
  Twins twins;
  for (int i = 0; i < 5000; ++i) twins.add("c", i, generator.words(12));
  for (int i = 0; i < 40; ++i) {
    const size_t sizes[] = {256, 1000, 5000};
    twins.require_equal(question(generator), sizes[i % 3]);
  }
}

TEST_CASE("top_k stays exact while documents come and go") {
  DocumentGenerator generator(9, 120);
  Twins twins;
  for (int step = 0; step < 6000; ++step) {
    const bool grow = (step / 1500) % 2 == 0;  // two times up, two times down
    if (twins.slow.documents.empty() || generator.below(4) < (grow ? 3 : 1)) {
      twins.add(generator.below(2) == 0 ? "x" : "y", step, generator.words(grow ? 12 : 40));
    } else {
      auto at = twins.slow.documents.begin();
      std::advance(at, generator.below(static_cast<int>(twins.slow.documents.size())));
      twins.remove(at->first);
    }
    if (step % 60 == 0) twins.require_equal(question(generator), 10);
  }
}

TEST_CASE("an index that grew and shrank answers like one built afresh") {
  DocumentGenerator generator(2, 200);
  Twins twins;
  for (int i = 0; i < 4000; ++i) twins.add("c", i, generator.words(20));
  for (int64_t id = 1; id <= 3000; ++id) twins.remove(id);
  Twins fresh;
  for (const auto& [id, document] : twins.slow.documents) {
    fresh.next_id = id;
    fresh.add(document.category, document.time, document.terms);
  }
  for (int i = 0; i < 50; ++i) {
    const auto query = question(generator);
    REQUIRE(twins.search(query, 20) == fresh.search(query, 20));
  }
  REQUIRE(twins.index.slot_count() < 3000);  // renumbered on the way
  REQUIRE(twins.index.term_count() == fresh.index.term_count());
}

TEST_CASE("ties come in store order: category by bytes, then id") {
  Twins twins;
  for (const char* category : {"b", "a", "b", "a-b", "a"})
    twins.add(category, 0, {"same", "words"});
  std::vector<int64_t> order;
  for (const PlainHit& hit : twins.search({{"same"}}, 4)) order.push_back(hit.id);
  REQUIRE(order == std::vector<int64_t>{2, 5, 4, 1});
}

TEST_CASE("a filter that keeps few finds those few") {
  DocumentGenerator generator(4, 50);
  Twins twins;
  for (int i = 0; i < 3000; ++i) {
    twins.add(i % 500 == 250 ? "rare" : "common", i, generator.words(15));
  }
  DocumentFilter filter;
  filter.groups = std::vector<bool>(twins.index.category_count());
  filter.groups[twins.index.intern_category("rare")] = true;
  filter.since = 200;
  filter.before = 2500;
  for (int i = 0; i < 30; ++i) {
    const auto query = question(generator);
    REQUIRE(twins.search(query, 10, filter) ==
            twins.slow.top_k(query, 10, [](const PlainDocument& document) {
              return document.category == "rare" && document.time >= 200 && document.time < 2500;
            }));
  }
}

TEST_CASE("empty documents, empty queries and k = 0 are no trouble") {
  Twins twins;
  REQUIRE(twins.search({{"word"}}, 10).empty());
  twins.add("c", 0, {});
  twins.add("c", 0, {"word"});
  REQUIRE(twins.search({}, 10).empty());
  REQUIRE(twins.search({{"word"}}, 0).empty());
  REQUIRE(twins.search({{"word"}}, 10).size() == 1);
}
