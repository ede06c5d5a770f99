#include "store/checksum.h"

#include <bit>
#include <cstring>

// Two running sums over little-endian 32-bit words, each fed by the other:
//
//   s1 = s2 = 0;  for each pair of words (a, b):  s1 += a + s2;  s2 += b + s1
//
// A word thus enters the result multiplied by two neighbouring Fibonacci numbers (mod 2^32). Two
// neighbours are never both even, so any single flipped bit changes at least one of the sums; and
// swapped words, which a plain sum would miss, enter with other factors.
//
// Example: words 1, 2, 3, 4 give s1 = 1, s2 = 3, then s1 = 1 + 3 + 3 = 7, s2 = 3 + 4 + 7 = 14.
//
// Source: SQLite, ext/misc/cksumvfs.c. What it gives up: it is no cryptographic hash, and a page of
// zeros is valid. The loop does not vectorise, since each sum waits for the other; with the
// additions in this order the wait is one addition a word, about 4 bytes a cycle: a store of 14 MB
// takes 2 ms.
//
// Tested by tests/store/checksum_test.cpp.

namespace loci {
namespace {

static_assert(std::endian::native == std::endian::little, "words are read as they lie in memory");

constexpr int kPayload = kPageSize - kChecksumSize;
static_assert(kPayload % 8 == 0);

struct Checksum {
  uint32_t s1 = 0;
  uint32_t s2 = 0;
};
static_assert(sizeof(Checksum) == kChecksumSize);

Checksum checksum_of(const unsigned char* page) {
  Checksum sum;
  for (int at = 0; at < kPayload; at += 8) {
    uint32_t words[2];
    std::memcpy(words, page + at, sizeof words);
    sum.s1 = (sum.s1 + words[0]) + sum.s2;
    sum.s2 = (sum.s2 + words[1]) + sum.s1;
  }
  return sum;
}

}  // namespace

void write_page_checksum(void* page) {
  auto* bytes = static_cast<unsigned char*>(page);
  const Checksum sum = checksum_of(bytes);
  std::memcpy(bytes + kPayload, &sum, sizeof sum);
}

bool page_checksum_matches(const void* page) {
  const auto* bytes = static_cast<const unsigned char*>(page);
  const Checksum sum = checksum_of(bytes);
  return std::memcmp(bytes + kPayload, &sum, sizeof sum) == 0;
}

}  // namespace loci
