#include "retrieve/context.h"

#include <algorithm>
#include <catch_amalgamated.hpp>

#include "retrieve/lexical_search.h"
#include "support/generated_documents.h"
#include "support/slow_context.h"

using namespace loci;
using namespace loci::test;

namespace {

// Documents of words, some of them in sequences, and a question of words. The id of a document is
// the number of its slot and 1.
class Memory {
 public:
  std::vector<double> held;  // by the best stretches of the best

  void add(const std::vector<std::string>& words, const std::optional<SequencePlace>& place = {}) {
    const auto id = static_cast<int64_t>(index_.slot_count()) + 1;
    index_.append({id, 0, 0}, tokens_of(words));
    if (place) sequences_.add(id, *place);
    if (place) slow_.sequences.places[id] = *place;
  }

  // By id, of what `accepts` says true of.
  std::map<int64_t, ContextParts> ask(const std::vector<std::string>& words,
                                      Sequences::Accepts accepts, size_t wanted = SIZE_MAX) {
    const LexicalSearch search = this->search(words);
    const auto found = score_in_context(index_, sequences_, search.lists(),
                                        best_of(search, accepts), accepts, wanted, {}, held);
    std::map<int64_t, ContextParts> parts;
    Slot last = kNoSlot;
    for (const auto& [slot, score] : found) {
      REQUIRE((last == kNoSlot || slot > last));
      parts[index_.document(slot).id] = score;
      last = slot;
    }
    return parts;
  }

  // What scores of some documents, by id, come to where they are lent; `others` are looked at too.
  std::map<int64_t, ContextParts> lend(const std::map<int64_t, double>& scores,
                                       const std::set<int64_t>& others) {
    std::vector<ScoredSlot> lenders;
    for (const auto& [id, score] : scores) lenders.push_back({index_.slot_of(id), score});
    std::reverse(lenders.begin(), lenders.end());  // in whatever order
    std::vector<ContextScore> among;
    for (const int64_t id : others) among.push_back({index_.slot_of(id), {}});
    std::map<int64_t, ContextParts> parts;
    for (const auto& [slot, score] : lend_in_context(index_, sequences_, lenders, among, {})) {
      parts[index_.document(slot).id] = score;
    }
    return parts;
  }

  std::map<int64_t, ContextParts> expected_lent(const std::map<int64_t, double>& scores,
                                                std::set<int64_t> others) {
    SlowContext slow = slow_;
    std::vector<int64_t> lenders;
    for (Slot slot = 0; slot < index_.slot_count(); ++slot) {
      const int64_t id = index_.document(slot).id;
      slow.given[id] = {scores.contains(id) ? scores.at(id) : 0};
      if (slow.given[id][0] > 0) lenders.push_back(id);
    }
    for (const auto& [id, score] : scores) others.insert(id);
    return slow.scores(lenders, others);
  }

  // The same as ask() by the plain formulas.
  std::map<int64_t, ContextParts> expected(const std::vector<std::string>& words,
                                           Sequences::Accepts accepts) {
    const LexicalSearch search = this->search(words);
    SlowContext slow = slow_;
    std::erase_if(slow.sequences.places, [&](const auto& one) { return !accepts(one.first); });
    for (Slot slot = 0; slot < index_.slot_count(); ++slot) {
      const int64_t id = index_.document(slot).id;
      for (const WeightedList& one : search.lists().all()) {
        const double tf = one.list->frequency(slot);
        slow.given[id].push_back(one.weight *
                                 (tf == 0 ? 0 : index_.bm25().term_part(tf, index_.length(slot))));
      }
    }
    std::vector<int64_t> best;
    for (const ScoredSlot& one : best_of(search, accepts)) {
      if (best.size() == kContextCandidates) break;
      best.push_back(index_.document(one.slot).id);
      if (best.size() <= held.size()) slow.held[best.back()] = held[best.size() - 1];
    }
    return slow.scores(best);
  }

 private:
  LexicalSearch search(const std::vector<std::string>& words) {
    std::vector<QueryTerm> terms;
    for (const std::string& word : words) {
      terms.push_back({word, TokenKind::kWord, TokenShape::kWhole, 1});
    }
    return LexicalSearch(index_, terms, Profile::kDefault);
  }

  // More than lend.
  std::vector<ScoredSlot> best_of(const LexicalSearch& search, Sequences::Accepts accepts) const {
    BestSlots best(index_, kContextCandidates + 40);
    for (Slot slot = 0; slot < index_.slot_count(); ++slot) {
      const double score = search.score(slot);
      if (score > 0 && accepts(index_.document(slot).id)) best.offer({slot, score});
    }
    return best.sorted();
  }

  InvertedIndex index_{Bm25Parameters{}};
  Sequences sequences_;
  SlowContext slow_;
};

void require_equal(const std::map<int64_t, ContextParts>& found,
                   const std::map<int64_t, ContextParts>& expected) {
  REQUIRE(found.size() == expected.size());
  for (const auto& [id, parts] : expected) {
    INFO("document " << id);
    REQUIRE(found.contains(id));
    REQUIRE(found.at(id).own == parts.own);
    REQUIRE(found.at(id).neighbours == parts.neighbours);
    REQUIRE(found.at(id).sequence == parts.sequence);
    REQUIRE(found.at(id).coverage == parts.coverage);
  }
}

// That nothing is left out which is among the best `wanted`.
void require_best(const std::map<int64_t, ContextParts>& found,
                  const std::map<int64_t, ContextParts>& all, size_t wanted) {
  std::map<int64_t, ContextParts> same;
  std::vector<double> left_out;
  for (const auto& [id, parts] : all) {
    if (found.contains(id)) {
      same[id] = parts;
    } else {
      left_out.push_back(parts.sum());
    }
  }
  require_equal(found, same);
  for (const double sum : left_out) {
    const auto better = std::count_if(found.begin(), found.end(),
                                      [&](const auto& one) { return one.second.sum() > sum; });
    REQUIRE(static_cast<size_t>(better) >= wanted);
  }
}

constexpr auto any = [](int64_t) { return true; };

}  // namespace

TEST_CASE("neighbours lend to each other, and to what holds no word") {
  Memory memory;
  memory.add({"where", "now"}, SequencePlace{1, 1});
  memory.add({"in", "bath"}, SequencePlace{1, 4});
  memory.add({"ada", "moved"}, SequencePlace{1, 5});
  memory.add({"still", "here"}, SequencePlace{1, 6});
  memory.add({"where", "now"});
  const auto found = memory.ask({"where", "ada"}, any);
  REQUIRE(found.size() == 5);
  const ContextParts& bath = found.at(2);
  CHECK(bath.own == 0);
  CHECK(bath.neighbours ==
        kNeighbourWeights[0] * found.at(1).own + kNeighbourWeights[0] * found.at(3).own);
  CHECK(bath.sequence == kSequenceWeight * (found.at(1).own + found.at(3).own));
  CHECK(found.at(4).neighbours == kNeighbourWeights[0] * found.at(3).own);
  CHECK(found.at(1).neighbours == kNeighbourWeights[1] * found.at(3).own);
  CHECK(found.at(1).own == found.at(5).own);
  CHECK(found.at(1).sequence > 0);
}

TEST_CASE("what is two steps away lends, but makes no candidate") {
  Memory memory;
  memory.add({"where"}, SequencePlace{1, 1});
  memory.add({"now"}, SequencePlace{1, 2});
  memory.add({"there"}, SequencePlace{1, 3});
  CHECK(memory.ask({"where"}, any).size() == 2);
  CHECK(memory.ask({"where", "there"}, any).at(3).neighbours ==
        kNeighbourWeights[1] * memory.ask({"where", "there"}, any).at(1).own);
}

TEST_CASE("what a best stretch holds is lent with the document's own score") {
  Memory memory;
  memory.add({"where", "now"}, SequencePlace{1, 1});
  memory.add({"in", "bath"}, SequencePlace{1, 2});
  memory.held = {3.5, 100};  // there is no second one to hold that
  const auto found = memory.ask({"where"}, any);
  REQUIRE(found.size() == 2);
  CHECK(found.at(1).coverage == kCoverageWeight * 3.5);
  CHECK(found.at(1).sum() == found.at(1).own + found.at(1).coverage);
  CHECK(found.at(2).coverage == 0);
  CHECK(found.at(2).neighbours == kNeighbourWeights[0] * (found.at(1).own + kCoverageWeight * 3.5));
  CHECK(found.at(2).sequence == kSequenceWeight * found.at(1).own);
}

TEST_CASE("what stands alone keeps its own score, in a sequence or not") {
  Memory memory;
  memory.add({"where", "now"}, SequencePlace{1, 1});
  memory.add({"where", "now"});
  memory.add({"other"}, SequencePlace{2, 0});
  const auto found = memory.ask({"where"}, any);
  REQUIRE(found.size() == 2);
  CHECK(found.at(1).sum() == found.at(2).sum());
  CHECK(found.at(1).sequence == 0);
}

TEST_CASE("what is not accepted neither lends nor hears") {
  Memory memory;
  memory.add({"where"}, SequencePlace{1, 1});
  memory.add({"where"}, SequencePlace{1, 2});
  memory.add({"there"}, SequencePlace{1, 3});
  const auto found = memory.ask({"where"}, [](int64_t id) { return id != 2; });
  REQUIRE(found.size() == 2);
  CHECK(found.at(3).neighbours == kNeighbourWeights[0] * found.at(1).own);
}

TEST_CASE("contexts are what the plain formulas say, to the last bit") {
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    INFO("seed " << seed);
    DocumentGenerator generator(seed, seed % 3 == 0 ? 8 : 60);
    Memory memory;
    const int count = seed % 4 == 0 ? 700 : generator.below(80);
    const int sequences = 1 + generator.below(12);
    for (int i = 0; i < count; ++i) {
      std::optional<SequencePlace> place;
      if (generator.below(5) > 0) {
        place = SequencePlace{generator.below(sequences), generator.below(1 + count / 3)};
      }
      memory.add(generator.words(9), place);
    }
    const auto accepts = [&](int64_t id) { return seed % 2 == 0 || id % 5 != 0; };
    for (int round = count > 100 ? 4 : 0; round < 6; ++round) {
      std::vector<std::string> asked;
      for (const std::string& word : generator.words(6)) {
        if (std::find(asked.begin(), asked.end(), word) == asked.end()) asked.push_back(word);
      }
      memory.held.resize(static_cast<size_t>(generator.below(seed % 5 == 0 ? 400 : 30)));
      for (double& one : memory.held) one = generator.below(1000) / 64.0;
      const auto all = memory.expected(asked, accepts);
      require_equal(memory.ask(asked, accepts), all);
      for (const size_t wanted : {1u, 10u, 200u, 256u, 300u}) {
        require_best(memory.ask(asked, accepts, wanted), all, wanted);
      }
    }
  }
}

TEST_CASE("a score is lent by the steps and weights of words") {
  Memory memory;
  for (const int64_t position : {1, 2, 3, 4, 5}) memory.add({"a"}, SequencePlace{1, position});
  memory.add({"a"}, SequencePlace{2, 1});  // alone in its sequence
  memory.add({"a"});
  const auto found = memory.lend({{2, 1.0}, {5, 0.0}, {6, 0.5}, {7, 0.5}}, {4});
  REQUIRE(found.size() == 7);
  CHECK(found.at(1).neighbours == kNeighbourWeights[0]);
  CHECK(found.at(4).neighbours == kNeighbourWeights[1]);  // as it is looked at anyway
  CHECK(found.at(5).neighbours == 0);
  CHECK(found.at(5).sequence == kSequenceWeight);
  CHECK(found.at(2).sum() == 1);
  CHECK(found.at(6).sum() == 0.5);
  CHECK(found.at(7).sum() == 0.5);
  CHECK(memory.lend({{2, 1.0}}, {}).size() == 3);
}

TEST_CASE("what is lent of scores is what the plain formulas say") {
  DocumentGenerator generator(41, 10);
  for (int round = 0; round < 60; ++round) {
    Memory memory;
    const int size = 1 + generator.below(80);
    for (int i = 0; i < size; ++i) {
      const SequencePlace place = {generator.below(4), generator.below(30)};
      memory.add({}, generator.below(5) > 0 ? std::optional(place) : std::nullopt);
    }
    std::map<int64_t, double> scores;
    std::set<int64_t> others;
    for (int i = generator.below(41); i > 0; --i) {
      scores[1 + generator.below(size)] = generator.below(8) / 7.0;
    }
    for (int i = generator.below(20); i > 0; --i) others.insert(1 + generator.below(size));
    require_equal(memory.lend(scores, others), memory.expected_lent(scores, others));
  }
}
