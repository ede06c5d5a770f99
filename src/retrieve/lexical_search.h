#pragma once

/// Finds by words: the terms of a query against the inverted index, with an account of each score.

#include <string>
#include <vector>

#include "index/inverted_index.h"
#include "index/top_k.h"
#include "retrieve/query.h"
#include "retrieve/query_lists.h"
#include "retrieve/weighted_lists.h"
#include "text/profile.h"

namespace loci {

/// What one term of the query gave to one document.
struct TermWeight {
  std::string term;
  TokenKind kind;
  uint32_t tf;  // in the document
  uint32_t df;  // documents that hold it
  double idf;
  double weight;  // its share of the document's score
};

class LexicalSearch {
 public:
  /// Looks the terms up, as QueryLists does. The index must not change while the search lives.
  LexicalSearch(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile);

  std::vector<ScoredSlot> top_k(size_t k, const DocumentFilter& filter) const;

  /// The score of every document that `filter` accepts, by slot; 0 for what holds none of the
  /// terms. Each is the one that top_k() gives, to the last bit.
  std::vector<double> score_all(const DocumentFilter& filter) const;

  /// The same for one document.
  double score(Slot slot) const { return lists_.score(slot); }

  /// The share of the query's idf that the document holds, see WeightedLists.
  double coverage(Slot slot) const { return lists_.coverage(slot); }

  const WeightedLists& lists() const { return lists_; }

  /// The share of each term that the document holds, in the order of summation: added up from the
  /// first to the last they give its score to the last bit.
  std::vector<TermWeight> explain(Slot slot) const;

  /// The terms of the query that count (QueryTerm::counts()) and that the document holds, sorted,
  /// each once.
  std::vector<std::string> matched_terms(Slot slot) const;

 private:
  struct Source {
    std::string term;
    bool matches;  // whether it counts in matched_terms()
  };

  InvertedIndex& index_;
  QueryLists asked_;
  std::vector<double> idfs_;  // of each list
  WeightedLists lists_;
  std::vector<Source> sources_;  // of each list
};

}  // namespace loci
