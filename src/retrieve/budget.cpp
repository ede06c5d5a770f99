// Tested by tests/retrieve/budget_test.cpp.

#include "retrieve/budget.h"

namespace loci {

BudgetCut cut_to_budget(std::span<const uint64_t> tokens, std::optional<uint64_t> budget) {
  BudgetCut cut;
  for (const uint64_t cost : tokens) {
    const bool fits = !budget || cut.used + cost <= *budget;
    if (!fits && cut.kept > 0) break;
    if (!fits) cut.over_budget = true;
    cut.used += cost;
    ++cut.kept;
    if (!fits) break;
  }
  return cut;
}

}  // namespace loci
