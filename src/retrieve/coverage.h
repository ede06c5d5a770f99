#pragma once

/// How much of a question a text holds.

#include <vector>

#include "base/function_ref.h"
#include "retrieve/query.h"

namespace loci {

/// The share of the query's terms that count (QueryTerm::counts()) for which `holds` says true, in
/// [0, 1]; 0 where none counts. `holds` gets the place of a term in `query`. (The reference profile
/// knows content words alone, so all its terms count.)
double coverage(const std::vector<QueryTerm>& query, FunctionRef<bool(size_t term)> holds);

}  // namespace loci
