// How the index follows a store that others wrote to, as that of evidence does: see
// evidence/catch_up.cpp. Places and dates may change under a drawer's id, so the fields of all are
// read.
//
// Tested by tests/palace/palace_test.cpp and tests/engine_release_model_test.cpp.

#include "palace/palace.h"

namespace loci {

Status Palace::mark() { return history_.mark(store_); }

void Palace::catch_up() {
  const FollowedHistory::News news = history_.news(store_);
  if (news.vectors) index_.forget_vectors();
  if (news.is_other || (news.revisions && !index_.follow_others().ok())) index_.forget();
  for (LoadedVectors* vectors : {&index_.drawer_vectors(), &index_.closet_vectors()}) {
    if (vectors->is_too_large()) vectors->compact();  // tries again, as after an opening
  }
}

}  // namespace loci
