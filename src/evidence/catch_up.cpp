// How the index follows a store that others wrote to, without reading all of it again: by ids, see
// index/kept_slots.h. Dates may change under an id, so all are read; what an event mentions is in
// the store alone. Where another history is found, or anything fails, the index is forgotten, and
// loaded anew when a search needs it.
//
// Tested by tests/evidence/catch_up_test.cpp and tests/engine_release_model_test.cpp.

#include "evidence/evidence.h"

namespace loci {

Status Evidence::mark() { return history_.mark(store_); }

bool Evidence::catch_up() {
  const FollowedHistory::News news = history_.news(store_);
  if (news.vectors) index_.forget_vectors();
  if (news.is_other || (news.revisions && !index_.follow_others().ok())) index_.forget();
  for (LoadedVectors* vectors : {&index_.summary_vectors(), &index_.chunk_vectors()}) {
    if (vectors->is_too_large()) vectors->compact();  // tries again, as after an opening
  }
  return !news.is_other;
}

}  // namespace loci
