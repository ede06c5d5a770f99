#include "retrieve/ordered_keys.h"

#include <catch_amalgamated.hpp>
#include <random>
#include <set>

using namespace loci;

namespace {

using Plain = std::set<OrderedKey>;

void require_equal(const OrderedKeys& keys, const Plain& plain) {
  REQUIRE(keys.size() == plain.size());
  auto cursor = keys.lower_bound({INT64_MIN, INT64_MIN, INT64_MIN});
  for (const OrderedKey& key : plain) {
    REQUIRE(cursor.key() != nullptr);
    REQUIRE(*cursor.key() == key);
    cursor.advance();
  }
  REQUIRE(cursor.key() == nullptr);
  for (auto at = plain.rbegin(); at != plain.rend(); ++at) {
    cursor.retreat();
    REQUIRE(cursor.key() != nullptr);
    REQUIRE(*cursor.key() == *at);
  }
  cursor.retreat();
  REQUIRE(cursor.key() == nullptr);
  cursor.advance();
  REQUIRE((cursor.key() == nullptr) == plain.empty());
}

void require_bound(const OrderedKeys& keys, const Plain& plain, const OrderedKey& asked) {
  const auto expected = plain.lower_bound(asked);
  const OrderedKey* found = keys.lower_bound(asked).key();
  REQUIRE((found == nullptr) == (expected == plain.end()));
  if (found != nullptr) REQUIRE(*found == *expected);
}

}  // namespace

TEST_CASE("keys are a sorted set after any history") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](int bound) { return static_cast<int64_t>(random() % bound); };
    const int range = seed % 2 == 0 ? 8 : 40;  // 512 or 64 000 keys
    OrderedKeys keys;
    Plain plain;
    for (int phase = 0; phase < 6; ++phase) {
      const int64_t removals = phase % 2 == 0 ? 1 : 8;  // of 10
      for (int step = 0; step < 3000; ++step) {
        const OrderedKey key = {below(range) - range / 2, below(range), below(range)};
        if (below(10) >= removals) {
          REQUIRE(keys.insert(key) == plain.insert(key).second);
        } else {
          const auto one = plain.lower_bound(key);  // mostly one that is there
          const OrderedKey gone = one == plain.end() ? key : *one;
          REQUIRE(keys.erase(gone) == (plain.erase(gone) > 0));
        }
        require_bound(keys, plain, {below(range) - range / 2, below(range), below(range)});
      }
      require_equal(keys, plain);
      if (phase == 2) keys.compact();
    }
    while (!plain.empty()) {
      REQUIRE(keys.erase(*plain.begin()));
      plain.erase(plain.begin());
    }
    require_equal(keys, plain);
    REQUIRE_FALSE(keys.erase({}));
  }
}

TEST_CASE("keys in order fill their chunks, and those that go give memory back") {
  OrderedKeys keys;
  constexpr size_t kCount = 100'000;
  for (size_t i = 0; i < kCount; ++i) keys.insert({static_cast<int64_t>(i), 0, 0});
  CHECK(keys.byte_size() < kCount * 26);  // 24 each
  for (size_t i = 0; i < kCount; ++i) {
    if (i % 50 != 0) keys.erase({static_cast<int64_t>(i), 0, 0});
  }
  REQUIRE(keys.size() == kCount / 50);
  keys.compact();
  CHECK(keys.byte_size() < keys.size() * 30);
  keys.clear();
  CHECK(keys.size() == 0);
  CHECK(keys.byte_size() == 0);
}
