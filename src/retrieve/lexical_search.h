#pragma once

/// Finds by words: the terms of a query against the inverted index, with an account of each score.

#include <string>
#include <vector>

#include "index/inverted_index.h"
#include "index/top_k.h"
#include "retrieve/best_stretch.h"
#include "retrieve/query.h"
#include "retrieve/query_lists.h"
#include "retrieve/weighted_lists.h"
#include "text/profile.h"

namespace loci {

/// What one term gave to one document: a term of the query, or a form of one.
struct TermWeight {
  std::string term;  // as the document holds it
  std::string of;    // the term of the query that it is a form of; empty where it is that itself
  TokenKind kind;    // of a form kForm or kGram, by how it was found
  uint32_t tf;       // in the document
  uint32_t df;       // documents that hold it
  double idf;        // of the query's term, its forms counted as QueryLists does
  double weight;     // its share of the document's score
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

  /// What looks a text through for the terms of the query that count (QueryTerm::counts()) and for
  /// their forms, with their weights and idfs here. Must not outlive this.
  BestStretch best_stretch() const;

  const WeightedLists& lists() const { return lists_; }

  /// What the document holds, in the order of summation: each term of the query, followed by its
  /// forms, the likest first. The weights add up to the score: to the last bit where no form is
  /// among them, else but for rounding.
  ///
  /// A term has the weight that it would have without the forms; they share the rest:
  ///
  ///   query `migrated`, a document with `migrated` and `migrations`, which counts 9/16:
  ///   migrated    word  w x part(1)
  ///   migrations  gram  w x (part(1 + 9/16) - part(1))
  std::vector<TermWeight> explain(Slot slot) const;

  /// The terms of the query that count (QueryTerm::counts()) and that the document holds, exactly
  /// or by a form, sorted, each once.
  std::vector<std::string> matched_terms(Slot slot) const;

 private:
  struct Source {
    std::string term;
    bool matches;  // whether it counts in matched_terms()
  };

  void explain_forms(size_t list, Slot slot, double whole, std::vector<TermWeight>& weights) const;

  InvertedIndex& index_;
  QueryLists asked_;
  WeightedLists lists_;
  std::vector<Source> sources_;  // of each list
};

}  // namespace loci
