#include "retrieve/budget.h"

#include <catch_amalgamated.hpp>
#include <limits>
#include <vector>

using namespace loci;

namespace {

struct Case {
  std::optional<uint64_t> budget;
  size_t kept;
  uint64_t used;
  bool over_budget;
};

void require_cuts(const std::vector<uint64_t>& tokens, const std::vector<Case>& cases) {
  for (const auto& [budget, kept, used, over_budget] : cases) {
    INFO("budget " << (budget ? std::to_string(*budget) : "none"));
    const BudgetCut cut = cut_to_budget(tokens, budget);
    CHECK(cut.kept == kept);
    CHECK(cut.used == used);
    CHECK(cut.over_budget == over_budget);
  }
}

}  // namespace

TEST_CASE("the budget keeps the longest prefix that fits, and always the first entry") {
  require_cuts({51, 2}, {{0, 1, 51, true},
                         {1, 1, 51, true},
                         {5, 1, 51, true},
                         {50, 1, 51, true},
                         {51, 1, 51, false},
                         {52, 1, 51, false},
                         {53, 2, 53, false},
                         {std::nullopt, 2, 53, false}});
}

TEST_CASE("what does not fit ends the list, though later entries might fit") {
  require_cuts({5, 10, 1}, {{8, 1, 5, false}, {15, 2, 15, false}, {16, 3, 16, false}});
}

TEST_CASE("entries without tokens cost nothing") {
  require_cuts({0, 0, 3}, {{0, 2, 0, false}, {3, 3, 3, false}});
}

TEST_CASE("nothing to cut is no trouble, nor is the largest budget") {
  require_cuts({}, {{0, 0, 0, false}, {std::nullopt, 0, 0, false}});
  require_cuts({7, 7}, {{std::numeric_limits<uint64_t>::max(), 2, 14, false}});
}
