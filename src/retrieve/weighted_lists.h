#pragma once

/// The lists of a query with the weights that the statistics of some documents give them: of a
/// whole index (LexicalSearch) or of a pool (PoolSearch).

#include <span>
#include <vector>

#include "base/function_ref.h"
#include "index/bm25.h"
#include "index/inverted_index.h"
#include "index/top_k.h"
#include "retrieve/query.h"
#include "retrieve/query_lists.h"

namespace loci {

class WeightedLists {
 public:
  /// `count` tells in how many of the documents that `bm25` is made of a list has postings. The
  /// index and the lists must outlive this.
  WeightedLists(const InvertedIndex& index, const Bm25& bm25, const std::vector<QueryTerm>& query,
                const QueryLists& asked, FunctionRef<uint32_t(const PostingList&)> count);

  /// Those that are asked, in the order of summation.
  std::span<const WeightedList> all() const { return lists_; }
  const Bm25& bm25() const { return bm25_; }

  /// What the terms of each list are worth.
  std::span<const double> idfs() const { return idfs_; }

  /// What a list gives to a document that holds its term so often, `tf` > 0.
  double part(size_t list, double tf, Slot slot) const {
    return lists_[list].weight * bm25_.term_part(tf, index_->length(slot));
  }

  /// What a document of average length would score that holds each term of the query once; terms
  /// that stand in no document count too. 0 for no terms.
  double full_score() const { return full_score_; }

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
  /// rare covers more; a form of a word covers as much as it is like it, a character inside bigrams
  /// half of what it covers by itself.
  double coverage(Slot slot) const;

 private:
  void take_shares(const std::vector<QueryTerm>& query, const QueryLists& asked);

  const InvertedIndex* index_;
  Bm25 bm25_;
  std::vector<WeightedList> lists_;
  std::vector<double> idfs_;  // of each list
  std::vector<double> shares_;
  double full_score_ = 0;
};

}  // namespace loci
