// Tested by tests/engine_evidence_search_test.cpp and, against the plain formulas, by
// tests/engine_evidence_model_test.cpp.

#include "evidence/choice.h"

#include <algorithm>
#include <memory>
#include <utility>

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
  Likeness(const std::vector<Candidate>& events, const EvidenceSources& sources)
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

  int64_t id_of(size_t i) const { return sources_.index.facts(events_[i].number).id; }

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

  const std::vector<Candidate>& events_;
  const EvidenceSources& sources_;
  std::vector<Known> known_;
  Status status_ = Ok{};
};

// Whether two events have the same content, which is one.
Status compare_contents(const EventFacts& a, const EventFacts& b, const EvidenceSources& sources,
                        bool& same) {
  const Profile profile = sources.analyzer.profile;
  if (a.content_hash == same_text_hash("", profile)) return Ok{};
  LOCI_ASSIGN(first, sources.store.events().get(a.id));
  LOCI_TRY(sources.store.events().show(b.id, [&](const EventText& second) -> Status {
    same = same_text(first.content, second.content, profile);
    return Ok{};
  }));
  return Ok{};
}

// Leaves each content once.
Status collapse(const EvidenceSources& sources, std::vector<Candidate>& events) {
  const auto facts_of = [&](size_t i) { return sources.index.facts(events[i].number); };
  std::vector<uint64_t> hashes;
  for (size_t i = 0; i < events.size(); ++i) hashes.push_back(facts_of(i).content_hash);
  Status status = Ok{};
  const auto same = [&](size_t a, size_t b) {
    bool equal = false;
    if (status.ok()) status = compare_contents(facts_of(a), facts_of(b), sources, equal);
    return equal;
  };
  const std::vector<Distinct> texts = collapse_duplicates(hashes, same);
  LOCI_TRY(std::move(status));
  for (size_t i = 0; i < texts.size(); ++i) {
    Candidate best = events[texts[i].best];
    for (const size_t other : texts[i].others) best.duplicates.push_back(events[other].number);
    events[i] = std::move(best);  // what follows stands further behind
  }
  events.resize(texts.size());
  return Ok{};
}

// Appends the newest `k` events of the pool that are not there yet.
void append_newest(size_t k, const Pool& pool, std::optional<double> score, const EventIndex& index,
                   std::vector<Candidate>& events) {
  std::vector<bool> left = pool.events;
  for (const Candidate& event : events) left[event.number] = false;
  for (const uint32_t number : newest_of(left, k, index)) {
    events.push_back({number, score, std::nullopt, {}});
  }
}

// Leaves each content once, and puts so many others behind those ranked as it takes.
Status make_distinct(const Pool& pool, const ChoiceOptions& options, const EvidenceSources& sources,
                     std::vector<Candidate>& events) {
  if (!options.fills_up) return collapse(sources, events);
  const std::vector<Candidate> ranked = events;
  for (size_t fillers = kRouteLength;; fillers *= 2) {
    events = ranked;
    append_newest(fillers, pool, options.filler_score, sources.index, events);
    const bool was_all = events.size() < ranked.size() + fillers;
    LOCI_TRY(collapse(sources, events));
    if (was_all || events.size() >= options.wanted) return Ok{};
  }
}

}  // namespace

Status choose(const Pool& pool, const ChoiceOptions& options, const EvidenceSources& sources,
              std::vector<Candidate>& events) {
  LOCI_TRY(make_distinct(pool, options, sources, events));
  // What is ranked stands in front of what fills up, and only that has a score above 0.
  std::vector<double> scores;
  for (const Candidate& event : events) {
    if (event.score.value_or(0) > 0) scores.push_back(*event.score);
  }
  Likeness likeness(events, sources);
  std::vector<size_t> places = pick_diverse(scores, options.wanted, likeness);
  LOCI_TRY(likeness.status());
  for (size_t i = scores.size(); i < events.size() && places.size() < options.wanted; ++i) {
    places.push_back(i);
  }
  std::vector<Candidate> chosen;
  for (const size_t place : places) chosen.push_back(std::move(events[place]));
  events = std::move(chosen);
  return Ok{};
}

}  // namespace loci
