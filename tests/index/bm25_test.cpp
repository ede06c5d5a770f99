#include "index/bm25.h"

#include <catch_amalgamated.hpp>
#include <cmath>

using Catch::Approx;
using loci::Bm25;

TEST_CASE("BM25 follows its formula") {
  const Bm25 bm25({1.5, 0.75}, 10, 8);
  REQUIRE(bm25.idf(3) == Approx(std::log(1 + (10 - 3 + 0.5) / (3 + 0.5))).epsilon(1e-14));
  REQUIRE(bm25.term_part(2, 12) ==
          Approx(2 * 2.5 / (2 + 1.5 * (1 - 0.75 + 0.75 * 12 / 8.0))).epsilon(1e-14));
}

TEST_CASE("BM25 is finite and positive at its edges") {
  const Bm25 alone({}, 1, 1);
  REQUIRE(alone.idf(1) > 0);  // a term in every document, N = 1
  REQUIRE(std::isfinite(alone.term_part(1, 1)));
  const Bm25 empty({}, 0, 0);  // no document, no average
  REQUIRE(std::isfinite(empty.idf(0)));
  REQUIRE(std::isfinite(empty.term_part(1, 0)));
  REQUIRE(alone.term_part(4'000'000'000u, 4'000'000'000u) < 2.5);
}

TEST_CASE("a term's part grows with frequency and average length, and falls with length") {
  const Bm25 bm25({}, 100, 20);
  const Bm25 longer({}, 100, 21);
  for (uint32_t tf = 1; tf < 20; ++tf) {
    for (uint32_t length = 1; length < 200; length += 7) {
      REQUIRE(bm25.term_part(tf + 1, length) > bm25.term_part(tf, length));
      REQUIRE(bm25.term_part(tf, length + 1) < bm25.term_part(tf, length));
      REQUIRE(longer.term_part(tf, length) > bm25.term_part(tf, length));
    }
  }
}

TEST_CASE("the reference keeps the parameters of BM25 that it is compared by") {
  CHECK(bm25_parameters(loci::Profile::kReference).k1 == 1.5);
  CHECK(bm25_parameters(loci::Profile::kReference).b == 0.75);
  CHECK(bm25_parameters(loci::Profile::kDefault).k1 != 1.5);
}
