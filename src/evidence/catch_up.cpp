// How the index follows a store that others wrote to, without reading all of it again: by ids, see
// index/kept_slots.h. Dates may change under an id, so all are read; what an event mentions is in
// the store alone. Where another history is found, or anything fails, the index is forgotten, and
// loaded anew when a search needs it.
//
// Tested by tests/evidence/catch_up_test.cpp and tests/engine_release_model_test.cpp.

#include <utility>

#include "evidence/evidence.h"

namespace loci {

// Damaged vectors are met anew, as after an opening, if they are damaged still.
Status Evidence::mark() {
  LOCI_TRY(store_.journal().mark(store_.revision(), mark_));
  if (store_.all_vectors().damaged()) mark_.vector_revision = -1;
  return Ok{};
}

bool Evidence::catch_up() {
  const HistoryMark since = std::exchange(mark_, {});
  HistoryMark now;
  const bool is_same =
      store_.journal().mark(since.revision, now).ok() && now.lineage == since.lineage;
  if (!is_same || !follow_history(since, now).ok()) index_.forget();
  for (LoadedVectors* vectors : {&index_.summary_vectors(), &index_.chunk_vectors()}) {
    if (vectors->is_too_large()) vectors->compact();  // tries again, as after an opening
  }
  return is_same;
}

Status Evidence::follow_history(const HistoryMark& since, const HistoryMark& now) {
  if (now.vector_revision != since.vector_revision) index_.forget_vectors();
  return store_.revision() == since.revision ? Ok{} : index_.follow_others();
}

}  // namespace loci
