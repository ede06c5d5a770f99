// Tested by tests/retrieve/coverage_test.cpp.

#include "retrieve/coverage.h"

namespace loci {

double coverage(const std::vector<QueryTerm>& query, FunctionRef<bool(size_t term)> holds) {
  size_t countable = 0;
  size_t held = 0;
  for (size_t i = 0; i < query.size(); ++i) {
    if (!query[i].counts()) continue;
    ++countable;
    held += holds(i);
  }
  return countable == 0 ? 0 : static_cast<double>(held) / static_cast<double>(countable);
}

}  // namespace loci
