#include "retrieve/vector_search.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>

#include "index/inverted_index.h"
#include "index/vector.h"
#include "support/plain_vectors.h"

using namespace loci;
using namespace loci::test;

namespace {

struct Found {
  int64_t id;
  double cosine;
  bool operator==(const Found&) const = default;
};

// Documents without words, numbered from 1; document `id` was written at 10 * id.
struct Library {
  InvertedIndex documents{Bm25Parameters{}};
  PlainVectors vectors;

  void add(const Vector& vector, const char* category = "c") {
    const int64_t id = documents.slot_count() + 1;
    const Document document = {id, id * 10, documents.intern_category(category)};
    documents.append(document, {});
    vectors.put(document, vector);
  }

  std::vector<Found> search(const Vector& query, size_t k, const DocumentFilter& filter = {}) {
    const auto found = find_nearest(documents, vectors, vectors.codes(), query, k, filter);
    REQUIRE(found.ok());
    std::vector<Found> result;
    for (const auto& [slot, cosine] : found.value()) {
      result.push_back({documents.document(slot).id, cosine});
    }
    return result;
  }
};

Vector random_vector(std::mt19937& random, size_t width) {
  std::normal_distribution<float> normal;
  Vector vector(width);
  for (float& number : vector) number = normal(random);
  return vector;
}

// All of them measured and sorted.
std::vector<Found> plain_search(const PlainVectors& vectors, const Vector& query, size_t k) {
  std::vector<Found> all;
  for (const auto& [id, vector] : vectors.all()) {
    const double value = cosine(query, norm_of(query), vector, norm_of(vector));
    if (value > 0) all.push_back({id, value});
  }
  std::sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
    return a.cosine != b.cosine ? a.cosine > b.cosine : a.id < b.id;
  });
  if (all.size() > k) all.resize(k);
  return all;
}

}  // namespace

TEST_CASE("what points the other way, or aside, is not found") {
  Library library;
  library.add({1, 0});
  library.add({-1, 0});
  library.add({3, 4});
  library.add({0, 5});
  const auto found = library.search({2, 0}, 10);
  REQUIRE(found.size() == 2);
  CHECK(found[0] == Found{1, 1});
  CHECK(found[1].id == 3);
  CHECK(found[1].cosine == Catch::Approx(0.6).epsilon(1e-15));
}

TEST_CASE("length does not count, however large or small") {
  Library library;
  library.add({1e38f, 1e38f});
  library.add({1e-45f, 1e-45f});
  library.add({1, 1});
  for (const Vector& query : {Vector{1e38f, 1e38f}, Vector{1e-40f, 1e-40f}, Vector{2, 2}}) {
    const auto found = library.search(query, 10);
    REQUIRE(found.size() == 3);
    for (const Found& item : found) CHECK(item.cosine == Catch::Approx(1).epsilon(1e-15));
  }
}

TEST_CASE("equal cosines come in store order, and k cuts there") {
  Library library;
  library.add({1, 1}, "b");
  library.add({2, 2}, "a");
  library.add({1, 1}, "a");
  library.add({4, 4}, "A");
  const std::vector<int64_t> order = {4, 2, 3, 1};
  for (size_t k : {0, 1, 2, 3, 4, 9}) {
    const auto found = library.search({1, 1}, k);
    REQUIRE(found.size() == std::min(k, order.size()));
    for (size_t i = 0; i < found.size(); ++i) CHECK(found[i].id == order[i]);
  }
}

TEST_CASE("what the filter refuses takes no place") {
  Library library;
  for (int id = 1; id <= 200; ++id) library.add({1, 0.001f * id});
  DocumentFilter filter;
  filter.since = 1500;
  filter.before = 1520;
  const auto found = library.search({1, 0}, 5, filter);
  REQUIRE(found.size() == 2);
  CHECK(found[0].id == 150);
  CHECK(found[1].id == 151);
}

TEST_CASE("what cannot be read is left out") {
  Library library;
  for (int id = 1; id <= 5; ++id) library.add({1, 0.1f * id});
  library.vectors.unreadable = {1, 4};
  std::vector<int64_t> ids;
  for (const Found& item : library.search({1, 0}, 9)) ids.push_back(item.id);
  CHECK(ids == std::vector<int64_t>{2, 3, 5});
}

TEST_CASE("cosines are those of the stored vectors, to the last bit") {
  std::mt19937 random(11);
  Library library;
  for (int id = 1; id <= 300; ++id) library.add(random_vector(random, 48));
  for (int round = 0; round < 20; ++round) {
    const Vector query = random_vector(random, 48);
    const auto expected = plain_search(library.vectors, query, 10);
    const auto found = library.search(query, 10);
    // The index proposes by codes, so one of many may be missed; what is found is exact.
    size_t same = 0;
    for (const Found& item : found) {
      same += std::find(expected.begin(), expected.end(), item) != expected.end();
    }
    CHECK(found.size() == expected.size());
    CHECK(same + 1 >= expected.size());
  }
}
