#pragma once

/// A disk that several engines use in turn, as processes use one store: its files have one owner at
/// a time, and who comes in between is told that they are busy.

#include <memory>

#include "support/fault_host.h"

namespace loci::test {

struct SharedDisk {
  FaultDisk disk;
  const Host* owner = nullptr;
  int openings = 0;  // that were granted
};

class TurnHost final : public Host {
 public:
  explicit TurnHost(SharedDisk& shared) : shared_(shared), files_(shared.disk) {}
  ~TurnHost() override { close(); }

  int open() override {
    if (shared_.owner != nullptr) return kHostBusy;
    shared_.owner = this;
    ++shared_.openings;
    return 0;
  }
  int64_t read(StoreFile file, void* to, int64_t count, int64_t offset) override {
    return files_.read(file, to, count, offset);
  }
  int64_t write(StoreFile file, const void* from, int64_t count, int64_t offset) override {
    return files_.write(file, from, count, offset);
  }
  int truncate(StoreFile file, int64_t size) override { return files_.truncate(file, size); }
  int flush(StoreFile file) override { return files_.flush(file); }
  int64_t size(StoreFile file) override { return files_.size(file); }
  void close() override {
    if (shared_.owner == this) shared_.owner = nullptr;
  }
  bool durable() const override { return files_.durable(); }

 private:
  SharedDisk& shared_;
  FaultHost files_;
};

}  // namespace loci::test
