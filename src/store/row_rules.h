#pragma once

/// What rows of a store must be, beyond what SQLite's own check can know. check() finds what breaks
/// a rule, and repair() cures it.

#include <cstdint>
#include <span>

namespace loci {

/// Rows of `table`, from format `since` on, that are `broken`. `finding` is an expression that says
/// it of a row, `cure` what to do about all of them, up to the condition.
struct RowRule {
  int64_t since;
  const char* table;
  const char* finding;
  const char* broken;
  const char* cure = nullptr;  // null: the row goes
};

/// In this order a cure leaves nothing that an earlier rule would find.
std::span<const RowRule> row_rules();

/// Where a table holds JSON, of which SQLite here knows nothing: `sql` gives the id and the text,
/// and the finding is `what`, id, `finding`. `cure` takes the id.
struct JsonRule {
  int64_t since;
  const char* sql;
  const char* what;
  const char* finding;
  const char* cure;
};

std::span<const JsonRule> json_rules();

}  // namespace loci
