#pragma once

/// Everything that can still be read of a damaged database.
///
/// The trees are walked from their roots, as SQLite would. Where a page of one cannot be read, or
/// is not of its kind, what lies behind it is found by looking at every page that no tree reached
/// and no list calls free: a leaf says by the shape of its rows which table it is of. Such leaves
/// may be old. So they give rows to those tables alone of which a part is missing, and of these
/// only what a sound index knows, where there is one; a row gives way to one that a tree reached,
/// and of two with one name that with the higher id stays. Where neither index nor list tells what
/// was removed, rows are kept, and the report says so.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/connection.h"
#include "store/salvage_pages.h"
#include "store/salvage_tables.h"

namespace loci {

/// What was lost of one table, in words.
struct Loss {
  std::string table;
  int64_t count;  // of rows; 0 where nobody knows
  std::string what;
};

class Salvage {
 public:
  /// Reads the database of `from`, whose log must be empty, into the tables of `to`, which are
  /// empty, and a temporary table `known(kind, id, name)` of what indexes and journal say there
  /// was. Both must outlive this.
  Salvage(Host& from, Connection& to) : pages_(from), to_(to) {}

  /// Only inside a transaction of `to`.
  Status run();

  /// Whether `meta` may be incomplete.
  bool counts_are_lost() const { return !tables_[0].whole; }

  /// What could not be read, named as far as something still knows it.
  Status report(std::vector<Loss>& lost);

 private:
  struct Target {
    const SalvagedTable* table = nullptr;
    Statement insert;
    int64_t lost_pages = 0;
    int64_t lost_rows = 0;
    bool whole = false;       // its tree was found, and could be read
    bool only_known = false;  // whether a sound index says which rows there are
  };
  struct Root {
    std::string name;
    int64_t page;
  };

  Status find_roots();
  Status walk_all(std::span<Target> targets);
  Status walk_indexes(bool telling);
  Status walk(int64_t root, Target& target);
  Status take_orphans();
  Status take_page(const SalvagedPage& page, std::span<Target> targets, bool is_orphan = false);
  Status take_row(Target& target, int64_t rowid, bool is_orphan);
  Status use_journal();
  Status name_lost(const char* table, std::vector<Loss>& lost);

  SalvagedPages pages_;
  Connection& to_;
  std::vector<Root> roots_;
  bool tables_whole_ = true;  // and the schema
  int64_t lost_pages_ = 0;    // that no tree reached
  int64_t doubtful_ = 0;      // rows that were kept, and may have been removed before
  std::vector<Target> tables_;
  std::vector<Target> indexes_;
  std::string payload_;                // of the row that is read
  std::vector<SalvagedValue> values_;  // in it
};

}  // namespace loci
