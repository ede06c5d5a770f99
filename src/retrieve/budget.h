#pragma once

/// Cuts a ranked list to a token budget.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace loci {

struct BudgetCut {
  size_t kept = 0;           // the first so many entries
  uint64_t used = 0;         // their tokens
  bool over_budget = false;  // the first entry alone exceeds the budget, and is kept all the same
};

/// The longest prefix of `tokens` whose sum stays within `budget` (no budget keeps all). The first
/// entry is always kept: an answer that is too long serves better than none.
BudgetCut cut_to_budget(std::span<const uint64_t> tokens, std::optional<uint64_t> budget);

}  // namespace loci
