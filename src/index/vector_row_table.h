#pragma once

/// Where the row of a document is: a hash table of four bytes an entry, which knows ids only
/// through the rows that it names.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/function_ref.h"

namespace loci {

class VectorRowTable {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  /// The id of a row that is in the table.
  using IdOf = FunctionRef<int64_t(uint32_t row)>;

  /// The row of `id`, or kNone.
  uint32_t find(int64_t id, IdOf id_of) const;

  /// Adds `row`, whose id the table does not have yet.
  void insert(uint32_t row, IdOf id_of);

  /// Removes the row of `id`, which the table has.
  void erase(int64_t id, IdOf id_of);

  /// The row of `id`, which the table has, is `row` from now on.
  void move(int64_t id, uint32_t row, IdOf id_of);

  size_t byte_size() const { return size_ * sizeof(uint32_t); }

  /// Takes no more room than its entries need.
  void compact(IdOf id_of);

 private:
  size_t home_of(int64_t id) const;
  size_t next(size_t place) const { return (place + 1) & (size_ - 1); }
  size_t place_of(int64_t id, IdOf id_of) const;
  void rehash(size_t size, IdOf id_of);
  void put(uint32_t row, IdOf id_of);

  std::unique_ptr<uint32_t[]> places_;  // each a row or kNone
  size_t size_ = 0;                     // how many places: a power of two, or none
  size_t count_ = 0;                    // of rows
};

}  // namespace loci
