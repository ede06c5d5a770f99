#pragma once

/// By how much closets bring the drawers of their files nearer: a signal, never a gate.

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "palace/candidate.h"
#include "palace/scope.h"
#include "palace/searcher.h"

namespace loci {

/// Fills in the boosts of candidates that have a distance. Where no closet has a usable vector all
/// are 0. request.embedding is there. See SPEC 5, step 3.
Status boost_by_closets(const PalaceRequest& request, const Scope& scope,
                        const PalaceSources& sources, std::vector<PalaceCandidate>& pool);

}  // namespace loci
