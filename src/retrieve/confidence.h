#pragma once

/// How surely a memory covers a question, by its words: whether what was found is what was asked
/// for, or only the nearest there is.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/function_ref.h"
#include "index/best_slots.h"

namespace loci {

/// The confidence looks at so many of the best.
inline constexpr size_t kConfidenceCandidates = 20;

/// Of the curve from evidence to confidence, see confidence.cpp.
inline constexpr double kConfidenceSlope = 8.5;
inline constexpr double kConfidenceMidpoint = 0.32;

/// In [0, 1]: 0 where nothing was found, about 0.5 where it is as likely as not that the memory
/// covers the question. `best` are the documents found, in the order of ranks by their own BM25,
/// at least kConfidenceCandidates if there are so many; `coverage` says how much of the query one
/// of them holds, in [0, 1], and `documents` how many the memory has. Grows with the coverage of
/// the best and with its lead over the others.
double confidence(std::span<const ScoredSlot> best, FunctionRef<double(Slot slot)> coverage,
                  uint32_t documents);

}  // namespace loci
