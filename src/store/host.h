#pragma once

/// Where a store's bytes live. A Host holds the few fixed files of one store and offers the seven
/// calls that the VFS (store/vfs.h) needs: open, read, write, truncate, flush, size, close. Memory,
/// node:fs, a browser's sync access handles, the rows of a Durable Object and the fault-injecting
/// hosts of the tests are Hosts.
///
/// Rules for every Host:
///  - The files exist from open() to close(); an absent file is one of size 0. Nothing is created,
///    renamed or deleted in between.
///  - Offsets and counts are bytes. A read past the end is short, never an error.
///  - Nothing throws. A failure is a negative number, one of the codes below.
///  - write() either takes all bytes (and says so) or fails; after a failure the bytes in that
///  range
///    are undefined, and nothing outside it has changed.
///  - What flush() has confirmed survives a power cut.
///  - One owner: a Host that cannot be the only writer refuses to open with kHostBusy.
///
/// A Host is one of three kinds. A durable() one is a disk: what was not flushed may be lost in any
/// order, so the store runs a write-ahead log. An atomic() one takes several writes as a whole: the
/// database needs no log and no journal beside it. One that is neither is memory.

#include <cstdint>
#include <string>

namespace loci {

enum class StoreFile : int { kDatabase = 0, kWal = 1, kJournal = 2 };
inline constexpr int kStoreFileCount = 3;

/// Failures of a Host call. Any other negative number counts as kHostFailed.
inline constexpr int kHostFailed = -1;  // the medium failed
inline constexpr int kHostFull =
    -2;  // no room, or a short write: nothing is lost, nothing new kept
inline constexpr int kHostBusy = -3;      // another owner
inline constexpr int kHostReadOnly = -4;  // no permission to write
inline constexpr int kHostTooLarge = -5;  // a commit above kCommitLimit

/// What an atomic host takes in one commit, in bytes of pages.
inline constexpr int64_t kCommitLimit = int64_t{8} << 20;

class Host {
 public:
  virtual ~Host() = default;

  /// Takes ownership of the store's files, creating those that are absent. 0, or a failure that
  /// leaves nothing open.
  virtual int open() = 0;

  /// Reads up to `count` bytes at `offset`; the number read, or a failure.
  virtual int64_t read(StoreFile file, void* to, int64_t count, int64_t offset) = 0;

  /// Writes `count` bytes at `offset`, extending the file with zeros where there is a gap; `count`,
  /// or a failure.
  virtual int64_t write(StoreFile file, const void* from, int64_t count, int64_t offset) = 0;

  virtual int truncate(StoreFile file, int64_t size) = 0;
  virtual int flush(StoreFile file) = 0;

  /// The file's size in bytes, or a failure.
  virtual int64_t size(StoreFile file) = 0;

  /// Gives the files up. Never fails; closing twice is allowed.
  virtual void close() = 0;

  /// True where a power cut can lose what was not flushed: the store then runs a write-ahead log.
  /// False for memory, where a rollback journal is cheaper.
  virtual bool durable() const = 0;

  /// True where writes are taken as wholes. durable() is false then, and the log and the journal
  /// are always empty. Every write to the database stands between begin_commit() and commit();
  /// outside, a single write or truncation is a commit of its own. Reads see what was written since
  /// begin_commit(). What commit() confirmed survives, as if it were flushed.
  virtual bool atomic() const { return false; }

  /// The calls of an atomic host. begin_commit() and commit() give 0 or a failure. After a failed
  /// commit() nothing is kept, once abandon_commit() was called, which is allowed at any time.
  virtual int begin_commit() { return kHostFailed; }
  virtual int commit() { return kHostFailed; }
  virtual void abandon_commit() {}

  /// Several commits that become the store together. From begin_stage() on, commits go where only
  /// this host sees them, over the store as it was; end_stage() makes them the store in one step.
  /// Where that fails, or after abandon_stage(), whatever it answers, the store is as it was before
  /// begin_stage(), as it is after a crash.
  virtual int begin_stage() { return kHostFailed; }
  virtual int end_stage() { return kHostFailed; }
  virtual int abandon_stage() { return kHostFailed; }

  /// Gives up, once, the room that the host had set aside for when there is none: then a store that
  /// is full can still be made smaller, and its log be moved. True where that freed any.
  virtual bool release_reserve() { return false; }

  /// The latest failure in words for people, such as a path and what the system said about it.
  /// Empty where the codes say all.
  virtual std::string last_error() const { return {}; }
};

}  // namespace loci
