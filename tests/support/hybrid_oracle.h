#pragma once

/// A retrieval as SPEC 2 says it, slowly: every item is scored by every signal, all is sorted, and
/// nothing is skipped. What the retriever is compared with.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "index/vector.h"
#include "support/exhaustive_search.h"
#include "support/plain_vectors.h"
#include "support/slow_context.h"
#include "support/slow_meaning.h"
#include "support/slow_stretches.h"
#include "wiki/retriever.h"

namespace loci::test {

struct OracleEntry {
  int64_t id;
  int64_t via = 0;  // the hit that links here; 0: it is a hit
  std::optional<double> score = {};
  std::optional<double> bm25 = {};
  std::optional<double> cosine = {};
  bool operator==(const OracleEntry&) const = default;
};

class HybridOracle {
 public:
  using Key = std::pair<std::string, std::string>;  // category and name
  using Signal = std::map<int64_t, double>;         // by id, of those that have it

  ExhaustiveSearch words;
  SlowSequences sequences;
  std::map<int64_t, Vector> vectors;
  std::map<int64_t, std::vector<Key>> links;
  std::map<Key, int64_t> ids;

  /// All entries in order, before the budget. `query` in the order of the question.
  std::vector<OracleEntry> entries(const std::vector<std::string>& query,
                                   const RetrieveOptions& options, Profile profile) const {
    return placed(hits(query, options, profile), options, profile);
  }

 private:
  bool accepts(const PlainDocument& document, const RetrieveOptions& options) const {
    const auto& names = options.categories;
    if (names && std::find(names->begin(), names->end(), document.category) == names->end()) {
      return false;
    }
    return document.time >= options.since.value_or(document.time) &&
           document.time < options.before.value_or(document.time + 1);
  }

  bool stands_before(int64_t a, int64_t b) const {
    const std::string& first = words.documents.at(a).category;
    const std::string& second = words.documents.at(b).category;
    return first != second ? first < second : a < b;
  }

  /// The ids of a signal, the highest first, ties in store order.
  std::vector<int64_t> ranked(const Signal& signal) const {
    std::vector<int64_t> ids;
    for (const auto& [id, value] : signal) ids.push_back(id);
    std::sort(ids.begin(), ids.end(), [&](int64_t a, int64_t b) {
      return signal.at(a) != signal.at(b) ? signal.at(a) > signal.at(b) : stands_before(a, b);
    });
    return ids;
  }

  static std::vector<PlainTerm> terms_of(const std::vector<std::string>& query) {
    std::vector<PlainTerm> terms;
    for (const std::string& word : query) {
      const auto known = std::find_if(terms.begin(), terms.end(),
                                      [&](const PlainTerm& term) { return term.term == word; });
      if (known == terms.end()) {
        terms.push_back({word});
      } else {
        known->weight += 1;
      }
    }
    return terms;
  }

  Signal own_bm25_of(const std::vector<PlainTerm>& terms, const RetrieveOptions& options) const {
    Signal signal;
    const auto accepted = [&](const PlainDocument& d) { return accepts(d, options); };
    for (const PlainHit& hit : words.top_k(terms, words.documents.size(), accepted)) {
      signal[hit.id] = hit.score;
    }
    return signal;
  }

  std::set<int64_t> accepted(const RetrieveOptions& options) const {
    std::set<int64_t> ids;
    for (const auto& [id, document] : words.documents) {
      if (accepts(document, options)) ids.insert(id);
    }
    return ids;
  }

  SlowSequences sequences_of(const std::set<int64_t>& accepted) const {
    SlowSequences among = sequences;
    std::erase_if(among.places, [&](const auto& one) { return !accepted.contains(one.first); });
    return among;
  }

  /// In their contexts, but for what stands behind the 256 best and has no neighbour among them.
  /// `looked_at` is set to all others.
  Signal bm25_of(const std::vector<std::string>& query, const RetrieveOptions& options,
                 Profile profile, std::set<int64_t>& looked_at) const {
    const std::vector<PlainTerm> terms = terms_of(query);
    Signal signal = own_bm25_of(terms, options);
    if (profile == Profile::kReference || !options.context) return signal;
    SlowContext context;
    context.sequences = sequences_of(accepted(options));
    for (const int64_t id : accepted(options)) {
      context.given[id].resize(terms.size());
    }
    for (size_t i = 0; i < terms.size(); ++i) {
      for (const auto& [id, score] : own_bm25_of({terms[i]}, options)) {
        context.given[id][i] = score;
      }
    }
    std::vector<int64_t> best = ranked(signal);
    if (best.size() > kContextCandidates) best.resize(kContextCandidates);
    const size_t looked_through = std::min<size_t>(64, std::max(options.limit * 3 / 2, size_t{15}));
    for (size_t i = 0; i < std::min(best.size(), looked_through); ++i) {
      context.held[best[i]] = best_stretch(best[i], terms);
    }
    for (const auto& [id, parts] : context.scores(best)) {
      signal[id] = parts.sum();
      looked_at.insert(id);
    }
    return signal;
  }

  double best_stretch(int64_t id, const std::vector<PlainTerm>& terms) const {
    std::vector<SlowStretchTerm> asked;
    for (const PlainTerm& term : terms) asked.push_back({words.worth(term), {{term.term, 16}}});
    const std::vector<std::string>& tokens = words.documents.at(id).terms;
    const double share = 1 - std::min(1.0, 16.0 / static_cast<double>(tokens.size()));
    return share * slow_best_stretch(tokens, asked);
  }

  double cosine_to(const Vector& query, int64_t id) const {
    return cosine(query, norm_of(query), vectors.at(id), norm_of(vectors.at(id)));
  }

  Signal cosines_of(const Vector& query, const RetrieveOptions& options, size_t wanted) const {
    Signal all;
    for (const auto& [id, vector] : vectors) {
      const double value = cosine_to(query, id);
      if (value > 0 && accepts(words.documents.at(id), options)) all[id] = value;
    }
    Signal nearest;
    for (const int64_t id : ranked(all)) {
      if (nearest.size() < wanted) nearest[id] = all[id];
    }
    return nearest;
  }

  Signal min_max(const Signal& signal) const {
    Signal scaled;
    if (signal.empty()) return scaled;
    const auto ids = ranked(signal);
    const double most = signal.at(ids.front());
    const double least = signal.at(ids.back());
    for (const auto& [id, value] : signal) {
      scaled[id] = most == least ? (value > 0 ? 1 : 0) : (value - least) / (most - least);
    }
    return scaled;
  }

  Signal reciprocal(const Signal& signal) const {
    Signal scaled;
    double rank = 0;
    for (const int64_t id : ranked(signal)) scaled[id] = 1 / (60 + ++rank);
    return scaled;
  }

  /// As the index sees it: its own tests compare that with exact sums.
  CosineSpread spread_of(const Vector& query, const RetrieveOptions& options) const {
    VectorIndex index;
    for (const int64_t id : accepted(options)) {
      if (vectors.contains(id)) index.put({id, 0, 0}, vectors.at(id));
    }
    CosineSpread spread;
    const auto by_id = [](const Document& a, const Document& b) { return a.id < b.id; };
    index.candidates(query, 1, {}, by_id, &spread);
    return spread;
  }

  Signal meaning_of(const std::vector<std::string>& query, const Signal& cosines,
                    const std::set<int64_t>& looked_at, const RetrieveOptions& options) const {
    if (cosines.empty()) return {};
    const std::vector<int64_t> nearest = ranked(cosines);
    const std::vector<PlainTerm> terms = terms_of(query);
    const Signal own = own_bm25_of(terms, options);
    double weight = 1;
    if (!own.empty() && options.fusion_weight > 0) {
      const int64_t best = ranked(own).front();
      const double covered = std::min(1.0, own.at(best) / words.full_score(terms));
      std::optional<double> agreeing;
      if (vectors.contains(best)) agreeing = cosine_to(*options.embedding, best);
      weight = slow_weight(cosines.at(nearest.front()), spread_of(*options.embedding, options),
                           covered, agreeing);
    }
    Signal shares = slow_shares(cosines, nearest);
    if (options.context) {
      const std::set<int64_t> all = accepted(options);
      shares = slow_lent(shares, looked_at, all, sequences_of(all));
    }
    for (auto& [id, share] : shares) share = weight * share;
    return shares;
  }

  static Signal fused(const Signal& words, const Signal& meaning, double weight) {
    Signal scores;
    for (const auto& [id, value] : words) scores[id] = weight * value;
    for (const auto& [id, value] : meaning) scores[id] += (1 - weight) * value;
    return scores;
  }

  /// The highest first, ties in store order; but those of no score by their cosines.
  std::vector<int64_t> in_order(const Signal& scores, const Signal& cosines) const {
    Signal unscored;
    Signal scored = scores;
    std::erase_if(scored, [](const auto& one) { return one.second == 0; });
    for (const auto& [id, score] : scores) {
      if (score == 0) unscored[id] = cosines.contains(id) ? cosines.at(id) : 0;
    }
    std::vector<int64_t> ids = ranked(scored);
    for (const int64_t id : ranked(unscored)) ids.push_back(id);
    return ids;
  }

  std::vector<OracleEntry> hits(const std::vector<std::string>& query,
                                const RetrieveOptions& options, Profile profile) const {
    const bool by_rank = options.fusion == Fusion::kReciprocalRank;
    const bool weighs = profile == Profile::kDefault && !by_rank && options.embedding;
    std::set<int64_t> looked_at;
    const Signal bm25 = bm25_of(query, options, profile, looked_at);
    Signal cosines;
    Signal scores = bm25;
    if (options.embedding) {
      const size_t wanted = weighs ? std::max<size_t>(40, 4 * options.limit) : 4 * options.limit;
      cosines = cosines_of(*options.embedding, options, wanted);
      const Signal meaning = weighs    ? meaning_of(query, cosines, looked_at, options)
                             : by_rank ? reciprocal(cosines)
                                       : min_max(cosines);
      scores = fused(by_rank ? reciprocal(bm25) : min_max(bm25), meaning, options.fusion_weight);
      if (weighs) {  // what is only lent, and comes to nothing, is none
        for (const auto& [id, cosine] : cosines) scores[id] += 0;
        std::erase_if(scores, [&](const auto& one) {
          return one.second == 0 && !bm25.contains(one.first) && !cosines.contains(one.first);
        });
      }
    }
    const auto value = [](const Signal& signal, int64_t id) {
      const auto found = signal.find(id);
      return found == signal.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<OracleEntry> hits;
    for (const int64_t id : weighs ? in_order(scores, cosines) : ranked(scores)) {
      if (hits.size() == options.limit) break;
      if (profile == Profile::kReference && scores.at(id) == 0) continue;
      hits.push_back({id, 0, scores.at(id), value(bm25, id), value(cosines, id)});
    }
    return hits;
  }

  std::vector<OracleEntry> placed(const std::vector<OracleEntry>& hits,
                                  const RetrieveOptions& options, Profile profile) const {
    std::vector<OracleEntry> entries;
    const auto find = [&](int64_t id) {
      return std::find_if(entries.begin(), entries.end(),
                          [id](const OracleEntry& entry) { return entry.id == id; });
    };
    for (const OracleEntry& hit : hits) {
      if (const auto earlier = find(hit.id); earlier != entries.end()) {
        const int64_t via = earlier->via;
        if (profile == Profile::kDefault) *earlier = hit;
        earlier->via = via;
        continue;
      }
      entries.push_back(hit);
      if (!options.expand_links) continue;
      for (const Key& target : links.at(hit.id)) {
        const auto found = ids.find(target);
        if (found == ids.end() || find(found->second) != entries.end()) continue;
        entries.push_back({found->second, hit.id});
      }
    }
    return entries;
  }
};

}  // namespace loci::test
