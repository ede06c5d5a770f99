#include "base/hash.h"

#include <catch_amalgamated.hpp>
#include <set>
#include <string>

using namespace loci;

TEST_CASE("equal bytes have equal hashes, wherever they lie") {
  for (size_t length = 0; length < 40; ++length) {
    const std::string bytes(length, 'x');
    const std::string elsewhere = "y" + bytes + "z";
    CHECK(hash_bytes(bytes) == hash_bytes(std::string_view(elsewhere).substr(1, length)));
  }
}

TEST_CASE("every byte and the length count") {
  for (size_t length = 0; length < 40; ++length) {
    const std::string bytes(length, 'x');
    CHECK(hash_bytes(bytes) != hash_bytes(bytes + 'x'));
    for (size_t i = 0; i < length; ++i) {
      std::string changed = bytes;
      changed[i] = 'y';
      CHECK(hash_bytes(changed) != hash_bytes(bytes));
    }
  }
}

TEST_CASE("hashes of words spread over a table, low bits and high") {
  std::set<uint32_t> low;
  std::set<uint32_t> high;
  for (int i = 0; i < 4096; ++i) {
    const uint32_t hash = hash_bytes("word" + std::to_string(i));
    low.insert(hash & 4095);
    high.insert(hash >> 20);
  }
  CHECK(low.size() > 2400);  // at random 63 % of the places are taken: 2589
  CHECK(high.size() > 2400);
}
