#pragma once

/// The postings of one term: which documents hold it, and how often.
///
/// A list counts occurrences, or sixteenths of them: in a list that stands for a word and its other
/// forms (see index/merged_list.h) a form counts as part of an occurrence. Frequencies are integers
/// either way, in the unit of their list.
///
/// Postings are in ascending order of slot (the number of a document inside the index). New ones
/// are only ever appended; any may be erased. They lie in blocks of at most kBlockSize, and each
/// block knows a `peak`, an upper bound of what any of its postings can score, so that a search can
/// pass over whole blocks (see index/top_k.cpp).

#include <cstdint>
#include <memory>
#include <vector>

#include "index/bm25.h"

namespace loci {

/// The number of a document inside the index.
using Slot = uint32_t;
inline constexpr Slot kNoSlot = ~Slot{0};

/// The units of an occurrence in lists of words with their forms.
inline constexpr uint32_t kSixteenths = 16;

/// Up to kBlockSize postings in one allocation: slots, then frequencies of one byte each, or of
/// four when one of them needs it.
class PostingBlock {
 public:
  static constexpr uint32_t kBlockSize = 128;

  PostingBlock() = default;
  PostingBlock(PostingBlock&&) = default;
  PostingBlock& operator=(PostingBlock&&) = default;

  uint32_t size() const { return size_; }
  bool full() const { return size_ == kBlockSize; }
  const Slot* slots() const { return reinterpret_cast<const Slot*>(bytes_.get()); }
  Slot slot(uint32_t i) const { return slots()[i]; }
  uint32_t frequency(uint32_t i) const {
    return wide_ ? wide_frequencies()[i] : narrow_frequencies()[i];
  }

  /// Calls `visit` with the array of frequencies, of one width or the other.
  template <typename Visit>
  void visit_frequencies(Visit visit) const {
    if (wide_) {
      visit(wide_frequencies());
    } else {
      visit(narrow_frequencies());
    }
  }

  /// The first position whose slot is >= `slot`; size() when there is none.
  uint32_t lower_bound(Slot slot) const;

  void append(Slot slot);                      // with frequency 1; not when full
  void append_all(const PostingBlock& other);  // later slots; together at most kBlockSize
  void fill(const Slot* slots, const uint32_t* frequencies, uint32_t count);  // of an empty one
  void increment_last();          // one more occurrence in the last slot
  void erase(uint32_t position);  // keeps the order

  /// Gives the postings new slots; `renumber[old]` must ascend. Those whose new slot is kNoSlot go;
  /// how many.
  uint32_t renumber(const std::vector<Slot>& renumber);

  size_t byte_size() const { return static_cast<size_t>(capacity_) * bytes_per_posting(); }

 private:
  size_t bytes_per_posting() const { return sizeof(Slot) + (wide_ ? 4 : 1); }
  Slot* slots() { return reinterpret_cast<Slot*>(bytes_.get()); }
  const uint8_t* narrow_frequencies() const { return bytes_.get() + capacity_ * sizeof(Slot); }
  uint8_t* narrow_frequencies() { return bytes_.get() + capacity_ * sizeof(Slot); }
  const uint32_t* wide_frequencies() const {
    return reinterpret_cast<const uint32_t*>(narrow_frequencies());
  }
  uint32_t* wide_frequencies() { return reinterpret_cast<uint32_t*>(narrow_frequencies()); }
  void reshape(uint32_t capacity, bool wide);

  std::unique_ptr<uint8_t[]> bytes_;
  uint16_t size_ = 0;
  uint16_t capacity_ = 0;
  bool wide_ = false;
};

class PostingList {
 public:
  struct Entry {
    Slot last;   // of the block
    float peak;  // >= Bm25::term_part of every posting of the block, once refresh_peaks() has run
    PostingBlock block;
  };

  /// `units_per_count`: how many units of frequency an occurrence is: 1 or kSixteenths.
  PostingList() = default;
  explicit PostingList(uint32_t units_per_count) : units_per_count_(units_per_count) {}

  /// One unit more in `slot`, which is at least the last slot of the list.
  void add_occurrence(Slot slot);

  /// Appends 1 to PostingBlock::kBlockSize postings, whose slots rise and are behind those of the
  /// list, as a block of their own.
  void append_block(const Slot* slots, const uint32_t* frequencies, uint32_t count);

  uint32_t units_per_count() const { return units_per_count_; }
  /// How many occurrences a frequency of this list stands for; exact.
  double count(uint32_t frequency) const { return double{1} / units_per_count_ * frequency; }

  /// Removes the posting of `slot`; false when there is none.
  bool erase(Slot slot);

  /// How often the term stands in `slot`, in units; 0 when it does not. `hint` is a block at or
  /// before the one that would hold it, and is moved there.
  uint32_t frequency(Slot slot, size_t& hint) const;

  /// The same for a single question, in time logarithmic in the list.
  uint32_t frequency(Slot slot) const;

  /// Makes every `peak` valid for `bm25`, whose average length may have changed since. Costs time
  /// only for blocks that were touched, or for all when the average has drifted: peaks are taken at
  /// an average a little above the current one, because a term's part grows with the average.
  void refresh_peaks(const Bm25& bm25, const uint32_t* lengths);

  /// Gives the postings new slots and packs the blocks; `renumber[old]` must ascend. Those whose
  /// new slot is kNoSlot go.
  void repack(const std::vector<Slot>& renumber);

  uint32_t document_frequency() const { return document_frequency_; }
  float peak() const { return peak_; }
  const std::vector<Entry>& entries() const { return entries_; }
  size_t byte_size() const;

 private:
  size_t entry_of(Slot slot) const;  // the first block whose last slot is >= slot
  float peak_of(const PostingBlock& block, const Bm25& bm25, const uint32_t* lengths) const;

  std::vector<Entry> entries_;
  uint32_t units_per_count_ = 1;
  uint32_t document_frequency_ = 0;
  uint32_t fresh_ = 0;       // entries before this one have a valid peak
  float peak_ = 0;           // the highest of all entries
  float peaks_average_ = 0;  // the average length that the peaks were taken at
};

}  // namespace loci
