#pragma once

/// Finds by words: the terms of a query against the inverted index, with an account of each score.

#include <memory>
#include <string>
#include <vector>

#include "index/inverted_index.h"
#include "index/top_k.h"
#include "retrieve/query.h"
#include "text/profile.h"

namespace loci {

/// A part of an identifier says less than a word that stands by itself; a character inside a bigram
/// says less than the bigram. Both chosen by hand, not fitted.
inline constexpr double kPartWeight = 0.5;
inline constexpr double kInsideBigramWeight = 0.5;

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
  /// Looks the terms up. The index must not change while the search lives.
  /// In the default profile a query run of one character in a script without spaces also asks for
  /// the bigrams that hold it, as a term of kind `part` and of less weight.
  LexicalSearch(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile);

  std::vector<ScoredSlot> top_k(size_t k, const DocumentFilter& filter) const;

  /// The score of every document that `filter` accepts, by slot; 0 for what holds none of the
  /// terms. Each is the one that top_k() gives, to the last bit.
  std::vector<double> score_all(const DocumentFilter& filter) const;

  /// The share of each term that the document holds, in the order of summation: added up from the
  /// first to the last they give its score to the last bit.
  std::vector<TermWeight> explain(Slot slot) const;

  /// The words and identifiers of the query that the document holds, sorted, each once.
  std::vector<std::string> matched_terms(Slot slot) const;

 private:
  struct Source {
    std::string term;
    TokenKind kind;
    double idf;
    bool matches;  // whether it counts in matched_terms()
  };

  void ask(PostingList* list, const QueryTerm& term, TokenKind kind, double weight);

  InvertedIndex& index_;
  std::vector<WeightedList> lists_;
  std::vector<Source> sources_;  // of each list
  std::vector<std::unique_ptr<PostingList>> merged_;
};

}  // namespace loci
