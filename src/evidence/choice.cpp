// Tested by tests/engine_evidence_search_test.cpp and, against the plain formulas, by
// tests/engine_evidence_model_test.cpp.

#include "evidence/choice.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/sort.h"
#include "index/vector.h"
#include "retrieve/duplicates.h"
#include "retrieve/mmr.h"
#include "retrieve/similarity.h"
#include "text/same_text.h"

namespace loci {
namespace {

// Says how alike events are, by the vectors of their summaries or by their words. Reads each when
// it is first asked about.
class Likeness {
 public:
  Likeness(const std::vector<Choice>& events, const EvidenceSources& sources)
      : events_(events), sources_(sources), known_(events.size()) {}

  double operator()(size_t a, size_t b) {
    const std::vector<float>& first = vector_of(a);
    const std::vector<float>& second = vector_of(b);
    if (!first.empty() && !second.empty()) {
      return std::max(0.0, cosine(first, norm_of(first), second, norm_of(second)));
    }
    const WordSet* words = words_of(a);
    const WordSet* others = words_of(b);
    return words != nullptr && others != nullptr ? jaccard(*words, *others) : 0;
  }

  /// What reading them met.
  Status status() { return std::move(status_); }

 private:
  struct Known {
    bool vector_read = false;
    std::vector<float> vector;  // empty: it has none
    std::unique_ptr<WordSet> words;
  };

  int64_t id_of(size_t i) const { return sources_.index.facts(events_[i].candidate.number).id; }

  void note(Result<bool>& read) {
    if (!read.ok() && status_.ok()) status_ = read.take_failure();
  }

  const std::vector<float>& vector_of(size_t i) {
    Known& known = known_[i];
    LoadedVectors& vectors = sources_.index.summary_vectors();
    if (std::exchange(known.vector_read, true) || vectors.width() == 0) return known.vector;
    auto read = vectors.read(id_of(i), known.vector);
    note(read);
    return known.vector;
  }

  const WordSet* words_of(size_t i) {
    Known& known = known_[i];
    if (known.words) return known.words.get();
    auto shown = sources_.store.events().show(id_of(i), [&](const EventText& event) -> Status {
      known.words = std::make_unique<WordSet>(
          std::initializer_list<std::string_view>{event.summary, event.content}, sources_.analyzer);
      return Ok{};
    });
    note(shown);
    return known.words.get();
  }

  const std::vector<Choice>& events_;
  const EvidenceSources& sources_;
  std::vector<Known> known_;
  Status status_ = Ok{};
};

// Whether two events have the same content, which is one.
Result<bool> have_same_content(const EventFacts& a, const EventFacts& b,
                               const EvidenceSources& sources) {
  const Profile profile = sources.analyzer.profile;
  if (a.content_hash == same_text_hash("", profile)) return false;
  bool same = false;
  LOCI_ASSIGN(first, sources.store.events().get(a.id));
  LOCI_TRY(sources.store.events().show(b.id, [&](const EventText& second) -> Status {
    same = same_text(first.content, second.content, profile);
    return Ok{};
  }));
  return same;
}

// Each content once.
Result<std::vector<Choice>> without_duplicates(const std::vector<Candidate>& candidates,
                                               const EvidenceSources& sources) {
  const auto facts_of = [&](size_t i) { return sources.index.facts(candidates[i].number); };
  std::vector<uint64_t> hashes;
  for (size_t i = 0; i < candidates.size(); ++i) hashes.push_back(facts_of(i).content_hash);
  Failure failure;
  const auto same = [&](size_t a, size_t b) {
    if (failure) return false;
    auto equal = have_same_content(facts_of(a), facts_of(b), sources);
    if (!equal.ok()) failure = equal.take_failure();
    return !failure && equal.value();
  };
  std::vector<Choice> distinct;
  for (const Distinct& text : collapse_duplicates(hashes, same)) {
    Choice choice{candidates[text.best], {}};
    for (const size_t other : text.others) choice.duplicates.push_back(candidates[other].number);
    distinct.push_back(std::move(choice));
  }
  if (failure) return std::move(failure);
  return distinct;
}

// The newest `k` events of the pool that are not ranked.
std::vector<Candidate> newest(size_t k, const std::vector<Candidate>& ranked, const Pool& pool,
                              std::optional<double> score, const EventIndex& index) {
  std::vector<bool> left = pool.events;
  for (const Candidate& candidate : ranked) left[candidate.number] = false;
  const auto is_newer = [&](uint32_t a, uint32_t b) {
    const EventFacts& first = index.facts(a);
    const EventFacts& second = index.facts(b);
    if (first.written_at != second.written_at) return first.written_at > second.written_at;
    return first.id < second.id;
  };
  std::vector<uint32_t> heap;  // the oldest on top
  for (uint32_t number = 0; number < left.size(); ++number) {
    if (!left[number]) continue;
    if (heap.size() == k) {
      if (!is_newer(number, heap.front())) continue;
      std::pop_heap(heap.begin(), heap.end(), is_newer);
      heap.pop_back();
    }
    heap.push_back(number);
    std::push_heap(heap.begin(), heap.end(), is_newer);
  }
  std::sort_heap(heap.begin(), heap.end(), is_newer);
  std::vector<Candidate> found;
  for (const uint32_t number : heap) found.push_back({number, score, std::nullopt});
  return found;
}

// The distinct events to pick from: all that are ranked, and behind them as many as it takes.
Result<std::vector<Choice>> to_pick_from(const std::vector<Candidate>& ranked, const Pool& pool,
                                         const ChoiceOptions& options,
                                         const EvidenceSources& sources) {
  if (!options.fills_up) return without_duplicates(ranked, sources);
  for (size_t fillers = kRouteLength;; fillers *= 2) {
    std::vector<Candidate> all = ranked;
    for (const Candidate& filler :
         newest(fillers, ranked, pool, options.filler_score, sources.index)) {
      all.push_back(filler);
    }
    LOCI_ASSIGN(distinct, without_duplicates(all, sources));
    const bool was_all = all.size() < ranked.size() + fillers;
    if (was_all || distinct.size() >= options.wanted) return std::move(distinct);
  }
}

}  // namespace

Result<std::vector<Choice>> choose(const std::vector<Candidate>& ranked, const Pool& pool,
                                   const ChoiceOptions& options, const EvidenceSources& sources) {
  LOCI_ASSIGN(distinct, to_pick_from(ranked, pool, options, sources));
  // What is ranked stands in front of what fills up, and so do the distinct ones.
  std::vector<double> scores;
  for (const Choice& choice : distinct) {
    if (choice.candidate.score.value_or(0) > 0) scores.push_back(*choice.candidate.score);
  }
  Likeness likeness(distinct, sources);
  std::vector<Choice> chosen;
  for (const size_t i : pick_diverse(scores, options.wanted, likeness)) {
    chosen.push_back(std::move(distinct[i]));
  }
  LOCI_TRY(likeness.status());
  for (size_t i = scores.size(); i < distinct.size() && chosen.size() < options.wanted; ++i) {
    chosen.push_back(std::move(distinct[i]));
  }
  return chosen;
}

}  // namespace loci
