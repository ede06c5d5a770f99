#pragma once

/// Which terms of an index are like a word: other forms of it, mostly. Knows no language.
///
/// By grams (text/word_grams.h), the rare ones above all. For a word whose n grams weigh W
/// together, and a term of m grams that share the weight S with it,
///
///   similarity = min(1, 2 x S x n / (W x (n + m))),   of a gram that g of v terms have:
///   weight = max(1, bits of v / (1 + g)), the quotient rounded down, v as 64 where it is less
///
/// This is the coefficient of Dice (1945) with the word's grams weighed, and a term's by how many
/// they are alone, so that nothing of a term must be read. Terms from 0.37 on are like the
/// word, for one of up to four letters from 0.33 on: `dogs` shares a gram of three with `dog`.
///
/// By a common beginning of p letters, where the longer of both has m:
///
///   similarity = p / m,   where both may share a stem by that (share_a_stem())
///
/// A term counts as 4/5 of its similarity of an occurrence of the word, in rounded sixteenths: 4 to
/// 13. The numbers were chosen on questions (LoCoMo, XQuAD) and word lists of several languages,
/// and not tried on others since. Of the least similarity of grams, 0.35 to 0.37 do equally well
/// there; from 0.38 on fewer whole conversations are found, by 0.005, and as many single answers or
/// more.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/term_dictionary.h"
#include "text/forms.h"
#include "text/token.h"
#include "text/word_grams.h"

namespace loci {

class RelatedTerms {
 public:
  /// How many terms are taken to be like a word at most.
  static constexpr size_t kMost = 16;

  struct Found {
    TermId id;
    uint8_t sixteenths;  // 1 to 15
    TokenKind kind;      // by what it is like the word: kForm, the beginning, or kGram
  };

  /// Whether a term, or a word that is asked for, can be like others: it has 3 to 64 letters of a
  /// script with spaces, no digit and no mark, and is spelled without accents. What has accents
  /// stands in the index in both spellings, and shall count once.
  static bool may_include(std::string_view term) { return may_have_forms(term); }

  /// Takes in a term that may_include(); `id` is free.
  void add(TermId id, std::string_view term);

  /// Forgets a term that was added.
  void remove(TermId id, std::string_view term);

  /// The most alike of the terms, which `dictionary` knows, without `word` itself: by falling
  /// sixteenths, then by bytes. Where both kinds of likeness are asked for, the larger counts.
  /// Follows from the set of terms alone, not from their history. Costs a look at each term that
  /// shares a gram with the word; of grams that too many terms have it makes nothing.
  std::vector<Found> of(std::string_view word, Forms forms, const TermDictionary& dictionary) const;

  /// Takes back what removed terms left behind.
  void compact();

  size_t byte_size() const;

 private:
  struct Gram {
    uint32_t hash = 0;          // 0 where the place is free
    std::vector<TermId> terms;  // in no order
  };

  struct AskedGram {
    const std::vector<TermId>* terms;
    uint32_t weight;
    uint32_t start;  // in the marked word
  };

  // A word that is asked for.
  struct Asked {
    std::vector<AskedGram> grams;
    uint32_t weight = 0;  // of them all
  };

  size_t place_of(uint32_t hash) const;
  void resize(size_t places);
  Asked look_up(std::string_view word) const;
  std::vector<TermId> reach(const Asked& asked) const;
  uint32_t by_grams(const Asked& asked, uint32_t shared, TermId id) const;

  std::vector<Gram> grams_;               // open addressing; a power of two, or none
  size_t used_ = 0;                       // of its places
  std::vector<uint8_t> gram_counts_;      // by term; 0 for those not taken in
  size_t term_count_ = 0;                 // of those taken in
  mutable std::vector<uint16_t> shared_;  // by term, for reach(); all 0 between calls of of()
};

}  // namespace loci
