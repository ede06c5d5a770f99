// Tested by tests/retrieve/lexical_search_test.cpp.

#include "retrieve/lexical_search.h"

#include <algorithm>

#include "base/sort.h"

namespace loci {
namespace {

double weight_of(const QueryTerm& term) { return term.occurrences + kPartWeight * term.parts; }

// The union of several lists; frequencies add up. Counted in an array by slot: the lists of a
// common character are many and long, and an ordered merge would compare at every step.
std::unique_ptr<PostingList> merge(const std::vector<PostingList*>& lists, Slot slot_count) {
  std::vector<uint32_t> frequencies(slot_count, 0);
  for (const PostingList* list : lists) {
    for (const auto& entry : list->entries()) {
      for (uint32_t i = 0; i < entry.block.size(); ++i) {
        frequencies[entry.block.slot(i)] += entry.block.frequency(i);
      }
    }
  }
  auto merged = std::make_unique<PostingList>();
  for (Slot slot = 0; slot < slot_count; ++slot) {
    for (uint32_t i = 0; i < frequencies[slot]; ++i) merged->add_occurrence(slot);
  }
  return merged;
}

}  // namespace

LexicalSearch::LexicalSearch(InvertedIndex& index, const std::vector<QueryTerm>& query,
                             Profile profile)
    : index_(index) {
  const bool reference = profile == Profile::kReference;
  for (const QueryTerm& term : query) {
    if (PostingList* list = index.find(term.term); list != nullptr) {
      ask(list, term, term.kind, weight_of(term));
    }
    if (reference || term.shape != TokenShape::kLoneCharacter) continue;
    const auto bigrams = index.lists_of_bigrams_with(term.term);
    if (bigrams.empty()) continue;
    merged_.push_back(merge(bigrams, index.slot_count()));
    ask(merged_.back().get(), term, TokenKind::kPart, kInsideBigramWeight * weight_of(term));
  }
}

void LexicalSearch::ask(PostingList* list, const QueryTerm& term, TokenKind kind, double weight) {
  const double idf = index_.bm25().idf(list->document_frequency());
  lists_.push_back({list, weight * idf});
  sources_.push_back({term.term, kind, idf, term.kind != TokenKind::kPart});
}

std::vector<ScoredSlot> LexicalSearch::top_k(size_t k, const DocumentFilter& filter) const {
  return loci::top_k(index_, lists_, k, filter);
}

// List by list, so each score is summed in the order of the query, as explain() does it.
std::vector<double> LexicalSearch::score_all(const DocumentFilter& filter) const {
  const Bm25 bm25 = index_.bm25();
  std::vector<double> scores(index_.slot_count(), 0);
  for (const WeightedList& weighted : lists_) {
    for (const auto& entry : weighted.list->entries()) {
      const PostingBlock& block = entry.block;
      for (uint32_t i = 0; i < block.size(); ++i) {
        const Slot slot = block.slot(i);
        scores[slot] += weighted.weight * bm25.term_part(block.frequency(i), index_.length(slot));
      }
    }
  }
  if (filter.accepts_all()) return scores;
  for (Slot slot = 0; slot < scores.size(); ++slot) {
    if (!filter.accepts(index_.document(slot))) scores[slot] = 0;
  }
  return scores;
}

std::vector<TermWeight> LexicalSearch::explain(Slot slot) const {
  const Bm25 bm25 = index_.bm25();
  std::vector<TermWeight> weights;
  for (size_t i = 0; i < lists_.size(); ++i) {
    const uint32_t tf = lists_[i].list->frequency(slot);
    if (tf == 0) continue;
    weights.push_back({sources_[i].term, sources_[i].kind, tf, lists_[i].list->document_frequency(),
                       sources_[i].idf,
                       lists_[i].weight * bm25.term_part(tf, index_.length(slot))});
  }
  return weights;
}

std::vector<std::string> LexicalSearch::matched_terms(Slot slot) const {
  std::vector<std::string> terms;
  for (size_t i = 0; i < lists_.size(); ++i) {
    if (sources_[i].matches && lists_[i].list->frequency(slot) > 0)
      terms.push_back(sources_[i].term);
  }
  heap_sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

}  // namespace loci
