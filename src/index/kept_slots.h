#pragma once

/// Which documents of an inverted index a store still has, after others wrote to it. A document's
/// id is the revision that wrote it, so what came stands behind all that is known, in the order in
/// which an index built afresh would have it; ids that rise in any other way belong to another
/// history.
///
/// Tested by tests/wiki and tests/evidence, with the faces that catch up by it.

#include <memory>

#include "index/inverted_index.h"

namespace loci {

class KeptSlots {
 public:
  /// `index` must outlive this, and stay as it is.
  explicit KeptSlots(const InvertedIndex& index)
      : index_(index),
        known_(index.slot_count()),
        last_id_(known_ == 0 ? 0 : index.document(known_ - 1).id),
        kept_(std::make_unique<bool[]>(known_ + 1)) {}

  /// The store has a document of this id.
  void see(int64_t id) {
    const Slot slot = index_.slot_of(id);
    kept_[slot] = true;
    if (slot == known_ && id <= last_id_) in_order_ = false;
  }

  /// Whether all that is new stands behind what is known. If not, the index must be built anew.
  bool in_order() const { return in_order_; }

  /// The last id that is known; 0 where none is.
  int64_t last_id() const { return last_id_; }

  /// By slot, for InvertedIndex::keep_only().
  const bool* slots() const { return kept_.get(); }

  /// Calls `visit` with the id of each document that is gone.
  template <typename Visit>
  void each_gone(Visit visit) const {
    for (Slot slot = 0; slot < known_; ++slot) {
      if (!kept_[slot]) visit(index_.document(slot).id);
    }
  }

 private:
  const InvertedIndex& index_;
  const Slot known_;
  const int64_t last_id_;
  std::unique_ptr<bool[]> kept_;  // the last is for what is new
  bool in_order_ = true;
};

}  // namespace loci
