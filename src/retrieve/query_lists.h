#pragma once

/// The posting lists that the terms of a query ask for, in the order of summation.

#include <memory>
#include <span>
#include <vector>

#include "index/inverted_index.h"
#include "index/merged_list.h"
#include "retrieve/query.h"
#include "text/profile.h"

namespace loci {

/// A part of an identifier says less than a word that stands by itself; a character inside a bigram
/// says less than the bigram. Both chosen by hand, not fitted.
inline constexpr double kPartWeight = 0.5;
inline constexpr double kInsideBigramWeight = 0.5;

/// Neighbouring bigrams share a character, so a run of a script without spaces asks for each
/// character twice; a character that is a run by itself says no more than they. Where several
/// letters make a syllable, Thai and its kin (has_spelled_syllables()), two of them say less, and
/// grams of three ask a third time for what their bigrams ask for. The last two were fitted on the
/// Thai questions of XQuAD alone: recall is 0.943 with these, with grams from 0.1 to 0.15 as well,
/// and 0.936 with bigrams of 1/2.
inline constexpr double kBigramWeight = 0.5;
inline constexpr double kSyllableBigramWeight = 0.25;
inline constexpr double kGramWeight = 0.125;

/// What the accents of a word weigh beside the word: enough that who writes them finds them first,
/// and no more, or a question would be about its accents. Chosen by hand.
inline constexpr double kSpellingWeight = 0.05;

/// What a function word weighs beside content words.
inline constexpr double kFunctionWordWeight = 0.1;

/// How much the documents of a term's forms add to those of the term, which is rarer than all of
/// them together. Measured against none and all of it (LoCoMo, XQuAD): differences of 0.003 in
/// recall, hardly more than noise.
inline constexpr double kFormsInFrequency = 0.5;

/// Of so many terms of a query the forms are found too, the first ones; those of a whole text that
/// is looked up say enough by themselves.
inline constexpr size_t kMostFamilies = 64;

/// One list that is asked.
struct QueryList {
  PostingList* list;  // what the term and its forms give together, or `exact`
  size_t term;        // the place of its term in the query; never falls from one list to the next
  TokenKind kind;     // as what it is asked: kPart for a character inside bigrams
  double weight;      // > 0, before idf: occurrences in the query x weight of the kind
  const PostingList* exact;     // of the term alone; nullptr where no document holds it
  std::vector<Relative> forms;  // of the term, in `list` too
};

class QueryLists {
 public:
  /// Looks the terms up; what no document holds has no list.
  ///
  /// In the default profile a term that is no function word is also found by those that are like
  /// it, its forms (InvertedIndex::relatives(), whose `sixteenths` tell how alike):
  ///
  ///   tf = occurrences of the term + sum over its forms of sixteenths / 16 x occurrences
  ///   df = documents with the term + 1/2 sum over its forms of sixteenths / 16 x documents,
  ///        at most all documents; the whole sum where no document holds the term
  ///
  /// so at the same length and frequency the term itself is worth more than any form of it.
  ///
  /// There also a query run of one character in a script without spaces asks for the bigrams that
  /// hold it, as a term of kind `part` and of less weight. The index must not change while this
  /// lives.
  ///
  /// Where some `documents` are given, rising, only these are asked about: what lists of forms say
  /// of others may be missing.
  QueryLists(InvertedIndex& index, const std::vector<QueryTerm>& query, Profile profile,
             const std::vector<Slot>* documents = nullptr);

  const std::vector<QueryList>& all() const { return lists_; }

  /// Of each term of the query, before idf: occurrences x weight of the kind. In the reference
  /// profile all kinds weigh the same.
  const std::vector<double>& term_weights() const { return weights_; }

 private:
  void add_term(InvertedIndex& index, const QueryTerm& term, std::vector<Relative> forms);
  void add_bigrams(InvertedIndex& index, const QueryTerm& term);
  PostingList merge(const PostingList* exact, std::span<const Relative> forms) const;
  PostingList* keep(PostingList list);

  const std::vector<Slot>* documents_;
  std::vector<QueryList> lists_;
  std::vector<double> weights_;
  std::vector<std::unique_ptr<PostingList>> merged_;
};

}  // namespace loci
