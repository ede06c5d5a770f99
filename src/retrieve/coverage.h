#pragma once

/// How much of a question a text holds.

#include <vector>

#include "base/function_ref.h"
#include "retrieve/query.h"

namespace loci {

/// The share of the query's countable terms that `holds` says true for, in [0, 1]; 0 where none
/// counts. Countable are words and identifiers; what is asked for as a part of an identifier alone
/// is not. `holds` gets the place of a term in `query`. (The reference profile knows words alone,
/// so all its terms count.)
double coverage(const std::vector<QueryTerm>& query, FunctionRef<bool(size_t term)> holds);

}  // namespace loci
