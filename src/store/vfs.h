#pragma once

/// SQLite's file system over a Host: one sqlite3_vfs for every place where a store can live.
///
/// It knows three files, kDatabaseName and SQLite's two companions of that name, all opened by the
/// host beforehand; anything else cannot be opened. A file exists when its size is above 0, and
/// deleting it is cutting it to 0. Locks are always granted, and none is ever found held by others:
/// the host made sure that there is one owner, and a hot journal left by a crash is then always
/// rolled back. Database pages get their checksum on the way out and are verified on the way in.
///
/// On an atomic host only the database exists. SQLite keeps its journal in memory, and all pages of
/// a transaction are one commit of the host; a commit that cannot take this path is refused.

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>

#include "store/checksum.h"
#include "store/host.h"
#include "store/read_ahead.h"

namespace loci {

/// What a commit fails with on an atomic host, besides SQLITE_FULL and SQLITE_READONLY. Never
/// SQLITE_IOERR: upon that SQLite would write its journal to a file and the pages one by one.
inline constexpr int kCommitTooLarge = SQLITE_TOOBIG | (1 << 8);
inline constexpr int kCommitFailed = SQLITE_PROTOCOL;

/// The file name to open with sqlite3_open_v2(), beside Vfs::name().
inline constexpr char kDatabaseName[] = "db";

struct VfsOptions {
  /// Refuses every write, also those that recovery would need.
  bool read_only = false;
  /// SQLite draws its few random numbers (salts of the write-ahead log, nonces of the journal) from
  /// this. Two processes that write one file in turn must pass different seeds.
  uint64_t random_seed = 0;
};

/// One open store's file system, registered with SQLite from construction to destruction. The host
/// must outlive it, and it must outlive the sqlite3 that uses it.
class Vfs {
 public:
  Vfs(Host& host, VfsOptions options);
  ~Vfs();
  Vfs(const Vfs&) = delete;
  Vfs& operator=(const Vfs&) = delete;

  const char* name() const { return name_.c_str(); }

  /// The first page (counted from 1) that was read and failed its checksum; 0 where there is none.
  uint32_t damaged_page() const { return damaged_page_; }

  /// How often the host could not read, or could not tell a size.
  int64_t failed_reads() const { return failed_reads_; }

  /// Whether pages that are damaged read as zeros: for what writes all of them anew. And from now
  /// on the database looks as if it began well, where it does not: with a page that holds no
  /// tables, until that is written.
  void forgive(bool damage);

  /// The second half of forgive() alone, for what looks at a damaged store. To be called before
  /// SQLite opens it.
  void show_blank_start();

  /// Whether there is such a page, and whether SQLite was shown it. It was not where the log holds
  /// the first page.
  bool has_blank_start() const { return blank_ != nullptr; }
  bool showed_blank() const { return showed_blank_; }

  /// Call it when no transaction is open, before one may begin.
  void mark_log();

  /// Call it when a transaction failed and was rolled back: cuts off what it had added to the log
  /// since mark_log(). SQLite itself would leave it there until it is overwritten, and where the
  /// commit was complete but for its confirmation, the next opening would bring it back. Where the
  /// host cannot even cut, the log stays as it is.
  void discard_log_tail();

 private:
  friend struct VfsCallbacks;

  int read(StoreFile file, void* to, int count, int64_t offset);
  int write(StoreFile file, const void* from, int count, int64_t offset);
  int truncate(StoreFile file, int64_t size);
  int flush(StoreFile file);
  int remove(StoreFile file);
  int file_size(StoreFile file, int64_t* size);
  bool has_file(StoreFile file) const { return file == StoreFile::kDatabase || !atomic_; }
  int begin_commit();
  int commit();
  void abandon_commit();
  bool is_blank(StoreFile file, int64_t end) const;
  void fill_random(unsigned char* bytes, int count);

  Host& host_;
  ReadAhead ahead_;
  const bool read_only_;
  const bool atomic_;
  bool in_commit_ = false;
  int64_t size_ = -1;       // of the database on an atomic host, once it was asked for
  int64_t commit_end_ = 0;  // how far the writes since begin_commit() reach
  uint64_t random_state_;
  uint32_t damaged_page_ = 0;
  int64_t failed_reads_ = 0;
  bool forgiving_ = false;
  std::unique_ptr<unsigned char[]> blank_;  // shown for the first page
  bool showed_blank_ = false;
  int64_t log_tail_;  // the lowest offset of a log frame written since mark_log()
  std::string name_;
  sqlite3_vfs vfs_ = {};
  unsigned char outgoing_[kPageSize];  // a page on its way out, with its checksum
};

}  // namespace loci
