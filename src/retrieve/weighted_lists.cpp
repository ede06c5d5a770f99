// Tested by tests/retrieve/forms_test.cpp, against plain formulas, and by
// tests/retrieve/lexical_search_test.cpp.

#include "retrieve/weighted_lists.h"

#include <algorithm>

namespace loci {
namespace {

// See QueryLists.
double document_frequency(const QueryList& asked, FunctionRef<uint32_t(const PostingList&)> count) {
  const double exact = asked.exact == nullptr ? 0 : count(*asked.exact);
  double forms = 0;
  for (const Relative& form : asked.forms) {
    forms += form.sixteenths * static_cast<double>(count(*form.list)) / kSixteenths;
  }
  return exact > 0 ? exact + kFormsInFrequency * forms : forms;
}

}  // namespace

WeightedLists::WeightedLists(const InvertedIndex& index, const Bm25& bm25,
                             const std::vector<QueryTerm>& query, const QueryLists& asked,
                             FunctionRef<uint32_t(const PostingList&)> count)
    : index_(&index), bm25_(bm25) {
  for (const QueryList& list : asked.all()) {
    idfs_.push_back(bm25.idf(std::min(document_frequency(list, count), bm25.document_count())));
    lists_.push_back({list.list, list.weight * idfs_.back()});
  }
  take_shares(query, asked);
}

// A term has no list, or one, or, a lone character, a second one: of what holds it inside bigrams.
void WeightedLists::take_shares(const std::vector<QueryTerm>& query, const QueryLists& asked) {
  shares_.resize(lists_.size());
  double total = 0;
  size_t at = 0;  // the lists stand in the order of their terms
  for (size_t i = 0; i < query.size(); ++i) {
    const size_t first = at;
    while (at < lists_.size() && asked.all()[at].term == i) ++at;
    const double share = asked.term_weights()[i] * (at > first ? idfs_[first] : bm25_.idf(0));
    full_score_ += share;
    if (!query[i].counts()) continue;
    total += share;
    if (at > first) shares_[first] = share;
    if (at > first + 1) shares_[first + 1] = kInsideBigramWeight * share;
  }
  for (double& share : shares_) share = total > 0 ? share / total : 0;
}

double WeightedLists::score(Slot slot) const {
  double score = 0;
  for (size_t i = 0; i < lists_.size(); ++i) {
    const PostingList& list = *lists_[i].list;
    if (const uint32_t units = list.frequency(slot); units > 0) {
      score += part(i, list.count(units), slot);
    }
  }
  return score;
}

double WeightedLists::coverage(Slot slot) const {
  double covered = 0;
  for (size_t i = 0; i < lists_.size(); ++i) {
    if (shares_[i] == 0) continue;
    const PostingList& list = *lists_[i].list;
    covered += shares_[i] * std::min(1.0, list.count(list.frequency(slot)));
  }
  return std::min(1.0, covered);
}

}  // namespace loci
