#pragma once

/// Which terms of an index are like a word: other forms of it, mostly. Knows no language.
///
/// Words are alike by the grams they share (text/word_grams.h). Of the sets A and B of their grams
///
///   similarity = 2 x |A and B| / (|A| + |B|)        the coefficient of Dice (1945)
///
/// and from a half on a term counts as 4/5 x similarity of an occurrence of the word, in rounded
/// sixteenths: 6 to 13. Both numbers were chosen on texts of several languages, and lie in a flat
/// stretch of what they were chosen by.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/term_dictionary.h"

namespace loci {

class RelatedTerms {
 public:
  /// How many terms are taken to be like a word at most.
  static constexpr size_t kMost = 16;

  struct Found {
    TermId id;
    uint8_t sixteenths;  // 1 to 15
  };

  /// Whether a term, or a word that is asked for, can be like others: it has 3 to 64 letters of a
  /// script with spaces, no digit and no mark, and is spelled without accents. What has accents
  /// stands in the index in both spellings, and shall count once.
  static bool may_include(std::string_view term);

  /// Takes in a term that may_include(); `id` is free.
  void add(TermId id, std::string_view term);

  /// Forgets a term that was added.
  void remove(TermId id, std::string_view term);

  /// The most alike of the terms, which `dictionary` knows, without `word` itself: by falling
  /// sixteenths, then by bytes. Follows from the set of terms alone, not from their history. Costs
  /// a look at each term that shares a gram with the word.
  std::vector<Found> of(std::string_view word, const TermDictionary& dictionary) const;

  /// Takes back what removed terms left behind.
  void compact();

  size_t byte_size() const;

 private:
  struct Gram {
    uint32_t hash = 0;          // 0 where the place is free
    std::vector<TermId> terms;  // in no order
  };

  size_t place_of(uint32_t hash) const;
  void resize(size_t places);
  uint32_t count_shared(std::string_view word, std::vector<TermId>& reached) const;

  std::vector<Gram> grams_;              // open addressing; a power of two, or none
  size_t used_ = 0;                      // of its places
  std::vector<uint8_t> gram_counts_;     // by term; 0 for those not taken in
  mutable std::vector<uint8_t> shared_;  // by term, for of(): all 0 between calls
};

}  // namespace loci
