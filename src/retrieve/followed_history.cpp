// Tested by tests/evidence/catch_up_test.cpp and tests/engine_release_model_test.cpp.

#include "retrieve/followed_history.h"

#include <utility>

namespace loci {

Status FollowedHistory::mark(Store& store) {
  LOCI_TRY(store.journal().mark(store.revision(), mark_));
  if (store.all_vectors().damaged()) mark_.vector_revision = -1;
  return Ok{};
}

FollowedHistory::News FollowedHistory::news(Store& store) {
  const HistoryMark since = std::exchange(mark_, {});
  HistoryMark now;
  if (!store.journal().mark(since.revision, now).ok() || now.lineage != since.lineage) return {};
  return {false, now.vector_revision != since.vector_revision, store.revision() != since.revision};
}

}  // namespace loci
