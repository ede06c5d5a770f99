#pragma once

/// Which events a search may find: those that pass its filters and were not delivered before.

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "evidence/cursors.h"
#include "evidence/event_index.h"
#include "store/store.h"

namespace loci {

/// A set of events, by their numbers in an EventIndex. It is no longer valid when that has changed.
struct Pool {
  std::vector<bool> events;
  bool is_empty = true;
  bool is_whole = false;        // it is every event there is
  bool had_others = false;      // events that pass the filters, and were taken out
  std::vector<bool> others;     // those, where there are any
  uint32_t missing_chunks = 0;  // events in it whose chunks are missing
};

/// What a pool is cut from.
struct PoolSource {
  Store& store;
  const EventIndex& index;
};

/// Marks in `events`, which has a place for each, those that mention one at least of these
/// entities, given by their rows.
Status mark_mentions(std::span<const int64_t> entities, PoolSource source,
                     std::vector<bool>& events);

/// The events that mention everything the question asks for and were written when it says, and
/// that are in `among` (empty: all); without those whose ids stand in `without`.
Status choose_pool(const Question& question, const std::vector<bool>& among,
                   std::span<const int64_t> without, PoolSource source, Pool& pool);

/// The `k` newest of these events, the newest first, undated ones last, ties in the order of
/// storing.
std::vector<uint32_t> newest_of(const std::vector<bool>& events, size_t k, const EventIndex& index);

}  // namespace loci
