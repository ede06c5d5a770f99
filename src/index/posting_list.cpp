// Tested by tests/index/posting_list_test.cpp, against a std::map.

#include "index/posting_list.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace loci {
namespace {

constexpr uint32_t kFirstCapacity = 1;  // most terms stand in one document
constexpr uint32_t kNarrowLimit = 255;

// Peaks are taken at an average length this much above the current one, so that they stay valid
// while the average grows a little; when it falls far below, they are taken anew to be tight again.
constexpr double kPeaksHeadroom = 1.02;
constexpr double kPeaksSlack = 1.10;

float round_up(double value) {
  return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

}  // namespace

uint32_t PostingBlock::lower_bound(Slot slot) const {
  const Slot* at = slots();
  uint32_t length = size_;
  while (length > 1) {  // without branches: the next half is a matter of chance
    const uint32_t half = length / 2;
    at += at[half - 1] < slot ? half : 0;
    length -= half;
  }
  const auto position = static_cast<uint32_t>(at - slots());
  return position + (length == 1 && *at < slot ? 1 : 0);
}

void PostingBlock::reshape(uint32_t capacity, bool wide) {
  PostingBlock next;
  next.size_ = size_;
  next.capacity_ = static_cast<uint16_t>(capacity);
  next.wide_ = wide;
  next.bytes_ = std::make_unique_for_overwrite<uint8_t[]>(next.byte_size());
  if (size_ > 0) std::memcpy(next.slots(), slots(), size_ * sizeof(Slot));
  for (uint32_t i = 0; i < size_; ++i) {
    if (wide) {
      next.wide_frequencies()[i] = frequency(i);
    } else {
      next.narrow_frequencies()[i] = static_cast<uint8_t>(frequency(i));
    }
  }
  *this = std::move(next);
}

void PostingBlock::append(Slot slot) {
  if (size_ == capacity_) {
    // By half, not by double: most lists end within their first block, and room stays unused.
    reshape(std::min(capacity_ + capacity_ / 2u + kFirstCapacity, kBlockSize), wide_);
  }
  slots()[size_] = slot;
  if (wide_) {
    wide_frequencies()[size_] = 1;
  } else {
    narrow_frequencies()[size_] = 1;
  }
  ++size_;
}

void PostingBlock::increment_last() {
  if (!wide_ && narrow_frequencies()[size_ - 1] == kNarrowLimit) reshape(capacity_, true);
  if (wide_) {
    ++wide_frequencies()[size_ - 1];
  } else {
    ++narrow_frequencies()[size_ - 1];
  }
}

void PostingBlock::erase(uint32_t position) {
  const uint32_t behind = size_ - position - 1;
  std::memmove(slots() + position, slots() + position + 1, behind * sizeof(Slot));
  if (wide_) {
    std::memmove(wide_frequencies() + position, wide_frequencies() + position + 1, behind * 4);
  } else {
    std::memmove(narrow_frequencies() + position, narrow_frequencies() + position + 1, behind);
  }
  --size_;
}

void PostingBlock::append_all(const PostingBlock& other) {
  const uint32_t total = size_ + other.size_;
  const bool wide = wide_ || other.wide_;
  if (total > capacity_ || wide != wide_) reshape(std::max<uint32_t>(total, capacity_), wide);
  std::memcpy(slots() + size_, other.slots(), other.size_ * sizeof(Slot));
  for (uint32_t i = 0; i < other.size_; ++i) {
    if (wide_) {
      wide_frequencies()[size_ + i] = other.frequency(i);
    } else {
      narrow_frequencies()[size_ + i] = static_cast<uint8_t>(other.frequency(i));
    }
  }
  size_ = static_cast<uint16_t>(total);
}

void PostingBlock::fill(const Slot* slots, const uint32_t* frequencies, uint32_t count) {
  reshape(count, *std::max_element(frequencies, frequencies + count) > kNarrowLimit);
  size_ = static_cast<uint16_t>(count);
  std::memcpy(this->slots(), slots, count * sizeof(Slot));
  if (wide_) {
    std::memcpy(wide_frequencies(), frequencies, count * sizeof(uint32_t));
  } else {
    std::copy_n(frequencies, count, narrow_frequencies());
  }
}

uint32_t PostingBlock::renumber(const std::vector<Slot>& renumber) {
  const uint32_t before = size_;
  for (uint32_t i = before; i-- > 0;) {
    slots()[i] = renumber[slots()[i]];
    if (slots()[i] == kNoSlot) erase(i);
  }
  return before - size_;
}

void PostingList::add_occurrence(Slot slot) {
  if (!entries_.empty() && entries_.back().last == slot) {
    entries_.back().block.increment_last();
  } else {
    if (entries_.empty() || entries_.back().block.full()) entries_.push_back({slot, 0, {}});
    entries_.back().block.append(slot);
    entries_.back().last = slot;
    ++document_frequency_;
  }
  fresh_ = std::min(fresh_, static_cast<uint32_t>(entries_.size() - 1));
}

void PostingList::append_block(const Slot* slots, const uint32_t* frequencies, uint32_t count) {
  entries_.push_back({slots[count - 1], 0, {}});
  entries_.back().block.fill(slots, frequencies, count);
  document_frequency_ += count;
  fresh_ = std::min(fresh_, static_cast<uint32_t>(entries_.size() - 1));
}

size_t PostingList::entry_of(Slot slot) const {
  const auto entry = std::lower_bound(entries_.begin(), entries_.end(), slot,
                                      [](const Entry& e, Slot s) { return e.last < s; });
  return static_cast<size_t>(entry - entries_.begin());
}

bool PostingList::erase(Slot slot) {
  const auto entry = entries_.begin() + static_cast<std::ptrdiff_t>(entry_of(slot));
  if (entry == entries_.end()) return false;
  PostingBlock& block = entry->block;
  const uint32_t position = block.lower_bound(slot);
  if (position == block.size() || block.slot(position) != slot) return false;
  block.erase(position);
  --document_frequency_;
  if (block.size() == 0) {
    const auto index = static_cast<uint32_t>(entry - entries_.begin());
    entries_.erase(entry);
    if (index < fresh_) --fresh_;
  } else {
    entry->last = block.slot(block.size() - 1);  // its peak stays valid, if no longer tight
  }
  return true;
}

uint32_t PostingList::frequency(Slot slot, size_t& hint) const {
  while (hint < entries_.size() && entries_[hint].last < slot) ++hint;
  if (hint == entries_.size()) return 0;
  const PostingBlock& block = entries_[hint].block;
  const uint32_t position = block.lower_bound(slot);
  return block.slot(position) == slot ? block.frequency(position) : 0;
}

uint32_t PostingList::frequency(Slot slot) const {
  size_t hint = entry_of(slot);
  return frequency(slot, hint);
}

// The highest part is that of the highest frequency / norm of the length. Comparing these crosswise
// saves the divisions; what rounding may confuse is far below the rounding up to single precision.
float PostingList::peak_of(const PostingBlock& block, const Bm25& bm25,
                           const uint32_t* lengths) const {
  const double norm_of_empty = bm25.length_norm(0);
  const double norm_of_token = bm25.length_norm(1) - norm_of_empty;
  uint32_t best = 0;
  double best_frequency = 0;
  double best_norm = 1;
  block.visit_frequencies([&](const auto* frequencies) {
    const Slot* const slots = block.slots();
    for (uint32_t i = 0; i < block.size(); ++i) {
      const double norm = norm_of_empty + norm_of_token * lengths[slots[i]];
      if (frequencies[i] * best_norm <= best_frequency * norm) continue;
      best = i;
      best_frequency = frequencies[i];
      best_norm = norm;
    }
  });
  return round_up(bm25.term_part(count(block.frequency(best)), lengths[block.slot(best)]));
}

void PostingList::refresh_peaks(const Bm25& bm25, const uint32_t* lengths) {
  const double average = bm25.average_length();
  const bool drifted = average > peaks_average_ || average * kPeaksSlack < peaks_average_;
  if (drifted) {
    fresh_ = 0;
    peak_ = 0;
    peaks_average_ = static_cast<float>(average * kPeaksHeadroom);
  }
  if (fresh_ == entries_.size()) return;
  const Bm25 at_peaks_average(bm25.parameters(), 0, peaks_average_);
  for (; fresh_ < entries_.size(); ++fresh_) {
    Entry& entry = entries_[fresh_];
    entry.peak = peak_of(entry.block, at_peaks_average, lengths);
    peak_ = std::max(peak_, entry.peak);
  }
}

void PostingList::repack(const std::vector<Slot>& renumber) {
  std::vector<Entry> packed;
  for (Entry& entry : entries_) {
    document_frequency_ -= entry.block.renumber(renumber);
    if (entry.block.size() == 0) continue;
    const bool fits = !packed.empty() &&
                      packed.back().block.size() + entry.block.size() <= PostingBlock::kBlockSize;
    if (!fits) {
      packed.push_back({0, 0, std::move(entry.block)});
    } else {
      packed.back().block.append_all(entry.block);
    }
    const PostingBlock& block = packed.back().block;
    packed.back().last = block.slot(block.size() - 1);
  }
  packed.shrink_to_fit();
  entries_ = std::move(packed);
  fresh_ = 0;
  peak_ = 0;
  peaks_average_ = 0;
}

size_t PostingList::byte_size() const {
  size_t bytes = entries_.capacity() * sizeof(Entry);
  for (const Entry& entry : entries_) bytes += entry.block.byte_size();
  return bytes;
}

}  // namespace loci
