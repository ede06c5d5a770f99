#pragma once

/// Ranks a pool of events as SPEC 4 says it: every event is scored on every route, all is sorted,
/// and nothing is skipped.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "index/vector.h"
#include "support/exhaustive_search.h"
#include "support/slow_evidence.h"
#include "text/same_text.h"
#include "text/tokenizer.h"

namespace loci::test {

class SlowRanking {
 public:
  using Pool = std::vector<const SlowEvent*>;
  using Ranked = std::vector<std::pair<const SlowEvent*, double>>;

  SlowRanking(const SlowQuestion& question, const Pool& pool, Profile profile)
      : question_(question), pool_(pool), profile_(profile), query_(words_of(question.text)) {}

  bool has_words() const { return !query_.empty(); }

  /// Every event that is on a route, best first.
  Ranked ranked(bool by_meaning) const {
    std::map<int64_t, double> scores;
    for (const bool summaries : {true, false}) {
      double rank = 0;
      for (const int64_t id : route(summaries, by_meaning)) scores[id] += 1 / (60 + ++rank);
    }
    Ranked ranked;
    for (const SlowEvent* event : pool_) {
      if (scores.contains(event->id)) {
        ranked.emplace_back(event, scores[event->id] + coverage(*event) / 61);
      }
    }
    std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first->id < b.first->id;
    });
    return ranked;
  }

  /// The places picked one after another, each the best by the formula.
  std::vector<size_t> picked(const Ranked& ranked, size_t wanted) const {
    std::vector<size_t> picked;
    while (picked.size() < std::min(wanted, ranked.size())) {
      std::optional<size_t> best;
      double best_value = 0;
      for (size_t i = 0; i < ranked.size(); ++i) {
        if (std::find(picked.begin(), picked.end(), i) != picked.end()) continue;
        double greatest = 0;
        for (const size_t j : picked) {
          greatest = std::max(greatest, similarity(*ranked[i].first, *ranked[j].first));
        }
        const double value = 0.85 * (ranked[i].second / ranked[0].second) - 0.15 * greatest;
        if (!best || value > best_value) {
          best = i;
          best_value = value;
        }
      }
      picked.push_back(*best);
    }
    return picked;
  }

 private:
  std::vector<std::string> words_of(const std::string& text) const {
    TokenBuffer buffer;
    tokenize(text, profile_, buffer);
    std::vector<std::string> words;
    for (const Token& token : buffer.tokens) words.emplace_back(buffer.term(token));
    return words;
  }

  static const std::string& text_of(const SlowEvent& event, bool summaries) {
    return summaries ? event.summary : event.content;
  }

  std::optional<double> cosine_of(const SlowEvent& event, bool summaries) const {
    std::vector<std::optional<std::vector<float>>> vectors = event.chunk_vectors;
    if (summaries) vectors = {event.summary_vector};
    std::optional<double> best;
    for (const auto& vector : vectors) {
      if (!vector) continue;
      const auto& query = *question_.embedding;
      const double value = cosine(query, norm_of(query), *vector, norm_of(*vector));
      if (!best || value > *best) best = value;
    }
    return best;
  }

  std::vector<int64_t> route(bool summaries, bool by_meaning) const {
    std::vector<int64_t> ids;
    if (by_meaning) {
      ids = nearest(summaries);
      if (profile_ == Profile::kReference) return ids;
    }
    const auto lacks = [&](int64_t id) {
      if (!by_meaning) return true;
      const auto event = std::find_if(pool_.begin(), pool_.end(),
                                      [id](const SlowEvent* e) { return e->id == id; });
      return !cosine_of(**event, summaries);
    };
    size_t added = 0;
    for (const int64_t id : by_words(summaries)) {
      if (lacks(id) && added++ < 40) ids.push_back(id);
    }
    return ids;
  }

  std::vector<int64_t> nearest(bool summaries) const {
    std::vector<std::pair<double, int64_t>> found;
    for (const SlowEvent* event : pool_) {
      if (const auto value = cosine_of(*event, summaries)) found.emplace_back(-*value, event->id);
    }
    std::sort(found.begin(), found.end());
    std::vector<int64_t> ids;
    for (const auto& [value, id] : found) {
      if (ids.size() < 40) ids.push_back(id);
    }
    return ids;
  }

  std::vector<int64_t> by_words(bool summaries) const {
    ExhaustiveSearch search;
    for (const SlowEvent* event : pool_) {
      search.documents[event->id] = {"", 0, words_of(text_of(*event, summaries))};
    }
    std::vector<PlainTerm> terms;
    for (const std::string& word : query_) {
      const auto known = std::find_if(terms.begin(), terms.end(),
                                      [&](const PlainTerm& term) { return term.term == word; });
      if (known == terms.end()) {
        terms.push_back({word});
      } else {
        known->weight += 1;
      }
    }
    std::vector<int64_t> ids;
    const auto all = [](const PlainDocument&) { return true; };
    for (const PlainHit& hit : search.top_k(terms, pool_.size(), all)) ids.push_back(hit.id);
    return ids;
  }

  double coverage(const SlowEvent& event) const {
    const std::vector<std::string> words = words_of(event.summary + "\n" + event.content);
    const std::set<std::string> held(words.begin(), words.end());
    const std::set<std::string> asked(query_.begin(), query_.end());
    if (asked.empty()) return 0;
    const auto found = std::count_if(asked.begin(), asked.end(),
                                     [&](const std::string& word) { return held.contains(word); });
    return static_cast<double>(found) / static_cast<double>(asked.size());
  }

  double similarity(const SlowEvent& a, const SlowEvent& b) const {
    if (a.summary_vector && b.summary_vector) {
      return std::max(0.0, cosine(*a.summary_vector, norm_of(*a.summary_vector), *b.summary_vector,
                                  norm_of(*b.summary_vector)));
    }
    const auto first = words_of(a.summary + "\n" + a.content);
    const auto second = words_of(b.summary + "\n" + b.content);
    const std::set<std::string> left(first.begin(), first.end());
    std::set<std::string> either(second.begin(), second.end());
    const auto shared = std::count_if(either.begin(), either.end(),
                                      [&](const std::string& word) { return left.contains(word); });
    either.insert(left.begin(), left.end());
    return either.empty() ? 0 : static_cast<double>(shared) / static_cast<double>(either.size());
  }

  const SlowQuestion& question_;
  const Pool& pool_;
  Profile profile_;
  std::vector<std::string> query_;
};

}  // namespace loci::test
