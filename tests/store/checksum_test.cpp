#include "store/checksum.h"

#include <catch_amalgamated.hpp>
#include <cstring>
#include <random>
#include <vector>

namespace loci {
namespace {

using Page = std::vector<unsigned char>;

Page random_page(uint32_t seed) {
  std::mt19937 random(seed);
  Page page(kPageSize);
  for (auto& byte : page) byte = static_cast<unsigned char>(random());
  return page;
}

/// The formula as written, a word at a time: two sums, each fed by the other.
std::pair<uint32_t, uint32_t> slow_checksum(const Page& page) {
  uint32_t sums[2] = {0, 0};
  for (int at = 0; at < kPageSize - kChecksumSize; at += 4) {
    const uint32_t word = page[at] | page[at + 1] << 8 | page[at + 2] << 16 |
                          static_cast<uint32_t>(page[at + 3]) << 24;
    const int which = at / 4 % 2;
    sums[which] += word + sums[1 - which];
  }
  return {sums[0], sums[1]};
}

TEST_CASE("the checksum of a page is two words that feed each other") {
  Page page(kPageSize);
  // Words 1, 2, 3, 4 and then zeros: the worked example, run on by 510 - 2 pairs of zeros.
  for (int i = 0; i < 4; ++i) page[4 * i] = static_cast<unsigned char>(i + 1);
  uint32_t s1 = 7, s2 = 14;
  for (int pair = 2; pair < (kPageSize - kChecksumSize) / 8; ++pair) {
    s1 += s2;
    s2 += s1;
  }
  write_page_checksum(page.data());
  uint32_t stored[2];
  std::memcpy(stored, page.data() + kPageSize - kChecksumSize, sizeof stored);
  CHECK(stored[0] == s1);
  CHECK(stored[1] == s2);
}

TEST_CASE("the checksum equals the plain formula on random pages") {
  for (uint32_t seed = 1; seed <= 50; ++seed) {
    Page page = random_page(seed);
    const auto [s1, s2] = slow_checksum(page);
    write_page_checksum(page.data());
    uint32_t stored[2];
    std::memcpy(stored, page.data() + kPageSize - kChecksumSize, sizeof stored);
    CHECK(stored[0] == s1);
    CHECK(stored[1] == s2);
    CHECK(page_checksum_matches(page.data()));
  }
}

TEST_CASE("each single flipped bit of a page is found") {
  Page page = random_page(1);
  write_page_checksum(page.data());
  int missed = 0;
  for (int bit = 0; bit < kPageSize * 8; ++bit) {
    page[bit / 8] ^= 1 << bit % 8;
    missed += page_checksum_matches(page.data());
    page[bit / 8] ^= 1 << bit % 8;
  }
  CHECK(missed == 0);
}

TEST_CASE("swapped words and a page moved by a byte are found") {
  Page page = random_page(2);
  write_page_checksum(page.data());
  Page swapped = page;
  std::swap_ranges(swapped.begin() + 40, swapped.begin() + 48, swapped.begin() + 800);
  CHECK_FALSE(page_checksum_matches(swapped.data()));
  Page moved = page;
  std::rotate(moved.begin(), moved.begin() + 1, moved.end());
  CHECK_FALSE(page_checksum_matches(moved.data()));
}

TEST_CASE("a page of zeros is valid, and pages need no alignment") {
  CHECK(page_checksum_matches(Page(kPageSize).data()));
  Page bytes(kPageSize + 1);
  std::memcpy(bytes.data() + 1, random_page(3).data(), kPageSize);
  write_page_checksum(bytes.data() + 1);
  CHECK(page_checksum_matches(bytes.data() + 1));
}

}  // namespace
}  // namespace loci
