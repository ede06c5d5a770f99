// Tested by tests/wiki/retriever_*test.cpp, among them one against plain formulas.

#include "wiki/hits.h"

#include <algorithm>

#include "index/best_slots.h"
#include "retrieve/confidence.h"
#include "retrieve/meaning.h"
#include "retrieve/vector_search.h"
#include "wiki/stretches.h"

namespace loci {
namespace {

DocumentFilter filter_of(const RetrieveOptions& options, const InvertedIndex& index) {
  DocumentFilter filter;
  if (options.categories) {  // one number too many: an empty list would let all pass
    filter.groups = std::vector<bool>(index.category_count() + 1);
    for (const std::string& name : *options.categories) {
      if (const auto category = index.find_category(name)) filter.groups[*category] = true;
    }
  }
  if (options.since) filter.since = *options.since;
  if (options.before) filter.before = *options.before;
  return filter;
}

const ContextScore* find(const std::vector<ContextScore>& context, Slot slot) {
  const auto found =
      std::lower_bound(context.begin(), context.end(), slot,
                       [](const ContextScore& score, Slot asked) { return score.slot < asked; });
  return found == context.end() || found->slot != slot ? nullptr : &*found;
}

class Finder {
 public:
  Finder(const LexicalSearch& lexical, const RetrieveOptions& options,
         const RetrieveSources& sources)
      : lexical_(lexical),
        options_(options),
        sources_(sources),
        filter_(filter_of(options, sources.index)),
        with_context_(uses_context(options, sources)) {}

  Result<Findings> by_words() {
    const auto best = lexical_.top_k(std::max(options_.limit, looked_at()), filter_);
    LOCI_TRY(look_around(best, options_.limit));
    for (const auto& [slot, score] : ranked(best)) {
      found_.hits.push_back({slot, score, score, {}, {score, 0}});
    }
    return std::move(found_);
  }

  Result<Findings> by_words_and_meaning(const VectorIndex& vectors) {
    CosineSpread spread;
    LOCI_ASSIGN(nearest, find_nearest(sources_.index, *sources_.vectors, vectors,
                                      *options_.embedding, nearest_wanted(), filter_, &spread));
    std::vector<double> scores = lexical_.score_all(filter_);
    const auto best = best_of(scores);
    LOCI_TRY(look_around(best, SIZE_MAX, [&](Slot slot) { return scores[slot]; }));
    for (const auto& [slot, parts] : found_.context) scores[slot] = parts.sum();
    RankingOptions ranking = {options_.limit, options_.fusion, options_.fusion_weight,
                              sources_.analyzer.profile == Profile::kDefault};
    Meaning meaning;
    if (weighs_meaning()) {
      LOCI_ASSIGN(words, found_by_words(best));
      meaning = meaning_of(nearest, spread, words);
      ranking.meaning = &meaning;
      found_.cosine_weight = (1 - options_.fusion_weight) * meaning.weight;
    }
    found_.hits = rank_hybrid(sources_.index, scores, nearest, ranking);
    return std::move(found_);
  }

 private:
  // So many of the best have a say in what is made of them. Where nothing stands in a sequence,
  // nobody lends.
  size_t looked_at() const {
    if (!with_context_) return kConfidenceCandidates;
    if (sources_.sequences.size() > 0) return kContextCandidates;
    return std::max(kConfidenceCandidates, stretch_candidates(options_.limit));
  }

  bool weighs_meaning() const {
    return sources_.analyzer.profile == Profile::kDefault && options_.fusion == Fusion::kMinMax;
  }

  size_t nearest_wanted() const {
    const size_t wanted = kCandidatesPerHit * options_.limit;
    return weighs_meaning() && wanted > 0 ? std::max(wanted, kNearestWithShare) : wanted;
  }

  Result<FoundByWords> found_by_words(std::span<const ScoredSlot> best) const {
    FoundByWords found;
    if (best.empty()) return found;
    found.covered = std::min(1.0, best[0].score / lexical_.lists().full_score());
    const int64_t id = sources_.index.document(best[0].slot).id;
    LOCI_ASSIGN(cosine, cosine_of(id, *sources_.vectors, *options_.embedding));
    found.cosine = cosine;
    return found;
  }

  // By meaning alone nothing is to be weighed against it.
  Meaning meaning_of(std::span<const ScoredSlot> nearest, const CosineSpread& spread,
                     const FoundByWords& words) const {
    Meaning meaning;
    if (nearest.empty()) return meaning;
    meaning.shares = shares_of_nearness(nearest);
    if (words.covered > 0 && options_.fusion_weight > 0) {
      meaning.weight = weight_of_meaning(nearest[0].score, spread, words);
    }
    if (!with_context_ || sources_.sequences.size() == 0) return meaning;
    const auto accepts = [&](int64_t id) { return accepted(id); };
    const auto lent = lend_in_context(sources_.index, sources_.sequences, meaning.shares,
                                      found_.context, accepts_of(accepts));
    meaning.shares.clear();
    for (const auto& [slot, parts] : lent) meaning.shares.push_back({slot, parts.sum()});
    return meaning;
  }

  std::vector<ScoredSlot> best_of(std::span<const double> scores) const {
    BestSlots best(sources_.index, looked_at());
    for (Slot slot = 0; slot < scores.size(); ++slot) {
      if (scores[slot] > 0) best.offer({slot, scores[slot]});
    }
    return best.sorted();
  }

  Status look_around(std::span<const ScoredSlot> best, size_t wanted,
                     FunctionRef<double(Slot slot)> own = {}) {
    const InvertedIndex& index = sources_.index;
    found_.confidence = confidence(
        best, [&](Slot slot) { return lexical_.coverage(slot); }, index.document_count());
    if (!with_context_) return Ok{};
    LOCI_ASSIGN(held, read_stretches(lexical_, best, options_.limit, sources_));
    const auto accepts = [&](int64_t id) { return accepted(id); };
    found_.context = score_in_context(index, sources_.sequences, lexical_.lists(), best,
                                      accepts_of(accepts), wanted, own, held);
    return Ok{};
  }

  bool accepted(int64_t id) const {
    return filter_.accepts(sources_.index.document(sources_.index.slot_of(id)));
  }

  // Nothing is asked where the filter lets all pass.
  Sequences::Accepts accepts_of(Sequences::Accepts accepts) const {
    return filter_.accepts_all() ? Sequences::Accepts() : accepts;
  }

  // `best` with those of them that the context lifts, and those that it brings in.
  std::vector<ScoredSlot> ranked(std::vector<ScoredSlot> best) const {
    if (options_.limit == 0) return {};
    BestSlots ranked(sources_.index, options_.limit);
    for (const auto& [slot, parts] : found_.context) ranked.offer({slot, parts.sum()});
    for (const ScoredSlot& one : best) {
      if (find(found_.context, one.slot) == nullptr) ranked.offer(one);
    }
    return ranked.sorted();
  }

  const LexicalSearch& lexical_;
  const RetrieveOptions& options_;
  const RetrieveSources& sources_;
  DocumentFilter filter_;
  bool with_context_;
  Findings found_;
};

}  // namespace

ContextParts Findings::context_of(const Hit& hit) const {
  const ContextScore* score = find(context, hit.slot);
  return score == nullptr ? ContextParts{.own = hit.bm25.value_or(0)} : score->parts;
}

bool uses_context(const RetrieveOptions& options, const RetrieveSources& sources) {
  return options.context && sources.analyzer.profile == Profile::kDefault;
}

Result<Findings> find_hits(const LexicalSearch& lexical, const VectorIndex* vectors,
                           const RetrieveOptions& options, const RetrieveSources& sources) {
  Finder finder(lexical, options, sources);
  if (vectors == nullptr) return finder.by_words();
  return finder.by_words_and_meaning(*vectors);
}

}  // namespace loci
