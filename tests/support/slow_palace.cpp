#include "support/slow_palace.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "support/slow_context.h"
#include "support/slow_forms.h"
#include "support/slow_words.h"
#include "text/same_text.h"

namespace loci::test {
namespace {

double measure(const PalaceRequest& request, const std::vector<float>& vector) {
  return distance(request.metric, *request.embedding, vector);
}

double minmax(double value, double least, double greatest) {
  if (least == greatest) return value > 0 ? 1 : 0;
  return (value - least) / (greatest - least);
}

double similarity_of(Metric metric, double distance) {
  if (metric == Metric::kL2) return 1 / (1 + distance);
  if (metric == Metric::kInnerProduct) return 1 / (1 + std::exp(distance));
  return std::max(0.0, 1 - distance);
}

bool is_older(const SlowDrawer* a, const SlowDrawer* b) { return a->id < b->id; }

// What makes a file, of one wing; one of its own for a drawer without.
std::string file_of(const SlowDrawer& drawer) {
  if (drawer.source_file.empty()) return "#" + std::to_string(drawer.id);
  return drawer.wing + "/" + drawer.source_file;
}

}  // namespace

bool SlowPalace::can_use(const PalaceRequest& request) const {
  if (!request.embedding || request.vector_disabled) return false;
  return std::any_of(drawers.begin(), drawers.end(), [&](const auto& entry) {
    const auto& vector = entry.second.vector;
    return vector && vector->size() == request.embedding->size();
  });
}

SlowPalace::Drawers SlowPalace::in_scope(const PalaceRequest& request) const {
  Drawers scope;
  for (const auto& [name, drawer] : drawers) {
    if (!request.wing.empty() && drawer.wing != request.wing) continue;
    if (!request.room.empty() && drawer.room != request.room) continue;
    if ((request.since || request.before) && !drawer.filed_at) continue;
    if (request.since && *drawer.filed_at < *request.since) continue;
    if (request.before && *drawer.filed_at >= *request.before) continue;
    scope.push_back(&drawer);
  }
  std::sort(scope.begin(), scope.end(), is_older);
  return scope;
}

// What the words of a query give to each of these, as if they were all there are.
struct SlowPalace::Formulas {
  std::map<int64_t, std::vector<double>> given;  // by id
};

// Whatever is in the palace may be a form.
SlowPalace::Formulas SlowPalace::formulas(const std::string& query, const Drawers& of) const {
  SlowWords words(analyzer_);
  for (const auto& [name, drawer] : drawers) words.add(drawer.text);
  std::vector<SlowForms::Words> texts;
  for (const SlowDrawer* drawer : of) texts.push_back(words.words_of(drawer->text));
  std::vector<SlowTerm> terms = words.terms_of(query);
  for (SlowTerm& term : terms) term.occurrences = std::min(term.occurrences, 1.0);
  const SlowForms formulas = words.formulas(texts, terms);
  Formulas result;
  for (size_t i = 0; i < of.size(); ++i) {
    result.given[of[i]->id] = formulas.parts(i);
  }
  return result;
}

std::map<int64_t, double> SlowPalace::bm25(const std::string& query, const Drawers& of) const {
  std::map<int64_t, double> scores;
  for (const auto& [id, given] : formulas(query, of).given) {
    scores[id] = std::accumulate(given.begin(), given.end(), 0.0);
  }
  return scores;
}

// The same, and in the default profile what the others of a file say for each.
std::map<int64_t, double> SlowPalace::bm25_in_context(const std::string& query,
                                                      const Drawers& of) const {
  std::map<int64_t, double> scores = bm25(query, of);
  if (!is_default()) return scores;
  SlowContext context{formulas(query, of).given, {}, {}};
  for (const SlowDrawer* drawer : of) {
    if (drawer->source_file.empty() || !drawer->chunk_index) continue;
    context.sequences.places[drawer->id] = {Sequences::number_of(drawer->source_file),
                                            *drawer->chunk_index};
  }
  std::vector<int64_t> best;
  for (const SlowDrawer* drawer : by_words(query, of)) best.push_back(drawer->id);
  if (best.size() > 256) best.resize(256);
  for (const auto& [id, parts] : context.scores(best)) scores[id] = parts.sum();
  return scores;
}

// Those with a score above 0, best first.
SlowPalace::Drawers SlowPalace::by_words(const std::string& query, const Drawers& of) const {
  const auto scores = bm25(query, of);
  Drawers found = of;
  std::erase_if(found, [&](const SlowDrawer* drawer) { return scores.at(drawer->id) == 0; });
  std::sort(found.begin(), found.end(), [&](const SlowDrawer* a, const SlowDrawer* b) {
    const double first = scores.at(a->id);
    const double second = scores.at(b->id);
    return first != second ? first > second : is_older(a, b);
  });
  return found;
}

// Those with a vector, nearest first.
SlowPalace::Drawers SlowPalace::nearest(const PalaceRequest& request, const Drawers& of) const {
  Drawers found = of;
  std::erase_if(found, [](const SlowDrawer* drawer) { return !drawer->vector; });
  std::sort(found.begin(), found.end(), [&](const SlowDrawer* a, const SlowDrawer* b) {
    const double first = measure(request, *a->vector);
    const double second = measure(request, *b->vector);
    return first != second ? first < second : is_older(a, b);
  });
  return found;
}

// One of each file and of each text, until there are so many.
SlowPalace::Drawers SlowPalace::best_of_files(const Drawers& ranked, size_t wanted) const {
  Drawers best;
  for (const SlowDrawer* drawer : ranked) {
    const auto same = [&](const SlowDrawer* other) {
      return file_of(*other) == file_of(*drawer) || same_text(other->text, drawer->text, profile_);
    };
    if (best.size() < wanted && std::none_of(best.begin(), best.end(), same)) {
      best.push_back(drawer);
    }
  }
  return best;
}

SlowPalace::Drawers SlowPalace::pool(const PalaceRequest& request, const Drawers& scope) const {
  const auto head = [](const Drawers& all, size_t count) {
    return Drawers(all.begin(), all.begin() + static_cast<int64_t>(std::min(count, all.size())));
  };
  std::set<const SlowDrawer*> pool;
  const auto take = [&](const Drawers& more) { pool.insert(more.begin(), more.end()); };
  const Drawers near = nearest(request, scope);
  take(head(near, 4 * request.limit));
  if (is_default()) take(best_of_files(near, request.limit));
  const Drawers worded = by_words(request.query, scope);
  const auto lacks_none = [](const SlowDrawer* drawer) { return drawer->vector.has_value(); };
  Drawers best = head(worded, 3 * request.limit);
  if (request.strategy == CandidateStrategy::kVector) std::erase_if(best, lacks_none);
  if (is_default() || request.strategy == CandidateStrategy::kUnion) take(best);
  if (is_default()) {
    Drawers without = worded;
    std::erase_if(without, lacks_none);
    take(best_of_files(without, request.limit));
  }
  Drawers taken(pool.begin(), pool.end());
  std::erase_if(taken, [&](const SlowDrawer* drawer) {
    return request.max_distance > 0 && drawer->vector &&
           measure(request, *drawer->vector) > request.max_distance;
  });
  std::sort(taken.begin(), taken.end(), is_older);
  return taken;
}

std::vector<double> SlowPalace::boosts(const PalaceRequest& request, const Drawers& of) const {
  std::vector<const SlowCloset*> near;
  for (const SlowCloset& closet : closets) {
    const bool in_wing = request.wing.empty() || closet.wing == request.wing;
    const bool in_room = request.room.empty() || closet.room == request.room;
    if (in_wing && in_room && closet.vector) near.push_back(&closet);
  }
  std::sort(near.begin(), near.end(), [&](const SlowCloset* a, const SlowCloset* b) {
    const double first = measure(request, *a->vector);
    const double second = measure(request, *b->vector);
    return first != second ? first < second : a->id < b->id;
  });
  if (near.size() > 2 * request.limit) near.resize(2 * request.limit);
  std::vector<double> boosts;
  for (const SlowDrawer* drawer : of) {
    const auto first = std::find_if(near.begin(), near.end(), [&](const SlowCloset* closet) {
      return closet->source_file == drawer->source_file &&
             (!is_default() || closet->wing == drawer->wing);
    });
    const auto rank = static_cast<size_t>(first - near.begin());
    const bool counts =
        first != near.end() && rank < 5 && measure(request, *(*first)->vector) <= 1.5;
    boosts.push_back(counts ? std::vector{0.40, 0.25, 0.15, 0.08, 0.04}[rank] : 0);
  }
  return boosts;
}

std::vector<SlowPalace::Measured> SlowPalace::measured(const PalaceRequest& request,
                                                       const Drawers& scope) const {
  const Drawers drawers = pool(request, scope);
  const auto scores = bm25_in_context(request.query, drawers);
  const auto boosted = boosts(request, drawers);
  double least = INFINITY;
  double greatest = 0;
  for (const auto& [id, score] : scores) {
    least = std::min(least, score);
    greatest = std::max(greatest, score);
  }
  std::vector<Measured> all;
  for (size_t i = 0; i < drawers.size(); ++i) {
    Measured one{drawers[i], std::nullopt, 0, 0, scores.at(drawers[i]->id), 0};
    const double words = minmax(one.bm25, least, greatest);
    one.score = words;
    if (drawers[i]->vector) {
      one.boost = boosted[i];
      one.distance = measure(request, *drawers[i]->vector);
      const double effective = std::min(2.0, std::max(0.0, *one.distance - one.boost));
      one.similarity = similarity_of(request.metric, effective);
      one.score = 0.6 * one.similarity + 0.4 * words;
    }
    all.push_back(one);
  }
  return all;
}

std::vector<SlowPalace::Measured> SlowPalace::measured_by_words(const PalaceRequest& request,
                                                                const Drawers& scope) const {
  const auto scores = bm25_in_context(request.query, scope);
  double least = INFINITY;
  double greatest = 0;
  for (const auto& [id, score] : scores) {
    least = std::min(least, score);
    greatest = std::max(greatest, score);
  }
  std::vector<Measured> all;
  for (const SlowDrawer* drawer : scope) {
    const double score = scores.at(drawer->id);
    if (score == 0) continue;
    all.push_back({drawer, std::nullopt, 0, 0, score, minmax(score, least, greatest)});
  }
  return all;
}

std::vector<SlowResult> SlowPalace::chosen(std::vector<Measured> ranked, size_t limit) const {
  std::sort(ranked.begin(), ranked.end(), [](const Measured& a, const Measured& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.drawer->authored_at != b.drawer->authored_at) {
      return a.drawer->authored_at > b.drawer->authored_at;  // none is below all
    }
    return is_older(a.drawer, b.drawer);
  });
  std::vector<SlowResult> distinct;
  std::vector<const SlowDrawer*> kept;
  for (const Measured& one : ranked) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const SlowDrawer* other) {
      return is_default() && same_text(other->text, one.drawer->text, profile_);
    });
    if (same != kept.end()) {
      distinct[static_cast<size_t>(same - kept.begin())].duplicates.push_back(one.drawer->name);
      continue;
    }
    kept.push_back(one.drawer);
    std::optional<double> similarity;
    if (one.distance) similarity = one.similarity;
    distinct.push_back(
        {one.drawer->name, one.score, one.distance, similarity, one.boost, one.bm25, {}});
  }
  std::vector<SlowResult> results;
  std::vector<SlowResult> waiting;
  std::map<std::string, int> turns;
  for (size_t i = 0; i < kept.size(); ++i) {
    const bool waits = is_default() && ++turns[file_of(*kept[i])] > 2;
    (waits ? waiting : results).push_back(distinct[i]);
  }
  results.insert(results.end(), waiting.begin(), waiting.end());
  if (results.size() > limit) results.resize(limit);
  return results;
}

SlowPalaceAnswer SlowPalace::search(const PalaceRequest& request) const {
  const Drawers scope = in_scope(request);
  SlowPalaceAnswer answer;
  answer.in_scope = scope.size();
  answer.bm25_only = !can_use(request);
  answer.results =
      chosen(answer.bm25_only ? measured_by_words(request, scope) : measured(request, scope),
             request.limit);
  return answer;
}

}  // namespace loci::test
