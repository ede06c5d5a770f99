// Tested by tests/retrieve/lexical_search_test.cpp and, against plain formulas, by
// tests/retrieve/forms_test.cpp.

#include "retrieve/lexical_search.h"

#include <algorithm>
#include <utility>

#include "base/sort.h"

namespace loci {

LexicalSearch::LexicalSearch(InvertedIndex& index, const std::vector<QueryTerm>& query,
                             Profile profile)
    : index_(index),
      asked_(index, query, profile),
      lists_(index, index.bm25(), query, asked_,
             [](const PostingList& list) { return list.document_frequency(); }) {
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

// A character inside bigrams is asked for as a part, and left out.
BestStretch LexicalSearch::best_stretch() const {
  std::vector<StretchTerm> terms;
  std::vector<double> worths;
  for (size_t i = 0; i < sources_.size(); ++i) {
    const QueryList& asked = asked_.all()[i];
    if (!sources_[i].matches || asked.kind == TokenKind::kPart) continue;
    const auto of = static_cast<uint32_t>(worths.size());
    worths.push_back(lists_.all()[i].weight);
    if (asked.exact != nullptr) terms.push_back({sources_[i].term, asked.exact, of, kSixteenths});
    for (const Relative& form : asked.forms) {
      terms.push_back({form.term, form.list, of, form.sixteenths});
    }
  }
  return BestStretch(std::move(terms), std::move(worths));
}

std::vector<TermWeight> LexicalSearch::explain(Slot slot) const {
  std::vector<TermWeight> weights;
  for (size_t i = 0; i < sources_.size(); ++i) {
    const QueryList& asked = asked_.all()[i];
    const uint32_t frequency = asked.list->frequency(slot);
    if (frequency == 0) continue;
    double forms = lists_.part(i, asked.list->count(frequency), slot);
    const uint32_t tf = asked.exact == nullptr ? 0 : asked.exact->frequency(slot);
    if (tf > 0) {
      const double weight = lists_.part(i, tf, slot);
      weights.push_back({sources_[i].term,
                         {},
                         asked.kind,
                         tf,
                         asked.exact->document_frequency(),
                         lists_.idfs()[i],
                         weight});
      forms -= weight;
    }
    explain_forms(i, slot, forms, weights);
  }
  return weights;
}

// Shares `whole` among the forms that the document holds, by what their occurrences count.
void LexicalSearch::explain_forms(size_t list, Slot slot, double whole,
                                  std::vector<TermWeight>& weights) const {
  const QueryList& asked = asked_.all()[list];
  const size_t first = weights.size();
  double sum = 0;
  for (const Relative& form : asked.forms) {
    const uint32_t tf = form.list->frequency(slot);
    if (tf == 0) continue;
    const double sixteenths = static_cast<double>(form.sixteenths) * tf;
    weights.push_back({std::string(form.term), sources_[list].term, form.kind, tf,
                       form.list->document_frequency(), lists_.idfs()[list], sixteenths});
    sum += sixteenths;
  }
  for (size_t i = first; i < weights.size(); ++i) weights[i].weight *= whole / sum;
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
