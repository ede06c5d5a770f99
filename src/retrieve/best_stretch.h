#pragma once

/// How much of a question stands close together in a text. A long text may hold every word of a
/// question, one here and one there, and answer nothing; where they stand in one passage, it does.
///
///   best stretch(d) = max over the stretches of 32 neighbouring tokens of d of
///                     the sum over the terms t of the question that count of
///                     weight(t) x idf(t) x the likeness of what of t stands in the stretch
///
/// Terms that count are words and identifiers, no function words, parts or grams. The likeness is 1
/// where the term itself stands there, else that of its likest form there, in sixteenths; how often
/// it stands there does not matter. Tokens are counted as in the length of a document, in the order
/// of tokenize(): those of scripts without spaces behind the others. A document of 32 tokens or
/// fewer is one stretch.
///
/// Scores take kCoverageWeight (retrieve/context.h) of it. The length of 32, that weight, and
/// BM25's k1 and b were chosen together on questions of LoCoMo and XQuAD, and not tried on others:
/// recall rose by 0.001 to 0.005 in each of nine sets. A weight of 0.3 to 0.45 does as well within
/// their noise, stretches of 24 to 32 nearly so.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "index/posting_list.h"
#include "text/token.h"

namespace loci {

inline constexpr uint32_t kStretchTokens = 32;

/// What a term of the question is found by: itself, or a form of it.
struct StretchTerm {
  std::string_view term;
  const PostingList* list;  // of the term, in occurrences
  uint32_t of;              // the number of the question's term, below the count of worths
  uint8_t sixteenths;       // how alike: 16, the term itself, or less
};

class BestStretch {
 public:
  /// `worths`: weight x idf of each term of the question. Terms and lists must outlive this; of no
  /// question's term a `term` stands there twice.
  BestStretch(std::vector<StretchTerm> terms, std::vector<double> worths);

  /// That of a text, whose tokens these are.
  double of(const TokenBuffer& tokens) const;

  /// What a document holds in all of its text, and of how many terms of the question. Where it has
  /// no more than 32 tokens, or holds no more than one term, that is its best stretch; else its
  /// best stretch is at most that. Reads postings only.
  struct All {
    double sum = 0;
    size_t terms = 0;
  };
  All of_all(Slot slot) const;

 private:
  std::vector<StretchTerm> terms_;  // by `term`, see best_stretch.cpp
  std::vector<double> worths_;
};

}  // namespace loci
