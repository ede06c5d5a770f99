#include "store/memory_host.h"

#include <algorithm>
#include <cstring>
#include <new>

// Tested by tests/store/memory_host_test.cpp.

namespace loci {

int64_t ChunkedFile::read(void* to, int64_t count, int64_t offset) const {
  const int64_t available = std::clamp<int64_t>(size_ - offset, 0, count);
  auto* out = static_cast<unsigned char*>(to);
  for (int64_t done = 0; done < available;) {
    const int64_t at = offset + done;
    const int64_t part = std::min(available - done, kChunkBytes - at % kChunkBytes);
    std::memcpy(out + done, chunks_[at / kChunkBytes].get() + at % kChunkBytes, part);
    done += part;
  }
  return available;
}

bool ChunkedFile::write(const void* from, int64_t count, int64_t offset) {
  if (!reserve(offset + count)) return false;
  const auto* in = static_cast<const unsigned char*>(from);
  for (int64_t done = 0; done < count;) {
    const int64_t at = offset + done;
    const int64_t part = std::min(count - done, kChunkBytes - at % kChunkBytes);
    std::memcpy(chunks_[at / kChunkBytes].get() + at % kChunkBytes, in + done, part);
    done += part;
  }
  size_ = std::max(size_, offset + count);
  return true;
}

bool ChunkedFile::resize(int64_t size) {
  if (!reserve(size)) return false;
  chunks_.resize((size + kChunkBytes - 1) / kChunkBytes);
  if (size == 0) chunks_.shrink_to_fit();
  if (size < size_ && size % kChunkBytes != 0) {
    std::memset(chunks_.back().get() + size % kChunkBytes, 0, kChunkBytes - size % kChunkBytes);
  }
  size_ = size;
  return true;
}

/// Adds zeroed chunks until they cover `size`. What was added before memory ran out stays: it holds
/// zeros, and the next write uses it. An exception must not leave here: SQLite's frames are C.
bool ChunkedFile::reserve(int64_t size) try {
  while (static_cast<int64_t>(chunks_.size()) * kChunkBytes < size) {
    chunks_.push_back(std::make_unique<unsigned char[]>(kChunkBytes));
  }
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

int64_t MemoryHost::read(StoreFile file, void* to, int64_t count, int64_t offset) {
  return at(file).read(to, count, offset);
}

int64_t MemoryHost::write(StoreFile file, const void* from, int64_t count, int64_t offset) {
  return at(file).write(from, count, offset) ? count : kHostFull;
}

int MemoryHost::truncate(StoreFile file, int64_t size) {
  return at(file).resize(size) ? 0 : kHostFull;
}

int64_t MemoryHost::size(StoreFile file) { return at(file).size(); }

void MemoryHost::close() {
  for (ChunkedFile& file : files_) file = ChunkedFile();
}

}  // namespace loci
