// Tested by tests/retrieve/lexical_search_test.cpp.

#include "retrieve/lexical_search.h"

#include <algorithm>

#include "base/sort.h"

namespace loci {

LexicalSearch::LexicalSearch(InvertedIndex& index, const std::vector<QueryTerm>& query,
                             Profile profile)
    : index_(index), asked_(index, query, profile) {
  const Bm25 bm25 = index.bm25();
  for (const QueryList& asked : asked_.all()) {
    const QueryTerm& term = query[asked.term];
    const double idf = bm25.idf(asked.list->document_frequency());
    lists_.push_back({asked.list, asked.weight * idf});
    sources_.push_back({term.term, asked.kind, idf, term.kind != TokenKind::kPart});
  }
}

std::vector<ScoredSlot> LexicalSearch::top_k(size_t k, const DocumentFilter& filter) const {
  return loci::top_k(index_, index_.bm25(), lists_, k, filter);
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
