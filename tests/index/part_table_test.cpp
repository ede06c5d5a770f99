#include "index/part_table.h"

#include <catch_amalgamated.hpp>
#include <cmath>

using namespace loci;

TEST_CASE("the table gives term_part inside and outside its range, for each average it is fit to") {
  PartTable table;
  for (const double average : {1.0, 20.0, 20.5, 20.0}) {
    const Bm25 bm25({}, 7, average);
    table.fit(bm25);
    for (const uint32_t tf : {1u, 2u, 4u, 5u, 300u}) {
      for (const uint32_t length : {0u, 1u, 17u, 255u, 256u, 1'000'000u}) {
        REQUIRE(table.part(tf, length) == static_cast<float>(bm25.term_part(tf, length)));
      }
    }
  }
}

TEST_CASE("parts of broken frequencies are off by less than six roundings") {
  PartTable table;
  for (const double average : {1.0, 20.5, 300.0}) {
    const Bm25 bm25({}, 7, average);
    table.fit(bm25);
    for (const float tf : {1.0F / 16, 1.0F, 1.75F, 40.0F, 262'143.9375F}) {
      for (const uint32_t length : {0u, 1u, 17u, 255u, 256u, 1'000'000u}) {
        const double part = bm25.term_part(tf, length);
        REQUIRE(std::abs(table.part_of(tf, length) - part) < 6 * 0x1p-24 * part);
      }
    }
  }
}
