#pragma once

/// The embeddings of one kind of text, as the caller handed them in: rows in, rows out. A vector
/// belongs to the row that the text stands in, its owner: an item, an event (of which it is the
/// summary), a chunk. What vectors may be stored beside each other is for
/// retrieve/embedding_rules.h to say.
///
/// Embeddings can be computed anew and texts cannot, so damage among them never stands in a text's
/// way. What runs into it says so once, by an error that is_vector_damage(). From then on those of
/// the table count as absent: nothing is found, what removes or moves one does nothing (a row of an
/// owner that is gone is never found again, since ids are not used twice), and put() fails. clear()
/// cures it.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "store/connection.h"

namespace loci {

class VectorTables;

/// What all vectors of a store share.
struct VectorStamp {
  std::string model;  // that made them; empty where nobody said
  size_t width = 0;   // numbers in each; 0 where there are none
};

/// Whether an error tells of damage among the embeddings, and of no other.
bool is_vector_damage(const Error& error) noexcept;

/// Does `work`, which takes back what it began where it fails, and again where it met such damage,
/// from which it now keeps away: once for each table of them.
template <typename Work>
auto past_vector_damage(Work work) -> decltype(work()) {
  for (int tables = 5;; --tables) {
    auto outcome = work();
    if (tables == 0 || outcome.ok() || !is_vector_damage(outcome.error())) return outcome;
  }
}

/// Creates the table; see FORMAT.md.
Status create_vector_table(Connection& connection, std::string_view table);

class VectorTable {
 public:
  /// Where the vectors are and where their owners are, and whether the store has these tables yet.
  struct Place {
    const char* table;
    const char* owners;
    bool has_owners;
    bool has_vectors;
  };

  VectorTable(VectorTables& all, Connection& connection, const Place& place);

  /// Stores a valid vector of the stamp's width, in place of the one that the owner may have.
  /// `hash` is that of the text, see base/content_hash.h. The first vector decides the stamp's
  /// width, the first `model` that is not empty the stamp's model. Only inside a transaction, as
  /// all that writes.
  Status put(int64_t owner, uint64_t hash, std::span<const float> vector, std::string_view model);

  /// Removes the vectors of owners in [first, last], that go in the same transaction. With the last
  /// vector of all tables the stamp goes.
  Status remove(int64_t first, int64_t last);
  Status remove(int64_t owner) { return remove(owner, owner); }

  /// Gives the vectors of owners in [first, last] to those from `to` on, which have none, so that
  /// what is `n` behind `first` comes `n` behind `to`.
  Status move(int64_t first, int64_t last, int64_t to);
  Status move(int64_t from, int64_t to) { return move(from, from, to); }

  /// Removes all vectors, and the stamp where no other table has any; how many there were. Damaged
  /// ones are set aside in a table `damaged_vector_` and a number, and counted as none.
  Result<int64_t> clear();

  /// The vector of an owner as it was stored. False, and `out` untouched, where it has none.
  Result<bool> find(int64_t owner, std::vector<float>& out);

  /// Shows every vector of the stamp's width with its owner, in no order, one after another in the
  /// same memory.
  using Visit = FunctionRef<void(int64_t owner, std::span<const float> vector)>;
  Status scan(Visit visit);

  Result<int64_t> count();

  /// That of all vectors.
  Result<VectorStamp> stamp();

  /// Shows owners above `after` to `show`, in order, as long as it says true: those without a
  /// vector, or `all`. With damaged() none has one.
  using Show = FunctionRef<bool(int64_t owner)>;
  Status list(int64_t after, bool all, Show show);

  /// Rows that break the rules of the table, as findings, up to `limit` in all, and their owners in
  /// `wrong`. Reads every vector, by owner. `hash_of` finds the hash of an owner's text, false
  /// where there is no such owner.
  using HashOf = FunctionRef<Result<bool>(int64_t owner, uint64_t& hash)>;
  Status check(size_t limit, std::vector<std::string>& findings, std::vector<int64_t>& wrong,
               HashOf hash_of);

  bool damaged() const { return damaged_; }
  /// The error, where damaged().
  Status soundness() const;

  /// See VectorTables.
  void forget() { complete_ = 0; }
  void reset();

 private:
  friend class VectorTables;

  Result<Statement> prepare(const char* before, const char* after);
  Status prepare_once(Statement& kept, const char* before, const char* after);
  Status note(Status status);
  Status set_aside();
  Result<bool> is_empty();
  bool readable() const { return place_.has_vectors && !damaged_; }

  VectorTables& all_;
  Connection* connection_;
  const Place place_;
  bool damaged_ = false;
  int64_t complete_ = 0;  // no owner with this id or one below lacks a vector
  Statement put_;
  Statement remove_;
  Statement move_;
  Statement find_;
};

}  // namespace loci
