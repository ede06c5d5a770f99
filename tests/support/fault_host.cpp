#include "support/fault_host.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace loci::test {

void DiskFiles::write(StoreFile file, std::string_view bytes, int64_t offset) {
  std::string& to = at(file);
  const auto end = static_cast<size_t>(offset) + bytes.size();
  if (to.size() < end) to.resize(end, '\0');
  std::memcpy(to.data() + offset, bytes.data(), bytes.size());
}

void FaultDisk::plan(DiskFault next) {
  fault = next;
  calls = 0;
}

/// `call` is the narrowest group that the call belongs to.
bool FaultDisk::fails(DiskCalls call) {
  if (paused || call < fault.among) return false;
  ++calls;
  return fault.call > 0 && (calls == fault.call || (fault.for_good && calls > fault.call));
}

/// Whether `file` may reach to `end`.
bool FaultDisk::has_room(StoreFile file, int64_t end) const {
  if (file == StoreFile::kWal && end > log_capacity) return false;
  int64_t total = reserve;
  for (int i = 0; i < kStoreFileCount; ++i) {
    const auto size = static_cast<int64_t>(now.files[i].size());
    total += i == static_cast<int>(file) ? std::max(size, end) : size;
  }
  return total <= capacity;
}

int64_t FaultHost::read(StoreFile file, void* to, int64_t count, int64_t offset) {
  if (disk_.fails(DiskCalls::kAll))
    return disk_.fault.answer == kShortCount ? kHostFailed : disk_.fault.answer;
  const std::string& from = shown(file);
  const int64_t got = std::clamp<int64_t>(static_cast<int64_t>(from.size()) - offset, 0, count);
  if (got > 0) std::memcpy(to, from.data() + offset, got);
  return got;
}

int64_t FaultHost::write(StoreFile file, const void* from, int64_t count, int64_t offset) {
  const std::string_view bytes(static_cast<const char*>(from), count);
  if (disk_.atomic) return write_atomic(file, bytes, offset);
  if (!disk_.has_room(file, offset + count)) return kHostFull;
  if (disk_.fails(DiskCalls::kChanges)) {
    if (disk_.fault.answer != kShortCount) return disk_.fault.answer;
    // A medium that fills up keeps what still found room.
    disk_.now.write(file, bytes.substr(0, count / 2), offset);
    return count / 2;
  }
  if (disk_.recording)
    disk_.events.push_back({DiskEvent::kWrite, file, offset, std::string(bytes)});
  disk_.now.write(file, bytes, offset);
  return count;
}

int FaultHost::truncate(StoreFile file, int64_t size) {
  if (disk_.atomic) return truncate_atomic(file, size);
  if (const int failure = failure_now()) return failure;
  if (disk_.recording) disk_.events.push_back({DiskEvent::kTruncate, file, size, {}});
  disk_.now.at(file).resize(size, '\0');
  return 0;
}

int FaultHost::flush(StoreFile file) {
  if (const int failure = failure_now()) return failure;
  if (disk_.recording) disk_.events.push_back({DiskEvent::kFlush, file, 0, {}});
  return 0;
}

bool FaultHost::release_reserve() { return std::exchange(disk_.reserve, 0) > 0; }

int64_t FaultHost::size(StoreFile file) {
  if (disk_.fails(DiskCalls::kAll)) return kHostFailed;
  return static_cast<int64_t>(shown(file).size());
}

// What a killed process had staged is forgotten.
int FaultHost::open() {
  disk_.stage.reset();
  return 0;
}

/// What the planned fault answers if it strikes this change, else 0.
int FaultHost::failure_now() {
  if (!disk_.fails(DiskCalls::kChanges)) return 0;
  return disk_.fault.answer == kShortCount ? kHostFull : static_cast<int>(disk_.fault.answer);
}

std::string& FaultHost::committed() {
  return disk_.stage ? *disk_.stage : disk_.now.at(StoreFile::kDatabase);
}

std::string& FaultHost::shown(StoreFile file) {
  if (!disk_.atomic || file != StoreFile::kDatabase) return disk_.now.at(file);
  return draft_ ? draft_->database : committed();
}

/// Does `change`, in a commit of its own where none is open.
template <typename Change>
int64_t FaultHost::as_commit(Change change) {
  if (draft_) return change();
  if (const int failure = begin_commit()) return failure;
  const int64_t done = change();
  const int failure = done < 0 ? static_cast<int>(done) : commit();
  abandon_commit();
  return failure == 0 ? done : failure;
}

/// Makes the bytes from `begin` to `end` part of the commit, and the database `size` bytes large.
int FaultHost::change_draft(int64_t begin, int64_t end, int64_t size) {
  for (int64_t page = begin / 4096; page * 4096 < end; ++page) draft_->pages.insert(page);
  const auto pages = static_cast<int64_t>(draft_->pages.size());
  if (pages * 4096 > disk_.commit_limit) return kHostTooLarge;
  draft_->database.resize(size, '\0');
  return 0;
}

int64_t FaultHost::write_atomic(StoreFile file, std::string_view bytes, int64_t offset) {
  if (file != StoreFile::kDatabase) return kHostFailed;
  return as_commit([&]() -> int64_t {
    if (disk_.fails(DiskCalls::kChanges)) {
      return disk_.fault.answer == kShortCount ? static_cast<int64_t>(bytes.size()) / 2
                                               : disk_.fault.answer;
    }
    if (bytes.empty()) return 0;
    const auto count = static_cast<int64_t>(bytes.size());
    const auto size = static_cast<int64_t>(draft_->database.size());
    const int failure = change_draft(offset, offset + count, std::max(size, offset + count));
    if (failure != 0) return failure;
    std::memcpy(draft_->database.data() + offset, bytes.data(), bytes.size());
    return count;
  });
}

int FaultHost::truncate_atomic(StoreFile file, int64_t size) {
  if (file != StoreFile::kDatabase) return size == 0 ? 0 : kHostFailed;
  return static_cast<int>(as_commit([&] {
    const int failure = failure_now();
    return failure != 0 ? failure : change_draft(0, 0, size);
  }));
}

int FaultHost::begin_commit() {
  if (const int failure = failure_now()) return failure;
  draft_.emplace(Draft{committed(), {}});
  return 0;
}

int FaultHost::commit() {
  if (const int failure = failure_now()) return failure;
  const auto size = static_cast<int64_t>(draft_->database.size());
  if (size > disk_.capacity && draft_->database.size() > committed().size()) return kHostFull;
  ++disk_.commits;
  disk_.pages_written += static_cast<int64_t>(draft_->pages.size());
  committed() = std::move(draft_->database);
  draft_.reset();
  return 0;
}

int FaultHost::begin_stage() {
  if (const int failure = failure_now()) return failure;
  disk_.stage = disk_.now.at(StoreFile::kDatabase);
  return 0;
}

int FaultHost::end_stage() {
  if (const int failure = failure_now()) return failure;
  disk_.now.at(StoreFile::kDatabase) = std::move(*disk_.stage);
  disk_.stage.reset();
  return 0;
}

int FaultHost::abandon_stage() {
  draft_.reset();
  disk_.stage.reset();
  return failure_now();
}

}  // namespace loci::test
