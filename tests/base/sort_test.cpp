#include "base/sort.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <random>
#include <string>
#include <vector>

using namespace loci;

namespace {

/// So many numbers, many of them more than once.
std::vector<int> numbers(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<int> values(count);
  for (int& value : values) value = static_cast<int>(random() % (count + 1));
  return values;
}

}  // namespace

TEST_CASE("a range of any length is sorted, by `<` and by what is given") {
  for (size_t count = 0; count < 200; ++count) {
    std::vector<int> values = numbers(count, static_cast<uint32_t>(count));
    std::vector<int> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    heap_sort(values.begin(), values.end());
    REQUIRE(values == sorted);

    std::reverse(sorted.begin(), sorted.end());
    heap_sort(values.begin(), values.end(), [](int a, int b) { return a > b; });
    REQUIRE(values == sorted);
  }
}

TEST_CASE("elements that are moved are sorted, and none is lost") {
  std::vector<std::string> texts;
  for (const int value : numbers(100, 1))
    texts.push_back(std::string(40, 'x') + std::to_string(value));
  std::vector<std::string> sorted = texts;
  std::sort(sorted.begin(), sorted.end());
  heap_sort(texts.begin(), texts.end());
  CHECK(texts == sorted);
}
