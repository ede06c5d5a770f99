#pragma once

/// The posting lists that the terms of a query ask for, in the order of summation.

#include <memory>
#include <vector>

#include "index/inverted_index.h"
#include "retrieve/query.h"
#include "text/profile.h"

namespace loci {

/// A part of an identifier says less than a word that stands by itself; a character inside a bigram
/// says less than the bigram. Both chosen by hand, not fitted.
inline constexpr double kPartWeight = 0.5;
inline constexpr double kInsideBigramWeight = 0.5;

/// What a function word weighs beside content words.
inline constexpr double kFunctionWordWeight = 0.1;

/// Before idf: occurrences x weight of the kind.
double weight_of(const QueryTerm& term);

/// One list that is asked.
struct QueryList {
  PostingList* list;
  size_t term;     // the place of its term in the query; never falls from one list to the next
  TokenKind kind;  // as what it is asked: kPart for a character inside bigrams
  double weight;   // > 0, before idf: occurrences in the query x weight of the kind
};

class QueryLists {
 public:
  /// Looks the terms up; what no document holds has no list. In the default profile a query run of
  /// one character in a script without spaces also asks for the bigrams that hold it, as a term of
  /// kind `part` and of less weight. The index must not change while this lives.
  QueryLists(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile);

  const std::vector<QueryList>& all() const { return lists_; }

 private:
  std::vector<QueryList> lists_;
  std::vector<std::unique_ptr<PostingList>> merged_;
};

}  // namespace loci
