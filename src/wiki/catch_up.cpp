// How the indexes follow a store that others wrote to, without reading all of it again.
//
// An item's id is the revision that wrote it, and one that changes gets a new id. So comparing ids
// tells what went and what came; ids rise, so what came stands behind all that is known, in the
// order in which an index built afresh would have it. The text of what went is gone: the index
// finds its postings by a pass over all, far cheaper than to read all texts again.
//
// Ids mean this within one history only. A store that was imported, or whose file was replaced, is
// indexed anew; so it is where anything of this fails.
//
// Tested by tests/engine_release_test.cpp and tests/engine_release_model_test.cpp.

#include "wiki/wiki.h"

namespace loci {
namespace {

// Finds what of an index is in a store no more.
class Comparison {
 public:
  explicit Comparison(const InvertedIndex& index) : index_(index), kept_(index.slot_count()) {}

  void see(int64_t id) {
    const Slot slot = index_.slot_of(id);
    if (slot < kept_.size()) {
      kept_[slot] = true;
    } else if (id <= last_id()) {
      one_history_ = false;
    }
  }

  /// Whether ids rise from what is known to what is not.
  bool one_history() const { return one_history_; }

  int64_t last_id() const { return kept_.empty() ? 0 : index_.document(slot_count() - 1).id; }

  std::vector<int64_t> gone() const {
    std::vector<int64_t> ids;
    for (Slot slot = 0; slot < slot_count(); ++slot) {
      const int64_t id = index_.document(slot).id;
      if (!kept_[slot] && index_.slot_of(id) == slot) ids.push_back(id);
    }
    return ids;
  }

 private:
  Slot slot_count() const { return static_cast<Slot>(kept_.size()); }

  const InvertedIndex& index_;
  std::vector<bool> kept_;  // by slot
  bool one_history_ = true;
};

}  // namespace

// Damaged embeddings are met anew, as after an opening, if they are damaged still.
Result<HistoryMark> Wiki::mark() {
  auto mark = store_.journal().mark(store_.revision());
  if (mark.ok() && embeddings_.damaged()) mark.value().vector_revision = -1;
  return mark;
}

Status Wiki::catch_up(const HistoryMark& since) {
  Status done = follow_since(since);
  if (!done.ok()) done = rebuild();
  if (embeddings_.is_too_large()) embeddings_.compact();  // tries again, as after an opening
  return done;
}

Status Wiki::follow_since(const HistoryMark& since) {
  LOCI_ASSIGN(now, store_.journal().mark(since.revision));
  if (now.lineage != since.lineage) return rebuild();
  if (now.vector_revision != since.vector_revision) embeddings_.unload();
  return store_.revision() == since.revision ? Ok{} : follow_others();
}

Status Wiki::follow_others() {
  Comparison comparison(index_);
  LOCI_TRY(store_.items().each_id([&](int64_t id) { comparison.see(id); }));
  if (!comparison.one_history()) return rebuild();
  const int64_t last_id = comparison.last_id();
  const std::vector<int64_t> gone = comparison.gone();
  if (!gone.empty()) index_.remove_unread(gone);
  const Slot known = index_.slot_count();
  LOCI_TRY(index_after(last_id));
  // Vectors that cannot be read are loaded, and told of, when a question needs them.
  for (const int64_t id : gone) (void)embeddings_.follow(id, 0);
  for (Slot slot = known; slot < index_.slot_count(); ++slot) {
    (void)embeddings_.follow(0, index_.document(slot).id);
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
