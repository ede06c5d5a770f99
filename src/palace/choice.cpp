// Candidates may be every drawer of the store, of which a few are wanted. So they make a heap, from
// which the best are taken until what they come to is certain: a head of the order that has drawers
// enough, each text once and no more than two of a file.
//
// Tested by tests/palace/search_test.cpp and, against the plain formulas, by
// tests/palace/search_model_test.cpp.

#include "palace/choice.h"

#include <algorithm>
#include <utility>

#include "palace/ranking.h"
#include "retrieve/duplicates.h"
#include "text/same_text.h"

namespace loci {
namespace {

constexpr size_t kFirstHead = 64;

// The candidates in order, as far as they are asked for.
class Ranking {
 public:
  Ranking(std::vector<PalaceCandidate> candidates, const PalaceIndex& index)
      : index_(index), heap_(std::move(candidates)) {
    std::make_heap(heap_.begin(), heap_.end(), worse());
  }

  const std::vector<PalaceCandidate>& head() const { return head_; }
  bool is_complete() const { return heap_.empty(); }

  // Makes the head at least so long, and does not part what has the same score.
  void extend(size_t length) {
    while (!heap_.empty() && (head_.size() < length || heap_.front().score == head_.back().score)) {
      std::pop_heap(heap_.begin(), heap_.end(), worse());
      head_.push_back(heap_.back());
      heap_.pop_back();
    }
  }

 private:
  struct Worse {
    const PalaceIndex& index;
    bool operator()(const PalaceCandidate& a, const PalaceCandidate& b) const {
      return ranks_before(index, b, a);
    }
  };
  Worse worse() const { return {index_}; }

  const PalaceIndex& index_;
  std::vector<PalaceCandidate> heap_;
  std::vector<PalaceCandidate> head_;
};

Status compare_texts(int64_t a, int64_t b, const PalaceSources& sources, bool& same) {
  LOCI_ASSIGN(first, sources.store.drawers().get(a));
  LOCI_TRY(sources.store.drawers().show(b, [&](const DrawerRow& second) -> Status {
    same = same_text(first.text, second.text, sources.analyzer.profile);
    return Ok{};
  }));
  return Ok{};
}

// Leaves each text once.
Status collapse(const std::vector<PalaceCandidate>& ranked, const PalaceSources& sources,
                std::vector<ChosenDrawer>& distinct) {
  const auto facts_of = [&](size_t i) { return sources.index.facts(ranked[i].number); };
  std::vector<uint64_t> hashes;
  for (size_t i = 0; i < ranked.size(); ++i) hashes.push_back(facts_of(i).text_hash);
  Status status = Ok{};
  const auto same = [&](size_t a, size_t b) {
    bool equal = false;
    if (status.ok()) status = compare_texts(facts_of(a).id, facts_of(b).id, sources, equal);
    return equal;
  };
  const std::vector<Distinct> texts = collapse_duplicates(hashes, same);
  LOCI_TRY(std::move(status));
  distinct.clear();
  for (const Distinct& text : texts) {
    distinct.push_back({ranked[text.best], {}});
    for (const size_t other : text.others) {
      distinct.back().duplicates.push_back(ranked[other].number);
    }
  }
  return Ok{};
}

// Lets files take turns; how many stand within their turns.
size_t keep_in_turn(const PalaceIndex& index, size_t limit, std::vector<ChosenDrawer>& distinct) {
  std::vector<uint64_t> files;
  for (const ChosenDrawer& drawer : distinct) {
    const DrawerFacts& facts = index.facts(drawer.candidate.number);
    files.push_back(index.file_in_wing(facts.place, facts.source_hash));
  }
  size_t within = 0;
  std::vector<ChosenDrawer> chosen;
  for (const size_t place : take_turns(files, limit, within)) {
    chosen.push_back(std::move(distinct[place]));
  }
  distinct = std::move(chosen);
  return within;
}

}  // namespace

Status choose(std::vector<PalaceCandidate> candidates, size_t limit, bool by_words,
              const PalaceSources& sources, std::vector<ChosenDrawer>& chosen) {
  const size_t count = candidates.size();
  Ranking ranking(std::move(candidates), sources.index);
  if (sources.analyzer.profile == Profile::kReference) {
    ranking.extend(limit);
    for (size_t i = 0; i < std::min(limit, ranking.head().size()); ++i) {
      chosen.push_back({ranking.head()[i], {}});
    }
    return Ok{};
  }
  for (size_t length = by_words ? std::max(kFirstHead, 2 * limit) : count;; length *= 2) {
    ranking.extend(length);
    LOCI_TRY(collapse(ranking.head(), sources, chosen));
    const size_t within = keep_in_turn(sources.index, limit, chosen);
    if (within == limit || ranking.is_complete()) return Ok{};
  }
}

}  // namespace loci
