#include "retrieve/sequences.h"

#include <catch_amalgamated.hpp>
#include <random>
#include <vector>

#include "support/slow_sequences.h"

using namespace loci;
using namespace loci::test;

namespace {

using Ids = std::vector<int64_t>;

// Those one step away, and so on.
std::vector<Ids> steps_of(const Sequences& sequences, int64_t document,
                          Sequences::Accepts accepts = {}) {
  std::vector<Ids> ids(Sequences::kSteps);
  const auto place = sequences.place_of(document);
  if (!place) return ids;
  sequences.each_neighbour(document, *place, accepts,
                           [&](int64_t id, size_t steps) { ids.at(steps - 1).push_back(id); });
  return ids;
}

// Those one step away.
Ids neighbours_of(const Sequences& sequences, int64_t document, Sequences::Accepts accepts = {}) {
  return steps_of(sequences, document, accepts)[0];
}

SequencePlace place(std::string_view name, int64_t position) {
  return {Sequences::number_of(name), position};
}

}  // namespace

TEST_CASE("neighbours stand at the next positions there are") {
  Sequences sequences;
  sequences.add(1, place("talk", 0));
  sequences.add(2, place("talk", 7));
  sequences.add(3, place("other", 8));
  sequences.add(4, place("talk", 1'000'000'000'000));
  sequences.add(5, place("talk", 8));
  CHECK(neighbours_of(sequences, 1) == Ids{2});
  CHECK(neighbours_of(sequences, 2) == Ids{1, 5});
  CHECK(neighbours_of(sequences, 3).empty());
  CHECK(neighbours_of(sequences, 4) == Ids{5});
  CHECK(neighbours_of(sequences, 6).empty());
  CHECK(steps_of(sequences, 1)[1] == Ids{5});
  CHECK(steps_of(sequences, 4)[1] == Ids{2});
  sequences.remove(2);
  CHECK(neighbours_of(sequences, 1) == Ids{5});
  CHECK(sequences.place_of(5) == place("talk", 8));
  CHECK_FALSE(sequences.place_of(2));
}

TEST_CASE("at the ends of the numbers there are neighbours too") {
  Sequences sequences;
  sequences.add(1, place("talk", 0));
  sequences.add(INT64_MAX, place("talk", (int64_t{1} << 53) - 1));
  CHECK(neighbours_of(sequences, 1) == Ids{INT64_MAX});
  CHECK(neighbours_of(sequences, INT64_MAX) == Ids{1});
  sequences.add(2, place("damaged", INT64_MAX));
  sequences.add(3, place("damaged", INT64_MIN));
  CHECK(neighbours_of(sequences, 2) == Ids{3});
  CHECK(neighbours_of(sequences, 3) == Ids{2});
}

TEST_CASE("those of one position are no neighbours of each other, and four of them take part") {
  Sequences sequences;
  for (int64_t id = 1; id <= 6; ++id) sequences.add(id, place("talk", 5));
  CHECK(neighbours_of(sequences, 1).empty());
  sequences.add(7, place("talk", 6));
  CHECK(neighbours_of(sequences, 4) == Ids{7});
  CHECK(neighbours_of(sequences, 5).empty());
  CHECK(neighbours_of(sequences, 7) == Ids{1, 2, 3, 4});
  sequences.remove(2);
  CHECK(neighbours_of(sequences, 5) == Ids{7});
  CHECK(neighbours_of(sequences, 7) == Ids{1, 3, 4, 5});
}

TEST_CASE("what is not accepted is passed over, but not without end") {
  Sequences sequences;
  for (int64_t id = 0; id <= 200; ++id) sequences.add(id, place("talk", id));
  const auto odd = [](int64_t id) { return id % 2 == 1; };
  CHECK(neighbours_of(sequences, 101, odd) == Ids{99, 103});
  CHECK(steps_of(sequences, 101, odd)[1] == Ids{97, 105});
  const auto far = [](int64_t id) { return id == 100 || id == 100 + 64 || id == 100 - 65; };
  CHECK(neighbours_of(sequences, 100, far) == Ids{164});
}

TEST_CASE("sequences are what brute force says, after any history") {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](uint64_t bound) { return static_cast<int64_t>(random() % bound); };
    Sequences sequences;
    SlowSequences slow;
    const auto accepts = [&](int64_t id) { return seed % 2 == 0 || id % 3 != 0; };
    for (int step = 0; step < 1500; ++step) {
      const int64_t id = below(60);
      if (slow.places.erase(id) > 0) {
        sequences.remove(id);
      } else {
        const SequencePlace at = {below(3) - 1, below(2) == 0 ? below(4) : below(30)};
        sequences.add(id, at);
        slow.places[id] = at;
      }
      if (step % 500 == 0) sequences.compact();
      REQUIRE(sequences.size() == slow.places.size());
      const int64_t asked = below(60);
      REQUIRE(sequences.place_of(asked).has_value() == slow.places.contains(asked));
      if (!accepts(asked)) continue;
      REQUIRE(steps_of(sequences, asked, accepts) == slow.neighbours(asked, accepts));
    }
    sequences.clear();
    REQUIRE(sequences.size() == 0);
  }
}

TEST_CASE("a million positions take memory in proportion, in any order") {
  constexpr int64_t kCount = int64_t{1} << 20;
  Sequences sequences;
  for (int64_t i = 0; i < kCount; ++i) {
    const int64_t id = i * 7'340'033 % kCount;  // odd, so each once
    sequences.add(id, {1, 2 * (kCount - id)});
  }
  REQUIRE(sequences.size() == kCount);
  CHECK(sequences.byte_size() < kCount * 48 * 5 / 2);  // chunks of 128 to 256, vectors doubled
  for (int64_t id = 1; id + 1 < kCount; id += 9973) {
    REQUIRE(neighbours_of(sequences, id) == Ids{id + 1, id - 1});
  }
}
