#pragma once

/// Finds the vectors nearest to a question by cosine: a small set of candidates, to be ranked by
/// the exact cosine of the stored vectors (index/vector.h).
///
/// It lives in memory, is never stored, and keeps codes only: well under half of what the vectors
/// take as floats. Answers follow from the set of vectors alone, not from the order of writes, and
/// are the same in every build.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/function_ref.h"
#include "index/document.h"
#include "index/vector_block.h"
#include "index/vector_row_table.h"

namespace loci {

/// What the cosines of many vectors to one query look like.
struct CosineSpread {
  size_t count = 0;      // of the vectors
  double mean = 0;       // of their cosines
  double deviation = 0;  // the standard one, of all `count`; exactly 0 where all vectors are equal
};

class VectorIndex {
 public:
  /// Whether the first document stands before the second in the order of the store.
  using Order = FunctionRef<bool(const Document&, const Document&)>;

  /// Adds a vector, or replaces the one of the same id. `vector` is valid (is_valid_vector) and of
  /// the width of those that are held already; the first decides the width. Costs time for one
  /// vector, whatever the size of the index.
  void put(const Document& document, std::span<const float> vector);

  /// Removes the vector of document `id`; false if there is none. Costs as little as put().
  bool remove(int64_t id);

  /// Removes all. While nothing is held, width() is 0 and the next put() decides it anew.
  void clear() { *this = VectorIndex(); }

  size_t size() const { return size_; }
  size_t width() const { return size_ == 0 ? 0 : width_; }

  /// What it takes of the heap.
  size_t byte_size() const;

  /// Gives back what removed vectors left behind.
  void compact();

  /// Candidates in no order, at least `k` where so many are accepted: among them, with a recall of
  /// at least 0.99, the `k` nearest to `query` that `filter` accepts. Of equal vectors, those first
  /// in `order`. Few more than `k`, unless codes cannot tell more vectors apart. `query` is valid
  /// and of width(), or the index is empty.
  ///
  /// `spread`, where given, is set to that of all vectors that `filter` accepts, or to none for `k`
  /// 0. It is read from the codes, whose error adds to the deviation: by 7 % for random vectors and
  /// by less where cosines differ more, once there are thousands; next to nothing before.
  std::vector<Document> candidates(std::span<const float> query, size_t k,
                                   const DocumentFilter& filter, Order order,
                                   CosineSpread* spread = nullptr) const;

  /// Unmarks in `groups`, which has a place for each, the groups of all documents held.
  void unmark_groups(std::vector<bool>& groups) const;

 private:
  const VectorBlock& block_of(uint32_t row) const { return *blocks_[row / kBlockRows]; }
  VectorBlock& block_of(uint32_t row) { return *blocks_[row / kBlockRows]; }
  const Document& document(uint32_t row) const { return block_of(row).document(row % kBlockRows); }
  void add_block();
  void keep_blocks(size_t count);
  void leave_out_equal(std::vector<uint32_t>& rows, size_t k, Order order) const;
  auto id_of() const {
    return [this](uint32_t row) { return document(row).id; };
  }

  size_t width_ = 0;
  uint32_t size_ = 0;                                    // rows are 0 .. size_ - 1, in no order
  std::vector<std::unique_ptr<uint8_t[]>> rough_codes_;  // of kShelfBlocks blocks each
  std::vector<std::unique_ptr<VectorBlock>> blocks_;
  VectorRowTable rows_;
};

}  // namespace loci
