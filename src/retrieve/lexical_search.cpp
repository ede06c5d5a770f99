// Tested by tests/retrieve/lexical_search_test.cpp.

#include "retrieve/lexical_search.h"

#include <algorithm>

#include "base/sort.h"

namespace loci {
namespace {

// The idf of each list.
std::vector<double> idfs_of(const QueryLists& asked, const Bm25& bm25) {
  std::vector<double> idfs;
  for (const QueryList& list : asked.all()) {
    idfs.push_back(bm25.idf(list.list->document_frequency()));
  }
  return idfs;
}

}  // namespace

LexicalSearch::LexicalSearch(InvertedIndex& index, const std::vector<QueryTerm>& query,
                             Profile profile)
    : index_(index),
      asked_(index, query, profile),
      idfs_(idfs_of(asked_, index.bm25())),
      lists_(index, index.bm25(), query, asked_, idfs_) {
  for (const QueryList& asked : asked_.all()) {
    sources_.push_back({query[asked.term].term, query[asked.term].counts()});
  }
}

std::vector<ScoredSlot> LexicalSearch::top_k(size_t k, const DocumentFilter& filter) const {
  return loci::top_k(index_, lists_.bm25(), lists_.all(), k, filter);
}

// List by list, so each score is summed in the order of the query, as explain() does it.
std::vector<double> LexicalSearch::score_all(const DocumentFilter& filter) const {
  std::vector<double> scores(index_.slot_count(), 0);
  for (size_t i = 0; i < lists_.all().size(); ++i) {
    const PostingList& list = *lists_.all()[i].list;
    for (const auto& entry : list.entries()) {
      const PostingBlock& block = entry.block;
      for (uint32_t at = 0; at < block.size(); ++at) {
        const Slot slot = block.slot(at);
        scores[slot] += lists_.part(i, list.count(block.frequency(at)), slot);
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
  std::vector<TermWeight> weights;
  for (size_t i = 0; i < sources_.size(); ++i) {
    const QueryList& asked = asked_.all()[i];
    const uint32_t tf = asked.list->frequency(slot);
    if (tf == 0) continue;
    weights.push_back({sources_[i].term, asked.kind, tf, asked.list->document_frequency(), idfs_[i],
                       lists_.part(i, tf, slot)});
  }
  return weights;
}

std::vector<std::string> LexicalSearch::matched_terms(Slot slot) const {
  std::vector<std::string> terms;
  for (size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].matches && lists_.all()[i].list->frequency(slot) > 0)
      terms.push_back(sources_[i].term);
  }
  heap_sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

}  // namespace loci
