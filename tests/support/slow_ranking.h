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
#include "support/slow_evidence.h"
#include "support/slow_forms.h"
#include "support/slow_words.h"
#include "text/same_text.h"

namespace loci::test {

class SlowRanking {
 public:
  using Pool = std::vector<const SlowEvent*>;
  using Ranked = std::vector<std::pair<const SlowEvent*, double>>;

  /// `all` are the events that there are: whatever they hold may be a form.
  SlowRanking(const SlowQuestion& question, const Pool& pool, const std::vector<SlowEvent>& all,
              const Analyzer& analyzer)
      : question_(question), pool_(pool), profile_(analyzer.profile), words_(analyzer) {
    SlowWords in_summaries(analyzer);
    SlowWords in_contents(analyzer);
    for (const SlowEvent& event : all) {
      in_summaries.add(event.summary);
      in_contents.add(event.content);
    }
    of_summaries_ = in_summaries.terms_of(question.text);
    of_contents_ = in_contents.terms_of(question.text);
  }

  bool has_words() const { return !of_summaries_.empty(); }

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

  // Those with a score above 0, best first.
  std::vector<int64_t> by_words(bool summaries) const {
    std::vector<SlowForms::Words> texts;
    for (const SlowEvent* event : pool_) {
      texts.push_back(words_.words_of(text_of(*event, summaries)));
    }
    const SlowForms formulas = words_.formulas(texts, summaries ? of_summaries_ : of_contents_);
    std::vector<std::pair<double, int64_t>> found;
    for (size_t i = 0; i < pool_.size(); ++i) {
      const double score = formulas.score(i);
      if (score > 0) found.emplace_back(-score, pool_[i]->id);
    }
    std::sort(found.begin(), found.end());
    std::vector<int64_t> ids;
    for (const auto& [score, id] : found) ids.push_back(id);
    return ids;
  }

  // Of the words asked for but function words, which are found in either text, or a form of which
  // is.
  double coverage(const SlowEvent& event) const {
    double asked = 0;
    double found = 0;
    for (size_t i = 0; i < of_summaries_.size(); ++i) {
      if (of_summaries_[i].is_function) continue;
      asked += 1;
      found += SlowForms::frequency(of_summaries_[i], words_.words_of(event.summary)) > 0 ||
               SlowForms::frequency(of_contents_[i], words_.words_of(event.content)) > 0;
    }
    return asked == 0 ? 0 : found / asked;
  }

  double similarity(const SlowEvent& a, const SlowEvent& b) const {
    if (a.summary_vector && b.summary_vector) {
      return std::max(0.0, cosine(*a.summary_vector, norm_of(*a.summary_vector), *b.summary_vector,
                                  norm_of(*b.summary_vector)));
    }
    const auto first = words_.words_of(a.summary + "\n" + a.content);
    const auto second = words_.words_of(b.summary + "\n" + b.content);
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
  SlowWords words_;
  std::vector<SlowTerm> of_summaries_;  // the question, with the forms that summaries hold
  std::vector<SlowTerm> of_contents_;   // and with those of contents
};

}  // namespace loci::test
