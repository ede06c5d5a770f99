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
  const std::string& from = disk_.now.at(file);
  const int64_t got = std::clamp<int64_t>(static_cast<int64_t>(from.size()) - offset, 0, count);
  if (got > 0) std::memcpy(to, from.data() + offset, got);
  return got;
}

int64_t FaultHost::write(StoreFile file, const void* from, int64_t count, int64_t offset) {
  const std::string_view bytes(static_cast<const char*>(from), count);
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
  if (disk_.fails(DiskCalls::kChanges)) {
    return disk_.fault.answer == kShortCount ? kHostFull : static_cast<int>(disk_.fault.answer);
  }
  if (disk_.recording) disk_.events.push_back({DiskEvent::kTruncate, file, size, {}});
  disk_.now.at(file).resize(size, '\0');
  return 0;
}

int FaultHost::flush(StoreFile file) {
  if (disk_.fails(DiskCalls::kChanges)) {
    return disk_.fault.answer == kShortCount ? kHostFull : static_cast<int>(disk_.fault.answer);
  }
  if (disk_.recording) disk_.events.push_back({DiskEvent::kFlush, file, 0, {}});
  return 0;
}

bool FaultHost::release_reserve() { return std::exchange(disk_.reserve, 0) > 0; }

int64_t FaultHost::size(StoreFile file) {
  if (disk_.fails(DiskCalls::kAll)) return kHostFailed;
  return static_cast<int64_t>(disk_.now.at(file).size());
}

}  // namespace loci::test
