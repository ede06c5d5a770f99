#pragma once

/// The coverage of the best items of a wiki: what their best stretches hold of a question.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "index/best_slots.h"
#include "retrieve/lexical_search.h"
#include "wiki/retriever.h"

namespace loci {

/// Of so many of the best by their own BM25 the coverage counts, for `limit` hits.
constexpr size_t stretch_candidates(size_t limit) {
  if (limit == 0) return 0;
  return std::max<size_t>(15, 3 * std::min<size_t>(limit, 43) / 2);  // at most 64
}

/// What a short text holds stands close together anyway, and its BM25 says so. So of the coverage
/// the share counts by which a text is longer than this: max(0, 1 - 16 / tokens). Fitted as the
/// weight of coverage was (retrieve/best_stretch.h): without it single turns of LoCoMo's
/// conversations are found less often, 0.646 against 0.651; from 12 to 20 makes no difference
/// beyond noise.
inline constexpr uint32_t kToldByScore = 16;

/// Texts are read up to these bounds, in bytes of UTF-8, of name and content.
inline constexpr size_t kStretchBytesOfText = 16 << 10;
inline constexpr size_t kStretchBytesOfQuery = 64 << 10;

/// BestStretch of the first stretch_candidates(limit) of `best`, which are in the order of ranks,
/// each times its share.
///
/// A text of more than 32 tokens that holds several terms of the question is read, name first, then
/// content. One that is beyond a bound, or does not fit into what earlier ones left of the query's,
/// counts as if all that it holds stood in one stretch: so being long costs it no place among those
/// that are read. An item that cannot be read is an error, as where hits are read.
Result<std::vector<double>> read_stretches(const LexicalSearch& lexical,
                                           std::span<const ScoredSlot> best, size_t limit,
                                           const RetrieveSources& sources);

}  // namespace loci
