#pragma once

/// A Host over a disk that can fail and that can lose power.
///
/// A FaultDisk outlives the hosts that are opened on it, as a disk outlives a process. It keeps the
/// files, records what changed them, and fails the call it was told to fail. What a power cut can
/// leave is made from the record by tests/support/power_cut.h. An atomic disk takes commits as
/// wholes, as the rows of a Durable Object do; what it then holds is what a crash leaves.

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/host.h"

namespace loci::test {

/// The files of one store as plain bytes.
struct DiskFiles {
  std::array<std::string, kStoreFileCount> files;

  std::string& at(StoreFile file) { return files[static_cast<int>(file)]; }
  void write(StoreFile file, std::string_view bytes, int64_t offset);
  bool operator==(const DiskFiles&) const = default;
};

/// One call that changed a file, or confirmed it.
struct DiskEvent {
  enum Kind { kWrite, kTruncate, kFlush } kind;
  StoreFile file;
  int64_t offset;     // of a write; the new size of a truncation
  std::string bytes;  // of a write
};

/// Which calls a fault counts and strikes.
enum class DiskCalls {
  kAll,
  kChanges,  // writes, truncations and flushes
};

/// The call to fail.
struct DiskFault {
  int64_t call = 0;       // counted from 1 among `among`; 0: none
  int64_t answer = 0;     // what it returns; kShortCount: half of the count
  bool for_good = false;  // and every such call after it
  DiskCalls among = DiskCalls::kChanges;
};
inline constexpr int64_t kShortCount = -100;

class FaultDisk {
 public:
  DiskFiles now;
  std::vector<DiskEvent> events;
  bool recording = false;
  DiskFault fault;
  int64_t calls = 0;  // of the kind that `fault` counts
  bool durable = true;
  int64_t capacity = INT64_MAX;      // bytes of all files together; a write beyond is kHostFull
  int64_t log_capacity = INT64_MAX;  // of the log alone, as where its host keeps room to empty it
  int64_t reserve = 0;  // bytes of the capacity that are set aside until they are released
  bool paused = false;  // neither counts nor fails

  bool atomic = false;
  int64_t commit_limit = kCommitLimit;
  std::optional<std::string> stage;  // the database with what was committed to a stage
  int64_t commits = 0;
  int64_t pages_written = 0;  // by all commits

  /// Starts counting anew, with `next` to come.
  void plan(DiskFault next);

  /// Whether the planned fault has struck.
  bool struck() const { return fault.call > 0 && calls >= fault.call; }

 private:
  friend class FaultHost;
  bool has_room(StoreFile file, int64_t end) const;
  bool fails(DiskCalls call);
};

/// An empty disk that takes commits as wholes.
inline FaultDisk atomic_disk() {
  FaultDisk disk;
  disk.atomic = true;
  return disk;
}

class FaultHost final : public Host {
 public:
  explicit FaultHost(FaultDisk& disk) : disk_(disk) {}

  int open() override;
  int64_t read(StoreFile file, void* to, int64_t count, int64_t offset) override;
  int64_t write(StoreFile file, const void* from, int64_t count, int64_t offset) override;
  int truncate(StoreFile file, int64_t size) override;
  int flush(StoreFile file) override;
  int64_t size(StoreFile file) override;
  void close() override { draft_.reset(); }
  bool durable() const override { return disk_.durable && !disk_.atomic; }
  bool release_reserve() override;
  bool atomic() const override { return disk_.atomic; }
  int begin_commit() override;
  int commit() override;
  void abandon_commit() override { draft_.reset(); }
  int begin_stage() override;
  int end_stage() override;
  int abandon_stage() override;

 private:
  struct Draft {
    std::string database;
    std::set<int64_t> pages;
  };

  int failure_now();
  std::string& committed();
  std::string& shown(StoreFile file);
  int change_draft(int64_t begin, int64_t end, int64_t size);
  int64_t write_atomic(StoreFile file, std::string_view bytes, int64_t offset);
  int truncate_atomic(StoreFile file, int64_t size);
  template <typename Change>
  int64_t as_commit(Change change);

  FaultDisk& disk_;
  std::optional<Draft> draft_;  // from begin_commit() to its end
};

}  // namespace loci::test
