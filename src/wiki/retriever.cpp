// Tested by tests/wiki/retriever_*test.cpp, among them one against plain formulas, and against the
// results of the reference by tests/js/vectors.test.js.

#include "wiki/retriever.h"

#include <map>
#include <set>

#include "base/concat.h"
#include "retrieve/budget.h"
#include "retrieve/query.h"
#include "text/links.h"
#include "text/tokenizer.h"
#include "wiki/hits.h"

namespace loci {
namespace {

using Source = RetrievedEntry::Source;

// Puts the entries in their order: each hit, followed by the items it links to; nothing twice.
class Placer {
 public:
  Placer(const LexicalSearch& lexical, const Findings& found, const RetrieveOptions& options,
         const RetrieveSources& sources)
      : lexical_(lexical),
        found_(found),
        with_context_(uses_context(options, sources)),
        options_(options),
        index_(sources.index),
        items_(sources.items),
        profile_(sources.analyzer.profile) {}

  void expect(size_t entries) { entries_.reserve(entries); }

  Status place_hit(const Hit& hit) {
    const int64_t id = index_.document(hit.slot).id;
    if (const auto earlier = placed_.find(id); earlier != placed_.end()) {
      if (profile_ == Profile::kDefault) account(entries_[earlier->second], hit);
      return Ok{};
    }
    LOCI_TRY(place(id, Source::kHit));
    account(entries_.back(), hit);
    if (!options_.expand_links) return Ok{};
    const std::string via = entries_.back().item.name;
    const std::string content = entries_.back().item.content;
    for (const Link& link : parse_links(content, profile_)) LOCI_TRY(follow(link, via));
    return Ok{};
  }

  std::vector<RetrievedEntry> entries() { return std::move(entries_); }
  std::vector<std::string> unresolved() { return std::move(unresolved_); }

 private:
  Status place(int64_t id, Source source) {
    LOCI_ASSIGN(item, items_.get(id));
    placed_.emplace(id, entries_.size());
    RetrievedEntry entry(std::move(item), source);
    entry.tokens_est =
        estimate_tokens(entry.item.name, profile_) + estimate_tokens(entry.item.content, profile_);
    entries_.push_back(std::move(entry));
    return Ok{};
  }

  void account(RetrievedEntry& entry, const Hit& hit) {
    entry.score = hit.score;
    entry.bm25_score = hit.bm25;
    entry.cos_score = hit.cosine;
    entry.matched_terms = lexical_.matched_terms(hit.slot);
    if (!options_.explain) return;
    entry.terms = lexical_.explain(hit.slot);
    entry.shares = hit.shares;
    if (with_context_ && hit.bm25) entry.context = found_.context_of(hit);
  }

  Status follow(const Link& link, const std::string& via) {
    LOCI_ASSIGN(id, items_.find(link.category, link.name));
    if (!id) {
      note_unresolved(link);
    } else if (!placed_.contains(*id)) {
      LOCI_TRY(place(*id, Source::kLink));
      entries_.back().via = via;
    }
    return Ok{};
  }

  void note_unresolved(const Link& link) {
    std::string text = concat({"[[", link.category, ":", link.name, "]]"});
    const bool first = noted_.insert(text).second;
    if (first || profile_ == Profile::kReference) unresolved_.push_back(std::move(text));
  }

  const LexicalSearch& lexical_;
  const Findings& found_;
  const bool with_context_;
  const RetrieveOptions& options_;
  const InvertedIndex& index_;
  ItemTable& items_;
  Profile profile_;
  std::vector<RetrievedEntry> entries_;
  std::map<int64_t, size_t> placed_;  // id -> place in entries_
  std::vector<std::string> unresolved_;
  std::set<std::string> noted_;
};

void cut(std::vector<RetrievedEntry> entries, const RetrieveOptions& options, Retrieval& result) {
  std::vector<uint64_t> tokens;
  for (const RetrievedEntry& entry : entries) tokens.push_back(entry.tokens_est);
  const BudgetCut budget = cut_to_budget(tokens, options.budget_tokens);
  for (size_t i = budget.kept; options.explain && i < entries.size(); ++i) {
    result.dropped.push_back(std::move(entries[i]));
  }
  while (entries.size() > budget.kept) entries.pop_back();
  result.items = std::move(entries);
  result.budget_used = budget.used;
  result.over_budget = budget.over_budget;
}

}  // namespace

Result<Retrieval> retrieve(std::string_view query, const RetrieveOptions& options,
                           const RetrieveSources& sources) {
  Retrieval result;
  const QueryEmbedding embedding = {options.embedding, options.model};
  LOCI_ASSIGN(vectors, usable_vectors(embedding, sources.vectors, result.embedding_reason));
  result.embedding_used = vectors != nullptr;
  const std::vector<QueryTerm> terms = parse_query(query, sources.analyzer);
  result.no_query_terms = terms.empty() && !result.embedding_used;

  const LexicalSearch lexical(sources.index, terms, sources.analyzer.profile);
  LOCI_ASSIGN(found, find_hits(lexical, vectors, options, sources));
  result.vectors_damaged = options.embedding && sources.vectors && sources.vectors->damaged();
  result.confidence = found.confidence;
  result.cosine_weight = found.cosine_weight;
  result.low_confidence = options.min_confidence && found.confidence < *options.min_confidence;

  Placer placer(lexical, found, options, sources);
  placer.expect(found.hits.size());
  for (const Hit& hit : found.hits) LOCI_TRY(placer.place_hit(hit));
  result.unresolved_links = placer.unresolved();

  cut(placer.entries(), options, result);
  return result;
}

}  // namespace loci
