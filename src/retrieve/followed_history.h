#pragma once

/// Where in a store's history an index stands, while the store is given up for others to write to.
/// Ids mean the same within one history alone: see index/kept_slots.h.

#include "store/journal_table.h"
#include "store/store.h"

namespace loci {

class FollowedHistory {
 public:
  /// Remembers this point. Not inside a transaction. Damaged vectors are met anew by the next
  /// news(), as after an opening, if they are damaged still.
  Status mark(Store& store);

  struct News {
    bool is_other = true;   // the store has another history, or nothing was marked
    bool vectors = true;    // vectors were written without their texts, or were damaged
    bool revisions = true;  // anything was written
  };

  /// What happened since mark(), which holds for once.
  News news(Store& store);

 private:
  HistoryMark mark_;  // its lineage is empty without a mark
};

}  // namespace loci
