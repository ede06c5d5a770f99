#pragma once

/// The lists of a query with the weights that the statistics of some documents give them: of a
/// whole index (LexicalSearch) or of a pool (PoolSearch).

#include <span>
#include <vector>

#include "index/bm25.h"
#include "index/inverted_index.h"
#include "index/top_k.h"
#include "retrieve/query.h"
#include "retrieve/query_lists.h"

namespace loci {

class WeightedLists {
 public:
  /// `idfs` are those of `asked`, one for each, by the statistics of `bm25`. The index and the
  /// lists must outlive this.
  WeightedLists(const InvertedIndex& index, const Bm25& bm25, const std::vector<QueryTerm>& query,
                const QueryLists& asked, std::span<const double> idfs);

  /// Those that are asked, in the order of summation.
  std::span<const WeightedList> all() const { return lists_; }
  const Bm25& bm25() const { return bm25_; }

  /// What a list gives to a document that holds its term so often, `tf` > 0.
  double part(size_t list, double tf, Slot slot) const {
    return lists_[list].weight * bm25_.term_part(tf, index_->length(slot));
  }

  /// The sum of all parts: the score of a document, to the last bit as top_k() gives it; 0 where it
  /// holds none of the terms.
  double score(Slot slot) const;

  /// The share of the query's idf that each list stands for, see coverage().
  std::span<const double> coverage_shares() const { return shares_; }

  /// How much of the query a document holds, in [0, 1]; 0 where no term counts:
  ///
  ///   coverage(d) = sum over the lists of share x min(1, tf(d)), at most 1
  ///   share(t)    = weight(t) x idf(t) / the sum of that over all terms that count
  ///
  /// Terms that count are words and identifiers, and function words where nothing else is asked
  /// for (QueryTerm::counts()); one that stands in no document counts too, as idf(0). So what is
  /// rare covers more; a character inside bigrams covers half of what it covers by itself, unless
  /// it stands by itself nowhere.
  double coverage(Slot slot) const;

 private:
  void take_shares(const std::vector<QueryTerm>& query, const QueryLists& asked,
                   std::span<const double> idfs);

  const InvertedIndex* index_;
  Bm25 bm25_;
  std::vector<WeightedList> lists_;
  std::vector<double> shares_;  // of each list
};

}  // namespace loci
