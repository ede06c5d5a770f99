#pragma once

/// A Host that keeps a store in memory until it is closed.

#include <cstdint>
#include <memory>
#include <vector>

#include "store/host.h"

namespace loci {

/// A file in memory, in chunks: it grows without copying what it holds and gives back what it no
/// longer needs, which a single growing buffer would not.
class ChunkedFile {
 public:
  /// Copies up to `count` bytes at `offset`; the number copied, less than `count` at the end.
  int64_t read(void* to, int64_t count, int64_t offset) const;

  /// False where memory ran out; the file then is as before.
  bool write(const void* from, int64_t count, int64_t offset);

  /// Cuts the file, or extends it with zeros. False where memory ran out.
  bool resize(int64_t size);

  int64_t size() const { return size_; }

 private:
  static constexpr int64_t kChunkBytes = 16 * 1024;

  bool reserve(int64_t size);

  // Invariant: chunks_ cover size_, and bytes of the last chunk past size_ are zero.
  std::vector<std::unique_ptr<unsigned char[]>> chunks_;
  int64_t size_ = 0;
};

/// Keeps the files of one store in memory. Where memory runs out, a write is kHostFull.
class MemoryHost final : public Host {
 public:
  int open() override { return 0; }
  int64_t read(StoreFile file, void* to, int64_t count, int64_t offset) override;
  int64_t write(StoreFile file, const void* from, int64_t count, int64_t offset) override;
  int truncate(StoreFile file, int64_t size) override;
  int flush(StoreFile) override { return 0; }
  int64_t size(StoreFile file) override;
  void close() override;
  bool durable() const override { return false; }

 private:
  ChunkedFile& at(StoreFile file) { return files_[static_cast<int>(file)]; }

  ChunkedFile files_[kStoreFileCount];
};

}  // namespace loci
