#pragma once

/// A small store that is written to in every way that matters to recovery, beside a plain map that
/// says what it must hold: transactions that spill the page cache, rollbacks, checkpoints asked for
/// and automatic, the log started anew, the store closed and opened.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/connection.h"
#include "support/fault_host.h"

namespace loci::test {

/// Stands for the content of the store.
using Digest = uint64_t;

/// The content of a store in which no transaction happened yet.
inline constexpr Digest kNoTable = 0;

void mix(Digest& digest, std::string_view bytes);
Digest digest_of(Connection& db);

enum class Step { kTransaction, kRollback, kCheckpoint, kFlush, kReopen };

/// A row to put, with the size of its text, or to erase (size -1).
struct Change {
  int64_t id;
  int size;
};

struct Action {
  Step step;
  std::vector<Change> changes;
};

/// `scale` multiplies the size of the large texts, which is 14 000 bytes at 1.
std::vector<Action> store_workload(int scale);

/// A store on a disk, and what is known about each moment of it.
class StoreRun {
 public:
  /// Opens the store; db() is null where that failed.
  StoreRun(FaultDisk& disk, Durability durability);

  /// False where a call failed. The content is then as it was before.
  bool perform(const Action& action);

  /// Closes the store if it is open, and opens it, creating the table where there is none.
  bool open();

  Connection* db() { return db_.get(); }

  /// What the store must hold now.
  Digest digest() const;

  /// The events that the disk had recorded when a content was begun, when it was acknowledged, and
  /// when a flush, a checkpoint or a close made it safe also with relaxed durability (or never).
  struct Moment {
    Digest digest;
    size_t begun;
    size_t acknowledged;
    size_t confirmed;
  };
  static constexpr size_t kNever = SIZE_MAX;
  const std::vector<Moment>& moments() const { return moments_; }

 private:
  bool create_table();
  bool transact(const Action& action);
  bool apply(const Change& change, std::map<int64_t, std::string>& rows);
  void remember(size_t begun);
  bool confirm(bool done);

  FaultDisk& disk_;
  const Durability durability_;
  std::unique_ptr<Connection> db_;
  std::map<int64_t, std::string> rows_;
  std::vector<Moment> moments_;
  uint64_t seed_ = 0;
  int64_t salt_ = 0;
};

/// Opens what a crash left, says which content it holds, and writes to it where `write_on` is set.
/// Fails the test where the store is not sound. `atomic`: the files lie on an atomic host.
Digest recover(const DiskFiles& files, bool write_on, bool atomic = false);

}  // namespace loci::test
