// Exact top k with pruning: MaxScore (Turtle and Flood 1995) over windows of slots, with the bounds
// taken from the blocks that a window touches (after Ding and Suel 2011, and as Lucene's scorer for
// disjunctions works since version 9).
//
// The idea. Let theta be the k-th best score so far. In a window of kWindow slots each list can
// give at most weight x the highest peak of its blocks there. Order the lists by what they can give
// at all, rising; as long as the first few together stay below theta, a document that stands in
// none of the others cannot enter the top k. So only the others, the essential lists, are read
// through; the first few are merely asked about documents that still have a chance.
//
//   query `the budget of the garden`, theta 9:   the 1.1, of 1.3, budget 5.2, garden 7.4
//   the + of + budget = 7.6 < 9: only `garden` is read; a document there that has 7.0 from it is
//   asked for budget (7.0 + 7.6 >= 9), and given up as soon as what is left cannot lift it to 9.
//
// The sweep adds in single precision, as a bound: everything that reaches theta less a margin for
// rounding is then scored anew in double precision, term by term in the order of the query. What
// leaves this file is exact; float decides only what is not worth the trouble.
//
// What it gives up: order of reading. Lists are read in slot order, so a good document far behind
// is found late; with k documents in hand early (the usual case) little is read in vain.
//
// Tested by tests/index/top_k_test.cpp: against a scan of all documents, to the last bit.

#include "index/top_k.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/sort.h"

namespace loci {
namespace {

constexpr Slot kWindow = 2048;

// term_part in single precision, by table where frequency and length are small, as nearly all are.
class PartTable {
 public:
  explicit PartTable(const Bm25& bm25) : bm25_(bm25) {
    for (uint32_t tf = 1; tf <= kFrequencies; ++tf) {
      for (uint32_t length = 0; length < kLengths; ++length) {
        parts_[(tf - 1) * kLengths + length] = static_cast<float>(bm25.term_part(tf, length));
      }
    }
  }

  float part(uint32_t frequency, uint32_t length) const {
    if (frequency <= kFrequencies && length < kLengths) {
      return parts_[(frequency - 1) * kLengths + length];
    }
    return static_cast<float>(bm25_.term_part(frequency, length));
  }

 private:
  static constexpr uint32_t kFrequencies = 4;
  static constexpr uint32_t kLengths = 256;

  Bm25 bm25_;
  std::array<float, kFrequencies * kLengths> parts_;
};

// A list on its way through the windows.
struct Cursor {
  const PostingList* list;
  float weight;
  double exact_weight;
  uint32_t place;          // in the order of the query
  size_t entry = 0;        // the first block that may reach into the current window
  float window_bound = 0;  // the most it can give a document of the window
  size_t hint = 0;         // for probes inside the window
};

// The k best so far, the worst of them on top.
class Best {
  // Of two candidates the better one; as the order of a heap it puts the worst on top.
  auto better() const {
    return [this](const ScoredSlot& a, const ScoredSlot& b) { return beats(a, b); };
  }

  bool beats(const ScoredSlot& a, const ScoredSlot& b) const {
    if (a.score != b.score) return a.score > b.score;
    return index_.stands_before(a.slot, b.slot);
  }

 public:
  Best(const InvertedIndex& index, size_t k) : index_(index), k_(k) {}

  bool full() const { return heap_.size() == k_; }
  double worst() const { return heap_.front().score; }

  void offer(ScoredSlot candidate) {
    if (full()) {
      if (!beats(candidate, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), better());
      heap_.pop_back();
    }
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end(), better());
  }

  std::vector<ScoredSlot> sorted() {
    std::sort_heap(heap_.begin(), heap_.end(), better());
    return std::move(heap_);
  }

 private:
  const InvertedIndex& index_;
  size_t k_;
  std::vector<ScoredSlot> heap_;
};

class Search {
 public:
  Search(const InvertedIndex& index, std::span<const WeightedList> lists, size_t k,
         const DocumentFilter& filter)
      : index_(index), filter_(filter), bm25_(index.bm25()), parts_(bm25_), best_(index, k) {
    for (const WeightedList& weighted : lists) {
      weighted.list->refresh_peaks(bm25_, index.lengths());
      cursors_.push_back({weighted.list, static_cast<float>(weighted.weight), weighted.weight,
                          static_cast<uint32_t>(cursors_.size())});
    }
    heap_sort(cursors_.begin(), cursors_.end(), [](const Cursor& a, const Cursor& b) {
      return a.weight * a.list->peak() < b.weight * b.list->peak();
    });
    contributions_.resize(cursors_.size());
    below_.resize(cursors_.size() + 1);
    // n additions and multiplications in single precision err by less than (n + 8) x 2^-23.
    margin_ = 1 - static_cast<float>(cursors_.size() + 8) * 0x1p-23f;
  }

  std::vector<ScoredSlot> run() {
    for (Slot from = 0; from < index_.slot_count(); from += kWindow) {
      const Slot to = std::min<Slot>(from + kWindow, index_.slot_count());
      const size_t essential = enter_window(from, to);
      if (essential == cursors_.size()) continue;
      for (size_t i = essential; i < cursors_.size(); ++i) accumulate(cursors_[i], from, to);
      examine(from, essential);
    }
    return best_.sorted();
  }

 private:
  // What a document must reach to be worth an exact look.
  float threshold() const { return best_.full() ? static_cast<float>(best_.worst()) * margin_ : 0; }

  // Moves all cursors to [from, to), takes their bounds there, and says which is the first
  // essential one: those before it cannot reach the threshold together.
  size_t enter_window(Slot from, Slot to) {
    const float threshold = this->threshold();
    size_t essential = 0;
    for (size_t i = 0; i < cursors_.size(); ++i) {
      Cursor& cursor = cursors_[i];
      cursor.window_bound = cursor.weight * highest_peak(cursor, from, to);
      cursor.hint = cursor.entry;
      below_[i + 1] = below_[i] + cursor.window_bound;
      if (essential == i && below_[i + 1] < threshold) essential = i + 1;
    }
    return below_.back() > 0 ? essential : cursors_.size();
  }

  static float highest_peak(Cursor& cursor, Slot from, Slot to) {
    const auto& entries = cursor.list->entries();
    while (cursor.entry < entries.size() && entries[cursor.entry].last < from) ++cursor.entry;
    float peak = 0;
    for (size_t i = cursor.entry; i < entries.size() && entries[i].block.slot(0) < to; ++i) {
      peak = std::max(peak, entries[i].peak);
    }
    return peak;
  }

  // Adds what the list gives to each of its documents in the window.
  void accumulate(const Cursor& cursor, Slot from, Slot to) {
    const auto& entries = cursor.list->entries();
    for (size_t i = cursor.entry; i < entries.size(); ++i) {
      const PostingBlock& block = entries[i].block;
      if (block.slot(0) >= to) return;
      uint32_t at = block.slot(0) >= from ? 0 : block.lower_bound(from);
      const uint32_t end = entries[i].last < to ? block.size() : block.lower_bound(to);
      for (; at < end; ++at) {
        const Slot slot = block.slot(at);
        const Slot place = slot - from;
        scores_[place] += cursor.weight * parts_.part(block.frequency(at), index_.length(slot));
        touched_[place / 64] |= uint64_t{1} << (place % 64);
      }
    }
  }

  // Looks at each touched document, and leaves the window's arrays clean.
  void examine(Slot from, size_t essential) {
    float threshold = this->threshold();
    for (size_t word = 0; word < touched_.size(); ++word) {
      for (uint64_t bits = touched_[word]; bits != 0; bits &= bits - 1) {
        const Slot place = static_cast<Slot>(word * 64 + std::countr_zero(bits));
        const float score = std::exchange(scores_[place], 0.0f);
        if (score + below_[essential] < threshold) continue;
        if (!filter_.accepts(index_.document(from + place))) continue;
        if (!can_reach(threshold, from + place, score, essential)) continue;
        best_.offer({from + place, exact_score(from + place)});
        threshold = this->threshold();
      }
      touched_[word] = 0;
    }
  }

  // Asks the lists that were not read, the most promising first, until the document is out of the
  // race or complete.
  bool can_reach(float threshold, Slot slot, float score, size_t essential) {
    for (size_t i = essential; i-- > 0;) {
      if (score + below_[i + 1] < threshold) return false;
      Cursor& cursor = cursors_[i];
      const uint32_t frequency = cursor.list->frequency(slot, cursor.hint);
      if (frequency > 0) score += cursor.weight * parts_.part(frequency, index_.length(slot));
    }
    return score >= threshold;
  }

  double exact_score(Slot slot) {
    for (Cursor& cursor : cursors_) {
      const uint32_t frequency = cursor.list->frequency(slot, cursor.hint);
      contributions_[cursor.place] =
          frequency == 0 ? 0
                         : cursor.exact_weight * bm25_.term_part(frequency, index_.length(slot));
    }
    double score = 0;
    for (const double contribution : contributions_) score += contribution;
    return score;
  }

  const InvertedIndex& index_;
  const DocumentFilter& filter_;
  Bm25 bm25_;
  PartTable parts_;
  Best best_;
  float margin_ = 1;
  std::vector<Cursor> cursors_;        // by the most they can give, rising
  std::vector<float> below_;           // below_[i]: what the cursors before i can give together
  std::vector<double> contributions_;  // of one document, in the order of the query
  std::array<float, kWindow> scores_{};
  std::array<uint64_t, kWindow / 64> touched_{};
};

}  // namespace

std::vector<ScoredSlot> top_k(const InvertedIndex& index, std::span<const WeightedList> lists,
                              size_t k, const DocumentFilter& filter) {
  if (k == 0 || lists.empty()) return {};
  return Search(index, lists, k, filter).run();
}

}  // namespace loci
