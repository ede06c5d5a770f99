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
// A window is worked off list by list. Those that were not read are asked in falling order of what
// they can give, and before each the documents that can no longer reach theta are crossed out. Few
// that are left are looked up one by one; for many it is quicker to read the list's whole window.
//
// The sweep adds in single precision, as a bound: everything that reaches theta less a margin for
// rounding is promising. What still is when all windows are done, k documents and few more, is
// scored anew in double precision, term by term in the order of the query. What leaves this file is
// exact; float decides only what is not worth the trouble.
//
// What it gives up: order of reading. Lists are read in slot order, so a good document far behind
// is found late; with k documents in hand early (the usual case) little is read in vain.
//
// Tested by tests/index/top_k_test.cpp: against a scan of all documents, to the last bit.

#include "index/top_k.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

#include "base/sort.h"

namespace loci {
namespace {

constexpr Slot kWindow = 4096;
constexpr size_t kWords = kWindow / 64;  // of a bitmap of the window

// Looking one document up takes as long as reading about so many postings in a row.
constexpr size_t kPostingsPerLookup = 12;

// Of documents that were promising once, so many are kept for each that is asked for.
constexpr size_t kPromisingPerBest = 8;

// A list on its way through the windows.
struct Cursor {
  const PostingList* list;
  float weight;
  double exact_weight;
  uint32_t place;          // in the order of the query
  size_t entry = 0;        // the first block that may reach into the current window
  float window_bound = 0;  // the most it can give a document of the window
  size_t postings = 0;     // about how many it has in the window
  size_t hint = 0;         // for lookups inside the window
};

// The k-th highest of the scores in single precision: what theta must be at least, but for
// rounding. It rises a whole window before the first document of it is scored exactly.
class Bar {
 public:
  explicit Bar(size_t k) : k_(k) {}

  void raise(float score) {
    if (highest_.size() == k_) {
      if (score <= highest_.front()) return;
      std::pop_heap(highest_.begin(), highest_.end(), std::greater<>());
      highest_.pop_back();
    }
    highest_.push_back(score);
    std::push_heap(highest_.begin(), highest_.end(), std::greater<>());
  }

  float height() const { return highest_.size() == k_ ? highest_.front() : 0; }

 private:
  size_t k_;
  std::vector<float> highest_;  // a heap, the lowest on top
};

// A document that may be among the best, by its score in single precision.
struct Promising {
  Slot slot;
  float score;
};

class Search {
 public:
  Search(const InvertedIndex& index, const Bm25& bm25, std::span<const WeightedList> lists,
         size_t k, const DocumentFilter& filter)
      : index_(index),
        filter_(filter),
        bm25_(bm25),
        parts_(index.part_table(bm25)),
        k_(k),
        best_(index, k),
        bar_(k) {
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
    // n additions and multiplications in single precision err by less than (n + 8) x 2^-24, and two
    // sums are compared.
    margin_ = 1 - static_cast<float>(cursors_.size() + 8) * 0x1p-23f;
  }

  std::vector<ScoredSlot> run() {
    for (Slot from = 0; from < index_.slot_count(); from += kWindow) {
      from_ = from;
      to_ = std::min<Slot>(from + kWindow, index_.slot_count());
      work_off(enter_window());
    }
    score_promising();
    return best_.sorted();
  }

 private:
  // What a document must reach to be worth an exact look.
  float threshold() const { return bar_.height() * margin_; }

  // Moves all cursors to the window, takes their bounds there, and says which is the first
  // essential one: those before it cannot reach the threshold together.
  size_t enter_window() {
    const float threshold = this->threshold();
    size_t essential = 0;
    for (size_t i = 0; i < cursors_.size(); ++i) {
      Cursor& cursor = cursors_[i];
      take_bound(cursor);
      below_[i + 1] = below_[i] + cursor.window_bound;
      if (essential == i && below_[i + 1] < threshold) essential = i + 1;
    }
    return essential;
  }

  void take_bound(Cursor& cursor) const {
    const auto& entries = cursor.list->entries();
    while (cursor.entry < entries.size() && entries[cursor.entry].last < from_) ++cursor.entry;
    float peak = 0;
    cursor.postings = 0;
    for (size_t i = cursor.entry; i < entries.size() && entries[i].block.slot(0) < to_; ++i) {
      peak = std::max(peak, entries[i].peak);
      cursor.postings += entries[i].block.size();
    }
    cursor.window_bound = cursor.weight * peak;
    cursor.hint = cursor.entry;
  }

  void work_off(size_t essential) {
    bool any = false;
    for (size_t i = essential; i < cursors_.size(); ++i) {
      if (cursors_[i].postings == 0) continue;
      read<true>(cursors_[i]);
      any = true;
    }
    if (!any) return;
    for (size_t i = essential; i-- > 0;) {
      const size_t left = cross_out(below_[i + 1]);
      if (left == 0) break;
      if (cursors_[i].postings == 0) continue;
      if (left * kPostingsPerLookup > cursors_[i].postings) {
        read<false>(cursors_[i]);
      } else {
        look_up(cursors_[i]);
      }
    }
    offer_what_is_left();
    scores_.fill(0);
    touched_.fill(0);
  }

  // Adds what the list gives to its documents in the window; with `mark` they become candidates.
  template <bool mark>
  void read(const Cursor& cursor) {
    const auto& entries = cursor.list->entries();
    for (size_t i = cursor.entry; i < entries.size(); ++i) {
      const PostingBlock& block = entries[i].block;
      if (block.slot(0) >= to_) return;
      const uint32_t begin = block.slot(0) >= from_ ? 0 : block.lower_bound(from_);
      const uint32_t end = entries[i].last < to_ ? block.size() : block.lower_bound(to_);
      block.visit_frequencies([&](const auto* frequencies) {
        if (cursor.list->units_per_count() == 1) {
          read_postings<mark>(
              block.slots(), frequencies, begin, end, cursor.weight,
              [this](auto frequency, uint32_t length) { return parts_.part(frequency, length); });
        } else {
          read_postings<mark>(block.slots(), frequencies, begin, end, cursor.weight,
                              [this](auto sixteenths, uint32_t length) {
                                const float tf =
                                    static_cast<float>(sixteenths) * (1.0F / kSixteenths);
                                return parts_.part_of(tf, length);
                              });
        }
      });
    }
  }

  template <bool mark, typename Frequency, typename Part>
  void read_postings(const Slot* slots, const Frequency* frequencies, uint32_t at, uint32_t end,
                     float weight, Part part) {
    const uint32_t* lengths = index_.lengths();
    float* scores = scores_.data();
    for (; at < end; ++at) {
      const Slot slot = slots[at];
      const Slot place = slot - from_;
      scores[place] += weight * part(frequencies[at], lengths[slot]);
      if constexpr (mark) touched_[place / 64] |= uint64_t{1} << (place % 64);
    }
  }

  // Shows each candidate of the window to `visit`, which says whether it stays one.
  template <typename Visit>
  void each_candidate(Visit visit) {
    for (size_t word = 0; word < kWords; ++word) {
      uint64_t stay = touched_[word];
      for (uint64_t bits = stay; bits != 0; bits &= bits - 1) {
        const auto place = static_cast<Slot>(word * 64 + std::countr_zero(bits));
        if (!visit(place)) stay &= ~(bits & (~bits + 1));
      }
      touched_[word] = stay;
    }
  }

  // Crosses out the candidates that cannot reach the threshold with `more` on top; how many stay.
  size_t cross_out(float more) {
    const float needed = threshold() - more;
    size_t left = 0;
    each_candidate([&](Slot place) {
      const bool stays = scores_[place] >= needed;
      left += stays;
      return stays;
    });
    return left;
  }

  void look_up(Cursor& cursor) {
    each_candidate([&](Slot place) {
      const uint32_t frequency = cursor.list->frequency(from_ + place, cursor.hint);
      if (frequency > 0) {
        const auto tf = static_cast<float>(cursor.list->count(frequency));
        scores_[place] += cursor.weight * parts_.part_of(tf, index_.length(from_ + place));
      }
      return true;
    });
    cursor.hint = cursor.entry;
  }

  void offer_what_is_left() {
    const bool open = filter_.accepts_all();
    const float before = threshold();
    each_candidate([&](Slot place) {
      if (scores_[place] < before) return false;
      if (!open && !filter_.accepts(index_.document(from_ + place))) return false;
      bar_.raise(scores_[place]);
      return true;
    });
    const float after = threshold();
    each_candidate([&](Slot place) {
      if (scores_[place] >= after) promising_.push_back({from_ + place, scores_[place]});
      return true;
    });
    if (promising_.size() > kPromisingPerBest * k_) drop_hopeless();
  }

  // The threshold has risen since some were found.
  void drop_hopeless() {
    const float threshold = this->threshold();
    std::erase_if(promising_, [&](const Promising& one) { return one.score < threshold; });
  }

  void score_promising() {
    drop_hopeless();
    for (Cursor& cursor : cursors_) cursor.hint = 0;
    for (const Promising& one : promising_) best_.offer({one.slot, exact_score(one.slot)});
  }

  // Slots must rise from call to call.
  double exact_score(Slot slot) {
    for (Cursor& cursor : cursors_) {
      const uint32_t frequency = cursor.list->frequency(slot, cursor.hint);
      contributions_[cursor.place] =
          frequency == 0 ? 0
                         : cursor.exact_weight *
                               bm25_.term_part(cursor.list->count(frequency), index_.length(slot));
    }
    double score = 0;
    for (const double contribution : contributions_) score += contribution;
    return score;
  }

  const InvertedIndex& index_;
  const DocumentFilter& filter_;
  Bm25 bm25_;
  const PartTable& parts_;
  size_t k_;
  BestSlots best_;
  Bar bar_;
  std::vector<Promising> promising_;  // by slot
  float margin_ = 1;
  Slot from_ = 0;  // the window
  Slot to_ = 0;
  std::vector<Cursor> cursors_;        // by the most they can give, rising
  std::vector<float> below_;           // below_[i]: what the cursors before i can give together
  std::vector<double> contributions_;  // of one document, in the order of the query
  std::array<float, kWindow> scores_{};
  std::array<uint64_t, kWords> touched_{};  // the candidates
};

}  // namespace

std::vector<ScoredSlot> top_k(const InvertedIndex& index, const Bm25& bm25,
                              std::span<const WeightedList> lists, size_t k,
                              const DocumentFilter& filter) {
  if (k == 0 || lists.empty()) return {};
  return Search(index, bm25, lists, k, filter).run();
}

}  // namespace loci
