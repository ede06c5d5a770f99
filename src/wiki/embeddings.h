#pragma once

/// The embeddings of a wiki's items: what becomes of one when its item is written. The index over
/// them is that of retrieve/loaded_vectors.h.
///
/// Where stored embeddings are damaged, they count as absent and texts are written without them.

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "index/inverted_index.h"
#include "retrieve/embedding_rules.h"
#include "retrieve/loaded_vectors.h"
#include "store/item.h"
#include "store/store.h"

namespace loci {

/// The text of an item that has an id.
OwnedText owned_text(const Item& item);

class Embeddings {
 public:
  /// Both must outlive this. `documents` holds the items of the store.
  Embeddings(Store& store, const InvertedIndex& documents)
      : store_(store), documents_(documents), vectors_(store, &Store::vectors, documents_) {}

  /// Keeps, moves, replaces or drops the embedding of an item that has been written: one whose name
  /// and content stay the same keeps it, unless another is `given`. Only inside a transaction, as
  /// all that writes. Errors, which name
  /// the item: those of check_embedding().
  Status item_written(const std::optional<Item>& before, const Item& item,
                      const std::optional<Embedding>& given);
  Status item_removed(int64_t id) { return store_.vectors().remove(id); }

  /// The index over them, to search and to let follow.
  LoadedVectors& vectors() { return vectors_; }
  const LoadedVectors& vectors() const { return vectors_; }

 private:
  Store& store_;
  IndexedDocuments documents_;
  LoadedVectors vectors_;
};

}  // namespace loci
