// The slots are gone through in windows. Within one, each list adds what it has to an array of
// frequencies and marks the slots in a bitmap; then the bitmap is read in order, and leaves both
// empty for the next window. An ordered merge would compare at every step, and an array of all
// slots would not stay in the nearest cache.
//
//   migrated 3:1 9:2, migrating (12 sixteenths) 9:1   ->   3:16 9:32, then 9:44   ->   3:16 9:44
//
// Windows that no list reaches into are passed over, so rare words cost little in large indexes.
//
// Tested by tests/index/merged_list_test.cpp, against a std::map.

#include "index/merged_list.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace loci {
namespace {

constexpr Slot kWindow = 2048;
constexpr size_t kWords = kWindow / 64;  // of a bitmap of the window

// A list on its way through the windows.
struct Cursor {
  const PostingList* list;
  uint32_t factor;
  size_t entry = 0;       // the block of its next posting
  uint32_t position = 0;  // and where in the block
};

class Merge {
 public:
  void add(const PostingList& list, uint32_t factor) {
    if (list.document_frequency() > 0) cursors_.push_back({&list, factor});
  }

  PostingList run() {
    for (Slot next = next_slot(); next != kNoSlot; next = next_slot()) {
      from_ = next - next % kWindow;
      for (Cursor& cursor : cursors_) read(cursor);
      collect();
    }
    flush();
    return std::move(merged_);
  }

 private:
  // The least slot that is still to come; kNoSlot at the end.
  Slot next_slot() const {
    Slot next = kNoSlot;
    for (const Cursor& cursor : cursors_) {
      const auto& entries = cursor.list->entries();
      if (cursor.entry == entries.size()) continue;
      next = std::min(next, entries[cursor.entry].block.slot(cursor.position));
    }
    return next;
  }

  void read(Cursor& cursor) {
    const auto& entries = cursor.list->entries();
    for (; cursor.entry < entries.size(); ++cursor.entry, cursor.position = 0) {
      const PostingBlock& block = entries[cursor.entry].block;
      block.visit_frequencies([&](const auto* frequencies) {
        cursor.position = read_block(block, frequencies, cursor.position, cursor.factor);
      });
      if (cursor.position < block.size()) return;
    }
  }

  // Where the window ends in the block.
  template <typename Frequency>
  uint32_t read_block(const PostingBlock& block, const Frequency* frequencies, uint32_t at,
                      uint32_t factor) {
    const Slot* const slots = block.slots();
    for (; at < block.size(); ++at) {
      const Slot place = slots[at] - from_;
      if (place >= kWindow) break;
      frequencies_[place] += factor * frequencies[at];
      held_[place / 64] |= uint64_t{1} << (place % 64);
    }
    return at;
  }

  void collect() {
    for (size_t word = 0; word < kWords; ++word) {
      for (uint64_t bits = held_[word]; bits != 0; bits &= bits - 1) {
        const auto place = static_cast<Slot>(word * 64 + std::countr_zero(bits));
        if (out_count_ == PostingBlock::kBlockSize) flush();
        out_slots_[out_count_] = from_ + place;
        out_frequencies_[out_count_++] = frequencies_[place];
        frequencies_[place] = 0;
      }
      held_[word] = 0;
    }
  }

  void flush() {
    if (out_count_ == 0) return;
    merged_.append_block(out_slots_.data(), out_frequencies_.data(), out_count_);
    out_count_ = 0;
  }

  std::vector<Cursor> cursors_;
  PostingList merged_{kSixteenths};
  Slot from_ = 0;  // of the window
  std::array<uint32_t, kWindow> frequencies_{};
  std::array<uint64_t, kWords> held_{};
  uint32_t out_count_ = 0;
  std::array<Slot, PostingBlock::kBlockSize> out_slots_;
  std::array<uint32_t, PostingBlock::kBlockSize> out_frequencies_;
};

}  // namespace

PostingList merge_family(const PostingList* exact, std::span<const Relative> relatives) {
  Merge merge;
  if (exact != nullptr) merge.add(*exact, kSixteenths);
  for (const Relative& relative : relatives) merge.add(*relative.list, relative.sixteenths);
  return merge.run();
}

}  // namespace loci
