#pragma once

/// The postings of a word and of its other forms, as those of one term.

#include <cstdint>
#include <span>
#include <string_view>

#include "index/posting_list.h"
#include "text/token.h"

namespace loci {

/// A term that is like a word that was asked for.
struct Relative {
  PostingList* list;      // its own, in occurrences
  std::string_view term;  // as long as the list
  uint8_t sixteenths;     // how alike, 1 to 15: what an occurrence of it counts as
  TokenKind kind;         // by what: kForm or kGram
};

/// The union of a word's list (of occurrences; null where no document holds the word itself) and
/// those of its relatives, in sixteenths:
///
///   frequency(d) = 16 x frequency of the word in d
///                  + the sum over relatives of sixteenths x frequency of the relative in d
///
/// Its document frequency is of documents that hold any of them.
/// Costs a pass over the postings of all.
PostingList merge_family(const PostingList* exact, std::span<const Relative> relatives);

}  // namespace loci
