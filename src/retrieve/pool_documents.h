#pragma once

/// The documents of a pool: those that a filter accepts, and what the formula needs to know of
/// them.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "index/inverted_index.h"

namespace loci {

/// Whether to look each of `documents` up in `lists` lists, instead of reading their `postings`
/// through.
bool is_worth_looking_up(size_t documents, size_t lists, size_t postings);

/// The living documents that `filter` accepts, rising. Costs a look at each document of the index,
/// or, where they are listed, at those alone.
std::vector<Slot> slots_accepted(const InvertedIndex& index, const DocumentFilter& filter);

class PoolDocuments {
 public:
  /// Counts them; the cost is that of slots_accepted(), and none where all are accepted. `index`
  /// must outlive this, and must not change meanwhile.
  PoolDocuments(const InvertedIndex& index, const DocumentFilter& filter);

  uint32_t count() const { return count_; }
  double average_length() const { return average_length_; }  // in tokens; 0 of an empty pool

  /// How many of them have a posting in `list`, which names living documents. Costs at most a pass
  /// over the list.
  uint32_t count_in(const PostingList& list);

  /// Whether they are fewer than the others, or listed; slots() is there then.
  bool are_few() const { return fewer_are_in_; }
  const std::vector<Slot>& slots() const { return fewer_; }  // rising

 private:
  void count_fewer_of(const DocumentFilter& filter);
  uint32_t count_fewer_in(const PostingList& list);

  const InvertedIndex& index_;
  uint32_t count_ = 0;
  double average_length_ = 0;
  std::vector<Slot> fewer_;     // the documents in the pool or those outside, rising
  bool fewer_are_in_ = false;   // in the pool
  std::vector<uint8_t> marks_;  // fewer_ by slot, once it is needed
};

}  // namespace loci
