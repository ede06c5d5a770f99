#pragma once

/// What rows of a store look like, table by table: for reading pages of which nobody says any more
/// what they are of.

#include <span>
#include <vector>

#include "store/salvage_pages.h"

namespace loci {

/// A table, or an index that knows what a table has lost.
struct SalvagedTable {
  const char* name;  // in the schema
  /// A letter a column, as the record has it:
  ///   r  the row's id, which stands in the cell    i, t, b  integer, text, blob; I, T: or NULL
  ///   d  a date or moment, or NULL                 k, v     a key of `meta`, and its value
  ///   n  the name_key() of the name two columns before
  const char* columns;
  /// Where two rows may not be alike: of two, that with the higher id stays.
  const char* key = nullptr;
  /// What to do with a row of it, where that is not to insert it.
  const char* insert = nullptr;
  /// The table whose rows an index knows.
  const char* of = nullptr;

  bool has_rowids() const { return columns[0] == 'r'; }
  bool is_alone() const { return insert == nullptr; }
};

/// A row is of the first that it fits, but for vectors, whose hashes tell of which table they are.
std::span<const SalvagedTable> salvaged_tables();
std::span<const SalvagedTable> salvaged_indexes();

/// Whether the values may be a row of the table.
bool fits(const SalvagedTable& table, const std::vector<SalvagedValue>& values);

}  // namespace loci
