// Nearest neighbours by two codes of growing precision and, by the caller, the stored vectors.
//
// The idea. Reading 100 000 vectors of 384 floats takes 40 ms or more; but to see that a vector is
// far from the nearest, little of it is needed. So each is kept in two codes (index/vector_block.h)
// and a search narrows down in three steps:
//
//   rough, 2 bits a component    100 000 rows, 16 at a time by table: 0.19 +- 0.05 for each
//   fine, 8 bits a component     some hundred that may still be among the k: 0.2104 +- 0.0012
//   exact, from the store        some more than k: 0.210372, in order
//
// What is kept at each step follows from the error of the estimates (index/vector_query.h): a row
// goes on if its cosine, taken at the upper end, reaches the k-th best of those better known, taken
// at the lower end. So random vectors, for which few rows go on, are fast, and for sets whose
// cosines lie close together, near duplicates in thousands or vectors with a large part in common,
// more rows go on instead of being lost. Vectors that are equal need no such caution: all but the
// first k of them in store order are left out.
//
// A filter comes first. Where it leaves few rows, the rough step costs more than it saves.
//
// Either way each row that is accepted is estimated once before any is left out, and that is where
// the spread of all cosines comes from. It is summed up in integers, which come to the same in any
// order of rows.
//
// Sources: RaBitQ (Gao and Long 2024) for a random rotation and estimates with a known error; the
// fast scan of product quantization (Andre, Kermarrec and Le Scouarnec 2015) for tables in
// registers.
//
// What it gives up: it reads every row, so time grows with the set, where a graph (HNSW) grows with
// its logarithm. In return a write costs microseconds, a removed vector is gone, a filter costs
// nothing, and the result is the exact one but for one in several hundred.
//
// Tested by tests/index/vector_index_test.cpp, against a sort of all by exact cosine, and by
// tests/index/vector_spread_test.cpp.

#include "index/vector_index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/sort.h"
#include "index/vector_query.h"

namespace loci {
namespace {

using Blocks = std::vector<std::unique_ptr<VectorBlock>>;

// Reading one row by its fine code takes as long as about so many by their rough ones.
constexpr size_t kRoughRowsPerFine = 16;
constexpr size_t kFewRows = 2048;

// Below this width the fine code is short, and the errors of the rough one are not normal.
constexpr size_t kLeastRoughWidth = 64;

// How many rows the first look at fine codes takes, from which the bar for all is known.
constexpr size_t kFirstLook = 64;

// The k-th highest of the numbers it was offered; the lowest there is before there are k.
class KthHighest {
 public:
  explicit KthHighest(size_t k) : heap_(k, std::numeric_limits<float>::lowest()) {}

  float get() const { return heap_.front(); }

  void offer(float number) {
    if (number <= heap_.front()) return;
    size_t hole = 0;
    for (size_t child = 1; child < heap_.size(); child = 2 * hole + 1) {
      if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
      if (number <= heap_[child]) break;
      heap_[hole] = heap_[child];
      hole = child;
    }
    heap_[hole] = number;
  }

 private:
  std::vector<float> heap_;  // k numbers, the least of them first
};

// How many rows have which rough cosine.
class Histogram {
 public:
  void add(int16_t cosine) { ++counts_[(cosine - VectorQuery::kLowest) / kStep]; }

  // The highest bound that at least `count` rows reach, or the lowest of all.
  int16_t bound_of(size_t count) const {
    size_t bin = counts_.size();
    for (size_t reached = 0; bin > 0 && reached < count;) reached += counts_[--bin];
    return static_cast<int16_t>(static_cast<int32_t>(bin) * kStep + VectorQuery::kLowest);
  }

 private:
  static constexpr int32_t kStep = 1 << 5;

  std::array<uint32_t, (1 << 16) / kStep> counts_{};
};

// Cosines in 1/kRoughUnit, each cut to 16 bits: no sum of squares of 2^32 rows leaves 64.
class CosineSums {
 public:
  void add(std::span<const int16_t, kBlockRows> cosines, uint32_t rows) {
    const NumberSums sums = sum_up(cosines, rows);
    count_ += static_cast<size_t>(std::popcount(rows));
    sum_ += sums.numbers;
    squares_ += sums.squares;
  }

  void add(float cosine) {
    constexpr float kUnit = VectorQuery::kRoughUnit;
    const auto number =
        static_cast<int64_t>(std::floor(std::clamp(cosine, -1.0F, 1.0F) * kUnit + 0.5F));
    ++count_;
    sum_ += number;
    squares_ += static_cast<uint64_t>(number * number);
  }

  CosineSpread spread() const {
    if (count_ == 0) return {};
    const auto count = static_cast<double>(count_);
    const double mean = static_cast<double>(sum_) / count;
    const double variance = static_cast<double>(squares_) / count - mean * mean;
    return {count_, mean / VectorQuery::kRoughUnit,
            std::sqrt(std::max(0.0, variance)) / VectorQuery::kRoughUnit};
  }

 private:
  size_t count_ = 0;
  int64_t sum_ = 0;
  uint64_t squares_ = 0;
};

// The rough codes of so many blocks lie side by side: a search reads all of them, and memory is
// quick where it is read in order.
constexpr size_t kShelfBlocks = 16;

// Shows each row of a block that `rows` names to `visit`.
template <typename Visit>
void each_row(uint32_t rows, Visit visit) {
  for (; rows != 0; rows &= rows - 1) visit(static_cast<uint32_t>(std::countr_zero(rows)));
}

class Search {
 public:
  // 0 < k <= size, the number of rows.
  Search(const Blocks& blocks, size_t size, std::span<const float> query, size_t k)
      : blocks_(blocks),
        size_(size),
        query_(query),
        k_(k),
        wide_(query.size() >= kLeastRoughWidth),
        accepted_(std::make_unique<uint32_t[]>(blocks.size())),
        bar_(k) {}

  // The rows that may be among the k nearest.
  std::vector<uint32_t> run(const DocumentFilter& filter, FunctionRef<uint32_t(int64_t)> row_of) {
    if (filter.listed != nullptr) {
      accept(*filter.listed, row_of);
    } else {
      accept(filter);
    }
    if (worth_a_rough_look()) {
      look_roughly();
    } else {
      look_closely([](size_t) { return kAllRows; });
    }
    size_t kept = 0;
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (upper_ends_[i] >= bar_.get()) rows_[kept++] = rows_[i];
    }
    rows_.resize(kept);
    return std::move(rows_);
  }

  // Of the cosines of all rows that the filter accepts, once run() has been.
  CosineSpread spread() const { return sums_.spread(); }

 private:
  void accept(const std::vector<int64_t>& ids, FunctionRef<uint32_t(int64_t)> row_of) {
    for (const int64_t id : ids) {
      const uint32_t row = row_of(id);
      if (row == VectorRowTable::kNone) continue;
      accepted_[row / kBlockRows] |= 1U << row % kBlockRows;
      ++accepted_rows_;
    }
  }

  void accept(const DocumentFilter& filter) {
    const bool all = filter.accepts_all();
    for (size_t block = 0; block < blocks_.size(); ++block) {
      const size_t rows = std::min(kBlockRows, size_ - std::min(size_, block * kBlockRows));
      const uint32_t held = rows == kBlockRows ? kAllRows : (1U << rows) - 1;
      accepted_[block] = all ? held : passing(*blocks_[block], held, filter);
      accepted_rows_ += static_cast<size_t>(std::popcount(accepted_[block]));
    }
  }

  static uint32_t passing(const VectorBlock& block, uint32_t rows, const DocumentFilter& filter) {
    uint32_t passing = 0;
    each_row(rows, [&](uint32_t row) {
      passing |= static_cast<uint32_t>(filter.accepts(block.document(row))) << row;
    });
    return passing;
  }

  // Decided by counts alone: what is found must not depend on which rows lie side by side.
  bool worth_a_rough_look() const {
    return wide_ && accepted_rows_ >= std::max(kFewRows, 4 * k_) &&
           accepted_rows_ * kRoughRowsPerFine >= size_;
  }

  void look_roughly() {
    rough_ = std::make_unique_for_overwrite<int16_t[]>(blocks_.size() * kBlockRows);
    Histogram histogram;
    for (size_t block = 0; block < blocks_.size(); ++block) {
      if (accepted_[block] == 0) continue;
      const std::span<int16_t, kBlockRows> cosines = rough(block);
      query_.rough(*blocks_[block], cosines);
      each_row(accepted_[block], [&](uint32_t row) { histogram.add(cosines[row]); });
      sums_.add(cosines, accepted_[block] & ~blocks_[block]->misshapen());
    }
    const int16_t first = histogram.bound_of(std::max(kFirstLook, 2 * k_));
    look_closely([&](size_t block) { return rows_at_least(rough(block), first); });
    const int16_t bar = query_.rough_floor(bar_.get());
    look_closely([&](size_t block) {
      return rows_at_least(rough(block), bar) & ~rows_at_least(rough(block), first);
    });
  }

  std::span<int16_t, kBlockRows> rough(size_t block) const {
    return std::span<int16_t, kBlockRows>(&rough_[block * kBlockRows], kBlockRows);
  }

  // Reads the fine codes of accepted rows, of each block those that `choose` names. Where rough
  // ones were read before, their cosines are in the sums, but for misshapen rows, all of which have
  // the highest and so are looked at.
  void look_closely(FunctionRef<uint32_t(size_t)> choose) {
    for (size_t block = 0; block < blocks_.size(); ++block) {
      if (accepted_[block] == 0) continue;
      const uint32_t missing = rough_ ? blocks_[block]->misshapen() : kAllRows;
      each_row(accepted_[block] & choose(block), [&](uint32_t row) {
        const auto [cosine, margin] = query_.fine(*blocks_[block], row);
        if ((missing >> row & 1) != 0) sums_.add(cosine);
        rows_.push_back(static_cast<uint32_t>(block * kBlockRows + row));
        upper_ends_.push_back(cosine + margin);
        bar_.offer(cosine - margin);
      });
    }
  }

  const Blocks& blocks_;
  size_t size_;
  VectorQuery query_;
  size_t k_;
  bool wide_;
  std::unique_ptr<uint32_t[]> accepted_;  // of each block the rows, as bits
  size_t accepted_rows_ = 0;
  std::unique_ptr<int16_t[]> rough_;  // the rough cosine of each row
  CosineSums sums_;
  std::vector<uint32_t> rows_;     // those that were looked at closely
  std::vector<float> upper_ends_;  // of their cosines
  KthHighest bar_;                 // of the lower ends
};

}  // namespace

void VectorIndex::put(const Document& document, std::span<const float> vector) {
  if (size_ == 0) clear();
  width_ = vector.size();
  uint32_t row = rows_.find(document.id, id_of());
  const bool is_new = row == VectorRowTable::kNone;
  if (is_new) row = size_++;
  if (row / kBlockRows == blocks_.size()) add_block();
  block_of(row).set(row % kBlockRows, document, vector);
  if (is_new) rows_.insert(row, id_of());
}

bool VectorIndex::remove(int64_t id) {
  const uint32_t row = rows_.find(id, id_of());
  if (row == VectorRowTable::kNone) return false;
  rows_.erase(id, id_of());
  const uint32_t last = --size_;
  if (row != last) {
    rows_.move(document(last).id, row, id_of());
    block_of(row).copy(row % kBlockRows, block_of(last), last % kBlockRows);
  }
  // One spare block stays, so that a set around a multiple of a block's rows does not make and free
  // one at every write.
  if (size_ + 2 * kBlockRows <= blocks_.size() * kBlockRows) keep_blocks(blocks_.size() - 1);
  return true;
}

void VectorIndex::add_block() {
  const size_t size = VectorBlock::rough_size(width_);
  const size_t place = blocks_.size() % kShelfBlocks;
  if (place == 0) {
    rough_codes_.push_back(std::make_unique_for_overwrite<uint8_t[]>(kShelfBlocks * size));
  }
  uint8_t* const rough_codes = rough_codes_.back().get() + place * size;
  blocks_.push_back(std::make_unique<VectorBlock>(width_, rough_codes));
}

void VectorIndex::keep_blocks(size_t count) {
  blocks_.resize(count);
  rough_codes_.resize((count + kShelfBlocks - 1) / kShelfBlocks);
}

void VectorIndex::compact() {
  keep_blocks((size_ + kBlockRows - 1) / kBlockRows);
  blocks_.shrink_to_fit();
  rows_.compact(id_of());
}

size_t VectorIndex::byte_size() const {
  size_t bytes = rows_.byte_size() + blocks_.capacity() * sizeof(blocks_[0]) +
                 rough_codes_.size() * kShelfBlocks * VectorBlock::rough_size(width_);
  for (const auto& block : blocks_) bytes += block->byte_size();
  return bytes;
}

std::vector<Document> VectorIndex::candidates(std::span<const float> query, size_t k,
                                              const DocumentFilter& filter, Order order,
                                              CosineSpread* spread) const {
  if (spread != nullptr) *spread = {};
  if (k == 0 || size_ == 0) return {};
  const auto row_of = [this](int64_t id) { return rows_.find(id, id_of()); };
  Search search(blocks_, size_, query, std::min<size_t>(k, size_));
  std::vector<uint32_t> rows = search.run(filter, row_of);
  if (spread != nullptr) *spread = search.spread();
  if (rows.size() > 2 * k) leave_out_equal(rows, k, order);
  std::vector<Document> documents(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) documents[i] = document(rows[i]);
  return documents;
}

// Of rows with equal vectors only the first `k` in store order can be among the k nearest.
void VectorIndex::leave_out_equal(std::vector<uint32_t>& rows, size_t k, Order order) const {
  const auto fingerprint = [this](uint32_t row) {
    return block_of(row).fingerprint(row % kBlockRows);
  };
  const auto before = [&](uint32_t a, uint32_t b) {
    if (fingerprint(a) != fingerprint(b)) return fingerprint(a) < fingerprint(b);
    return order(document(a), document(b));
  };
  heap_sort(rows.begin(), rows.end(), before);
  size_t kept = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (kept >= k && fingerprint(rows[kept - k]) == fingerprint(rows[i])) continue;
    rows[kept++] = rows[i];
  }
  rows.resize(kept);
}

void VectorIndex::unmark_groups(std::vector<bool>& groups) const {
  for (uint32_t row = 0; row < size_; ++row) groups[document(row).group] = false;
}

}  // namespace loci
