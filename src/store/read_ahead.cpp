// Tested by tests/store/read_ahead_test.cpp.

#include "store/read_ahead.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "store/checksum.h"

namespace loci {
namespace {

constexpr int64_t kStretch = 16 * kPageSize;
/// Pages of other trees lie between those of the table that is scanned.
constexpr int64_t kClose = 8 * kPageSize;

}  // namespace

int64_t ReadAhead::read_page(void* to, int64_t offset) {
  if (!holds(offset) && follows_closely(offset)) look_ahead(offset);
  last_ = offset;
  if (!holds(offset)) return host_.read(StoreFile::kDatabase, to, kPageSize, offset);
  std::memcpy(to, stretch_.get() + (offset - begin_), kPageSize);
  return kPageSize;
}

bool ReadAhead::holds(int64_t offset) const {
  return offset >= begin_ && offset + kPageSize <= begin_ + held_;
}

bool ReadAhead::follows_closely(int64_t offset) const {
  return looks_ahead_ && offset > last_ && offset - last_ <= kClose;
}

// Where it fails, the page is read alone, and that tells what is wrong.
void ReadAhead::look_ahead(int64_t offset) {
  if (!stretch_) stretch_.reset(new (std::nothrow) unsigned char[kStretch]);
  forget();
  if (!stretch_) return;
  begin_ = offset;
  const int64_t got = host_.read(StoreFile::kDatabase, stretch_.get(), kStretch, offset);
  held_ = std::clamp<int64_t>(got, 0, kStretch);
}

}  // namespace loci
