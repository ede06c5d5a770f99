// How the indexes follow a store that others wrote to, without reading all of it again.
//
// An item's id is the revision that wrote it, and one that changes gets a new id. So comparing ids
// tells what went and what came, see index/kept_slots.h. The text of what went is gone: the index
// finds its postings by a pass over all, far cheaper than to read all texts again.
//
// Ids mean this within one history only. A store that was imported, or whose file was replaced, is
// indexed anew; so it is where anything of this fails.
//
// Tested by tests/engine_release_test.cpp and tests/engine_release_model_test.cpp.

#include <utility>

#include "index/kept_slots.h"
#include "wiki/wiki.h"

namespace loci {

// Damaged embeddings are met anew, as after an opening, if they are damaged still.
Status Wiki::mark() {
  LOCI_TRY(store_.journal().mark(store_.revision(), mark_));
  if (embeddings_.vectors().damaged()) mark_.vector_revision = -1;
  return Ok{};
}

Status Wiki::catch_up() {
  Status done = follow_history();
  if (!done.ok()) done = rebuild();
  LoadedVectors& vectors = embeddings_.vectors();
  if (vectors.is_too_large()) vectors.compact();  // tries again, as after an opening
  return done;
}

Status Wiki::follow_history() {
  const HistoryMark since = std::exchange(mark_, {});
  HistoryMark now;
  LOCI_TRY(store_.journal().mark(since.revision, now));
  if (now.lineage != since.lineage) return rebuild();
  if (now.vector_revision != since.vector_revision) embeddings_.vectors().unload();
  return store_.revision() == since.revision ? Ok{} : follow_others();
}

Status Wiki::follow_others() {
  KeptSlots kept(index_);
  LOCI_TRY(store_.items().each_id([&](int64_t id) { kept.see(id); }));
  if (!kept.in_order()) return rebuild();
  // Vectors that cannot be read are loaded, and told of, when a question needs them.
  kept.each_gone([&](int64_t id) {
    (void)embeddings_.vectors().follow(id, 0);
    sequences_.remove(id);
  });
  index_.keep_only(kept.slots());
  Slot slot = index_.slot_count();
  LOCI_TRY(index_after(kept.last_id()));
  for (; slot < index_.slot_count(); ++slot) {
    (void)embeddings_.vectors().follow(0, index_.document(slot).id);
  }
  return Ok{};
}

Status Wiki::index_after(int64_t id) {
  LOCI_TRY(store_.items().scan(id, [this](const ItemText& item) -> Status {
    index_item(item);
    return Ok{};
  }));
  buffer_ = {};
  return Ok{};
}

}  // namespace loci
