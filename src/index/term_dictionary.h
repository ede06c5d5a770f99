#pragma once

/// The terms of the index and their posting lists: a hash table with open addressing and linear
/// probing over numbered entries. A term that stands in no document any more gives its number back.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "index/posting_list.h"

namespace loci {

using TermId = uint32_t;

class TermDictionary {
 public:
  static constexpr TermId kNone = ~TermId{0};

  /// The number of `term`, kNone if it is unknown.
  TermId find(std::string_view term) const;

  struct Found {
    TermId id;
    PostingList* list;  // stays where it is until the term is removed
    bool created;
  };
  /// The number of `term`, which is added with an empty list if it is unknown.
  Found find_or_add(std::string_view term);

  /// Forgets the term and its list; the number may be given out again.
  void remove(TermId id);

  PostingList& list(TermId id) { return entries_[id].list; }
  const PostingList& list(TermId id) const { return entries_[id].list; }
  const std::string& term(TermId id) const { return entries_[id].term; }

  /// How many terms there are, and the bound of their numbers: numbers in [0, id_limit()) that were
  /// removed have empty lists.
  size_t size() const { return entries_.size() - free_.size(); }
  TermId id_limit() const { return static_cast<TermId>(entries_.size()); }

  size_t byte_size() const;

 private:
  struct Entry {
    std::string term;
    PostingList list;
  };
  struct Bucket {
    uint32_t hash = 0;
    TermId id = kNone;
  };

  size_t bucket_of(std::string_view term, uint32_t hash) const;
  void grow();

  std::deque<Entry> entries_;  // grows without moving what it holds
  std::vector<TermId> free_;
  std::vector<Bucket> buckets_;  // a power of two, at most three quarters full
};

}  // namespace loci
