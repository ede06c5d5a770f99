#pragma once

/// The embeddings of items, as the caller handed them in: rows in, rows out. What vectors may be
/// stored beside each other is for wiki/embeddings.h to say.
///
/// Embeddings can be computed anew and texts cannot, so damage among them never stands in a text's
/// way. What runs into it says so once, by an error that is_vector_damage(). From then on they
/// count as absent: nothing is found, what removes or moves one does nothing (a row of an item that
/// is gone is never found again, since ids are not used twice), and put() fails. clear() cures it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "store/connection.h"
#include "store/item_table.h"

namespace loci {

/// What all vectors of a store share.
struct VectorStamp {
  std::string model;  // that made them; empty where nobody said
  size_t width = 0;   // numbers in each; 0 where there are none
};

/// Whether an error tells of damage among the embeddings, and of no other.
bool is_vector_damage(const Error& error);

/// Does `work`, which takes back what it began where it fails, and once more where it met such
/// damage, from which it now keeps away.
template <typename Work>
auto past_vector_damage(Work work) -> decltype(work()) {
  auto outcome = work();
  if (outcome.ok() || !is_vector_damage(outcome.error())) return outcome;
  return work();
}

class VectorTable {
 public:
  /// The table is there from format 3 on. In an older store, which is only read, no item has a
  /// vector.
  static Result<VectorTable> open(Connection& connection, int64_t format_version);

  /// Stores a valid vector of the stamp's width, in place of the one that the item may have. `hash`
  /// is content_hash() of the item's text. The first vector decides the stamp's width, the first
  /// `model` that is not empty the stamp's model. Only inside a transaction, as all that writes.
  Status put(int64_t item, uint64_t hash, std::span<const float> vector, std::string_view model);

  /// Removes the vector of an item that goes in the same transaction, if it has one. With the last
  /// one the stamp goes.
  Status remove(int64_t item);

  /// Gives the vector of `from`, if it has one, to `to`, which has none.
  Status move(int64_t from, int64_t to);

  /// Removes all vectors and the stamp; how many there were. Damaged ones are set aside in a table
  /// `damaged_vector_` and a number, and counted as none.
  Result<int64_t> clear();

  /// The vector of an item as it was stored. False, and `out` untouched, where it has none.
  Result<bool> find(int64_t item, std::vector<float>& out);

  /// Shows every vector of the stamp's width with its item, in no order, one after another in the
  /// same memory.
  using Visit = FunctionRef<void(int64_t item, std::span<const float> vector)>;
  Status scan(Visit visit);

  Result<int64_t> count();

  /// Kept in memory until forget().
  Result<VectorStamp> stamp();

  /// Shows items with an id above `after` to `show`, in order of id, as long as it says true: those
  /// without a vector, or `all`. With damaged() none has one.
  using Show = FunctionRef<bool(const ItemText& item)>;
  Status list(int64_t after, bool all, Show show);

  /// Rows that break the rules of the table, as findings, up to `limit` in all. Reads every vector.
  Status check(size_t limit, std::vector<std::string>& findings);

  bool damaged() const { return damaged_; }
  /// The error, where damaged().
  Status soundness() const;

  /// To be called after a rollback.
  void forget();
  /// To be called after the whole store was replaced.
  void reset();

 private:
  explicit VectorTable(Connection& connection) : connection_(&connection) {}

  Status prepare();
  Status note(Status status);
  Status write_stamp(const VectorStamp& stamp);
  Status drop_stamp();
  Status set_aside();
  Result<bool> is_empty();
  bool readable() const { return present_ && !damaged_; }

  Connection* connection_;
  bool present_ = false;
  bool damaged_ = false;
  std::optional<VectorStamp> stamp_;
  int64_t complete_ = 0;  // no item with this id or one below lacks a vector
  Statement put_;
  Statement remove_;
  Statement move_;
  Statement find_;
};

}  // namespace loci
