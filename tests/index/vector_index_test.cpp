#include "index/vector_index.h"

#include <catch_amalgamated.hpp>
#include <functional>
#include <set>
#include <string>

#include "base/hash.h"
#include "index/vector.h"
#include "support/exhaustive_neighbours.h"

using namespace loci;
using namespace loci::test;

namespace {

using Make = std::function<Vector(VectorGenerator&, int)>;

struct Kind {
  std::string name;
  Make vector;
  Make question;
};

double mean_recall(const Neighbours& neighbours, const std::vector<Vector>& questions, size_t k,
                   const DocumentFilter& filter = {}) {
  double sum = 0;
  for (const Vector& question : questions) sum += neighbours.recall(question, k, filter);
  return sum / static_cast<double>(questions.size());
}

std::vector<Vector> random_questions(VectorGenerator& generator, size_t width, int count) {
  std::vector<Vector> questions;
  for (int i = 0; i < count; ++i) questions.push_back(generator.random(width));
  return questions;
}

// Enough rows and width for the rough codes to be read.
constexpr int kMany = 4000;
constexpr size_t kWidth = 96;

Vector centre(int number) { return VectorGenerator(1000 + number).random(kWidth); }

Vector with_first(Vector vector, float first) {
  vector[0] = first;
  return vector;
}

Vector scaled(Vector vector, float factor) {
  for (float& x : vector) x *= factor;
  return vector;
}

Vector axis(size_t place, float length) {
  Vector vector(kWidth);
  vector[place] = length;
  return vector;
}

const Make kRandom = [](VectorGenerator& g, int) { return g.random(kWidth); };

const Kind kKinds[] = {
    {"random", kRandom, kRandom},
    {"all the same", [](auto&, int) { return centre(0); }, kRandom},
    {"on the axes",
     [](VectorGenerator& g, int i) { return axis(g.below(kWidth), 1 + static_cast<float>(i % 5)); },
     kRandom},
    {"all on one axis", [](auto&, int i) { return axis(3, 1 + static_cast<float>(i)); }, kRandom},
    {"sparse", [](VectorGenerator& g, int) { return g.sparse(kWidth, 4); },
     [](VectorGenerator& g, int) { return g.sparse(kWidth, 9); }},
    {"one component dominates",
     [](VectorGenerator& g, int) { return with_first(g.random(kWidth), 50); },
     [](VectorGenerator& g, int) { return with_first(g.random(kWidth), 50); }},
    {"a large part in common", [](VectorGenerator& g, int) { return g.near(centre(0), 0.7F); },
     [](VectorGenerator& g, int) { return g.near(centre(0), 0.7F); }},
    {"near duplicates in thousands",
     [](VectorGenerator& g, int i) { return g.near(centre(i % 3), 0.01F); },
     [](VectorGenerator& g, int i) { return g.near(centre(i % 3), 0.01F); }},
    {"clusters", [](VectorGenerator& g, int i) { return g.near(centre(i % 50), 0.2F); },
     [](VectorGenerator& g, int i) { return g.near(centre(i % 50), 0.2F); }},
    {"equal ones in hundreds",
     [](VectorGenerator& g, int i) { return i % 4 == 0 ? g.random(kWidth) : centre(i % 10); },
     [](VectorGenerator& g, int i) { return g.near(centre(i % 10), 0.3F); }},
    {"huge and subnormal",
     [](VectorGenerator& g, int i) {
       return scaled(g.random(kWidth), i % 2 == 0 ? 2e37F : 1e-40F);
     },
     [](VectorGenerator& g, int) { return scaled(g.random(kWidth), 1e-40F); }},
    {"sparse once they are turned",
     [](VectorGenerator& g, int i) {
       static const std::vector<Vector> back = [] {
         std::vector<Vector> columns;
         for (size_t i = 0; i < kWidth; ++i) columns.push_back(turned_back(axis(i, 1)));
         return columns;
       }();
       return i % 2 == 0 ? g.random(kWidth) : g.near(back[g.below(kWidth)], 0.01F);
     },
     kRandom},
    {"all of one sign",
     [](VectorGenerator& g, int) {
       Vector vector = g.random(kWidth);
       for (float& x : vector) x = std::abs(x);
       return vector;
     },
     kRandom},
};

}  // namespace

TEST_CASE("the nearest are among the candidates, whatever the set") {
  for (const Kind& kind : kKinds) {
    VectorGenerator generator(7);
    Neighbours neighbours;
    for (int i = 0; i < kMany; ++i) neighbours.add(kind.vector(generator, i));
    std::vector<Vector> questions;
    for (int i = 0; i < 30; ++i) questions.push_back(kind.question(generator, i));
    CAPTURE(kind.name);
    REQUIRE(mean_recall(neighbours, questions, 10) >= 0.99);
    REQUIRE(mean_recall(neighbours, questions, 40) >= 0.99);
  }
}

TEST_CASE("the nearest are among the candidates at any width") {
  for (const size_t width : {1, 2, 3, 7, 8, 9, 15, 31, 63, 64, 65, 127, 130, 384, 1000}) {
    VectorGenerator generator(width);
    Neighbours neighbours;
    const int count = width < 400 ? 3000 : 2100;
    for (int i = 0; i < count; ++i) neighbours.add(generator.random(width));
    CAPTURE(width);
    REQUIRE(mean_recall(neighbours, random_questions(generator, width, 10), 10) >= 0.99);
  }
}

TEST_CASE("the widest vectors are found") {
  VectorGenerator generator(1);
  Neighbours neighbours;
  std::vector<Vector> vectors;
  for (int i = 0; i < 60; ++i) neighbours.add(generator.random(kMaxVectorWidth));
  REQUIRE(mean_recall(neighbours, random_questions(generator, kMaxVectorWidth, 3), 5) == 1);
}

TEST_CASE("small sets are found exactly, and all of them when asked for") {
  VectorGenerator generator(2);
  Neighbours neighbours;
  for (int count = 1; count < 60; ++count) {
    neighbours.add(generator.random(20));
    const Vector question = generator.random(20);
    for (const size_t k : {1, 5, 40, 1000}) REQUIRE(neighbours.recall(question, k) == 1);
    REQUIRE(neighbours.candidate_ids(question, 1000).size() == static_cast<size_t>(count));
  }
}

TEST_CASE("candidates are few where the codes can tell vectors apart") {
  VectorGenerator generator(3);
  Neighbours neighbours;
  for (int i = 0; i < kMany; ++i) neighbours.add(generator.random(kWidth));
  for (const Vector& question : random_questions(generator, kWidth, 20)) {
    const size_t count = neighbours.candidate_ids(question, 10).size();
    REQUIRE(count >= 10);
    REQUIRE(count <= 30);
  }
}

TEST_CASE("a filter that accepts few finds those, however many others are nearer") {
  VectorGenerator generator(4);
  Neighbours neighbours;
  const Vector question = generator.random(kWidth);
  for (int64_t id = 1; id <= kMany; ++id) {
    const bool rare = id % 500 == 250;
    const Vector vector = rare ? generator.random(kWidth) : generator.near(question, 0.1F);
    neighbours.put({id, id, rare ? 2U : 1U}, vector);
  }
  DocumentFilter filter;
  filter.groups = {false, false, true};
  REQUIRE(neighbours.candidate_ids(question, 10, filter) ==
          std::vector<int64_t>{250, 750, 1250, 1750, 2250, 2750, 3250, 3750});
  filter.since = 1000;
  filter.before = 2250;
  REQUIRE(neighbours.candidate_ids(question, 10, filter) == std::vector<int64_t>{1250, 1750});
  filter.before = 1000;
  REQUIRE(neighbours.candidate_ids(question, 10, filter).empty());
}

TEST_CASE("a filter that accepts many finds the nearest of those") {
  VectorGenerator generator(5);
  Neighbours neighbours;
  for (int64_t id = 1; id <= kMany; ++id) {
    neighbours.put({id, id, static_cast<uint32_t>(id % 3)}, generator.random(kWidth));
  }
  DocumentFilter filter;
  filter.groups = {true, false, true};
  const auto questions = random_questions(generator, kWidth, 20);
  REQUIRE(mean_recall(neighbours, questions, 10, filter) >= 0.99);
  for (const int64_t id : neighbours.candidate_ids(questions[0], 10, filter)) REQUIRE(id % 3 != 1);
}

TEST_CASE("of equal vectors the first in store order are found") {
  Neighbours neighbours;
  const Vector same = VectorGenerator(1).random(kWidth);
  for (int64_t id = 3000; id > 0; --id) {  // written in another order
    neighbours.put({id, 0, id == 2000 ? 0U : 1U}, same);
  }
  REQUIRE(neighbours.candidate_ids(same, 4) == std::vector<int64_t>{1, 2, 3, 2000});
}

TEST_CASE("candidates do not depend on the order of writes, removals and replacements") {
  VectorGenerator generator(6);
  std::vector<Vector> vectors;
  for (int i = 0; i < kMany; ++i) vectors.push_back(generator.near(centre(i % 20), 0.5F));
  Neighbours forth;
  Neighbours back;
  for (int64_t id = 0; id < kMany; ++id) forth.put({id, 0, 0}, vectors[static_cast<size_t>(id)]);
  for (int64_t id = kMany + 500; id-- > 0;) {
    const bool stays = id < kMany;
    back.put({id, 0, 0}, stays && id % 3 != 0 ? vectors[static_cast<size_t>(id)] : centre(1));
  }
  for (int64_t id = 0; id < kMany; id += 3) back.put({id, 0, 0}, vectors[static_cast<size_t>(id)]);
  for (int64_t id = kMany; id < kMany + 500; ++id) REQUIRE(back.remove(id));
  for (const Vector& question : random_questions(generator, kWidth, 30)) {
    REQUIRE(forth.candidate_ids(question, 10) == back.candidate_ids(question, 10));
  }
}

TEST_CASE("a removed vector is gone at once, and its id may come back") {
  VectorGenerator generator(8);
  Neighbours neighbours;
  for (int i = 0; i < 200; ++i) neighbours.add(generator.random(10));
  const Vector wanted = neighbours.entries.at(77).vector;
  const auto has = [&](int64_t id) {
    const auto ids = neighbours.candidate_ids(wanted, 1);
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  REQUIRE(has(77));
  REQUIRE(neighbours.remove(77));
  REQUIRE_FALSE(neighbours.remove(77));
  REQUIRE_FALSE(has(77));
  REQUIRE(neighbours.index.size() == 199);
  neighbours.put({77, 0, 0}, wanted);
  REQUIRE(has(77));
}

TEST_CASE("a known id is replaced, its time and category included") {
  VectorGenerator generator(9);
  Neighbours neighbours;
  for (int i = 0; i < 100; ++i) neighbours.add(generator.random(10));
  const Vector moved = generator.random(10);
  neighbours.put({50, 123, 4}, moved);
  REQUIRE(neighbours.index.size() == 100);
  DocumentFilter filter;
  filter.since = 123;
  filter.groups = {false, false, false, false, true};
  REQUIRE(neighbours.candidate_ids(moved, 100, filter) == std::vector<int64_t>{50});
  REQUIRE(neighbours.candidate_ids(moved, 100).size() == 100);
}

TEST_CASE("an index that grows and shrinks answers like a scan of what is there") {
  VectorGenerator generator(10);
  Neighbours neighbours;
  for (int step = 0; step < 6000; ++step) {
    const bool grow = (step / 1500) % 2 == 0;
    if (neighbours.entries.empty() || generator.below(4) < (grow ? 3U : 1U)) {
      neighbours.add(generator.random(24));
    } else {
      auto at = neighbours.entries.begin();
      std::advance(at, generator.below(static_cast<uint32_t>(neighbours.entries.size())));
      REQUIRE(neighbours.remove(at->first));
    }
    REQUIRE(neighbours.index.size() == neighbours.entries.size());
    if (step % 500 == 250) neighbours.index.compact();
    if (step % 60 == 0) REQUIRE(neighbours.recall(generator.random(24), 10) >= 0.9);
  }
}

TEST_CASE("memory is well under half of the floats, follows removals, and is given back") {
  VectorGenerator generator(11);
  Neighbours neighbours;
  for (int i = 0; i < 3000; ++i) neighbours.add(generator.random(384));
  const size_t full = neighbours.index.byte_size();
  REQUIRE(full < 3000 * 384 * sizeof(float) * 4 / 10);
  for (int64_t id = 1; id <= 2900; ++id) neighbours.remove(id);
  REQUIRE(neighbours.index.byte_size() < full / 10);
  neighbours.index.compact();
  REQUIRE(neighbours.index.byte_size() < full / 12);
  REQUIRE(neighbours.recall(generator.random(384), 10) == 1);
}

TEST_CASE("an empty index finds nothing, and takes any width next") {
  VectorIndex index;
  REQUIRE(index.width() == 0);
  REQUIRE(index.candidates(Vector{1, 2}, 10, {}, in_store_order).empty());
  REQUIRE_FALSE(index.remove(1));
  index.compact();
  index.put({1, 0, 0}, Vector{1, 2});
  REQUIRE(index.width() == 2);
  REQUIRE(index.candidates(Vector{1, 2}, 0, {}, in_store_order).empty());
  REQUIRE(index.remove(1));
  REQUIRE(index.width() == 0);
  index.put({2, 0, 0}, Vector{1, 2, 3});
  REQUIRE(index.width() == 3);
  REQUIRE(index.candidates(Vector{3, 2, 1}, 1, {}, in_store_order).size() == 1);
  index.clear();
  REQUIRE(index.size() == 0);
  REQUIRE(index.byte_size() == 0);
}

TEST_CASE("the groups that hold a vector are unmarked, and no others") {
  VectorIndex index;
  std::vector<bool> groups(4, true);
  index.unmark_groups(groups);
  REQUIRE(groups == std::vector<bool>{true, true, true, true});
  index.put({1, 0, 2}, Vector{1, 2});
  index.put({2, 0, 2}, Vector{1, 2});
  index.put({3, 0, 0}, Vector{1, 2});
  index.remove(3);
  index.unmark_groups(groups);
  REQUIRE(groups == std::vector<bool>{true, true, false, true});
}

// Both builds run this test, one with SIMD and one without: the numbers are those of either.
TEST_CASE("every build finds the same candidates") {
  uint32_t sum = 0;
  for (const Kind& kind : kKinds) {
    VectorGenerator generator(12);
    Neighbours neighbours;
    for (int i = 0; i < 2500; ++i) neighbours.add(kind.vector(generator, i));
    for (int i = 0; i < 10; ++i) {
      const auto ids = neighbours.candidate_ids(kind.question(generator, i), 10);
      sum = sum * 31 +
            hash_bytes({reinterpret_cast<const char*>(ids.data()), ids.size() * sizeof(int64_t)});
    }
  }
  REQUIRE(sum == 2201071547);
}

TEST_CASE("of those listed alone the nearest are found, known or not, few or all") {
  VectorGenerator generator(31);
  Neighbours neighbours;
  for (int i = 0; i < kMany; ++i) neighbours.add(generator.random(kWidth));
  for (const size_t share : {1, 3, 40, 900}) {
    std::vector<int64_t> ids = {-5};
    for (int64_t id = 1; id <= kMany; id += static_cast<int64_t>(share)) ids.push_back(id);
    for (int64_t id = 3; id < kMany; id += 7) neighbours.remove(id);
    ids.push_back(kMany + 1);
    DocumentFilter filter;
    filter.listed = &ids;
    CAPTURE(share);
    REQUIRE(mean_recall(neighbours, random_questions(generator, kWidth, 10), 10, filter) >= 0.99);
    for (const int64_t id : neighbours.candidate_ids(generator.random(kWidth), 10, filter)) {
      REQUIRE(std::find(ids.begin(), ids.end(), id) != ids.end());
    }
  }
  const std::vector<int64_t> none;
  DocumentFilter filter;
  filter.listed = &none;
  CHECK(neighbours.candidate_ids(generator.random(kWidth), 10, filter).empty());
}
