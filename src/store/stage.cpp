#include "store/stage.h"

#include <algorithm>

#include "store/checksum.h"

// Tested by tests/store/atomic_host_test.cpp.

namespace loci {
namespace {

// Of one commit: a host may hold all of it in memory until it is taken.
constexpr int64_t kPartBytes = int64_t{2} << 20;

int copy_pages(Host& from, int64_t begin, int64_t end, Host& to) {
  unsigned char page[kPageSize];
  for (int64_t at = begin; at < end; at += kPageSize) {
    if (from.read(StoreFile::kDatabase, page, kPageSize, at) != kPageSize) return kHostFailed;
    const int64_t done = to.write(StoreFile::kDatabase, page, kPageSize, at);
    if (done != kPageSize) return done < 0 ? static_cast<int>(done) : kHostFull;
  }
  return 0;
}

/// Does `writes`, which gives 0 or a failure, as one commit.
template <typename Writes>
int commit_whole(Host& host, Writes writes) {
  int failure = host.begin_commit();
  if (failure == 0) failure = writes();
  if (failure == 0) failure = host.commit();
  if (failure != 0) host.abandon_commit();
  return failure;
}

int copy_database(Host& from, int64_t size, Host& to) {
  for (int64_t begin = 0; begin < size; begin += kPartBytes) {
    const int64_t end = std::min(size, begin + kPartBytes);
    const int failure = commit_whole(to, [&] { return copy_pages(from, begin, end, to); });
    if (failure != 0) return failure;
  }
  return commit_whole(to, [&] { return to.truncate(StoreFile::kDatabase, size); });
}

}  // namespace

int stage_database(Host& from, int64_t size, Host& to) {
  int failure = to.begin_stage();
  if (failure == 0) failure = copy_database(from, size, to);
  if (failure == 0) failure = to.end_stage();
  if (failure != 0) (void)to.abandon_stage();
  return failure;
}

}  // namespace loci
