#pragma once

/// The embeddings of a wiki's items: which may stand beside each other, what becomes of one when
/// its item is written, and the index over them. That is loaded from the store when a retrieval
/// first needs it, and follows every write from then on.
///
/// Where stored embeddings are damaged, they count as absent and texts are written without them:
/// see store/vector_table.h. Where memory does not suffice for the index, there is none.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "index/inverted_index.h"
#include "index/vector_index.h"
#include "retrieve/vector_source.h"
#include "store/item.h"
#include "store/store.h"

namespace loci {

/// An embedding that was handed in. Its numbers are the caller's, and may be anything.
struct Embedding {
  std::span<const float> vector;
  std::string_view model;  // that made it; empty: not said, and fits all
};

/// Whether an embedding may stand beside those stored. Errors, which begin with `what` and name
/// both sides: `invalid_vector`; `model_mismatch` where they are of another model;
/// `dimension_mismatch` where they are of another width.
Status check_embedding(std::string_view what, const Embedding& embedding,
                       const VectorStamp& stored);

class Embeddings final : public VectorSource {
 public:
  /// Both must outlive this. `documents` holds the items of the store.
  Embeddings(Store& store, const InvertedIndex& documents) : store_(store), documents_(documents) {}

  /// Keeps, moves, replaces or drops the embedding of an item that has been written: one whose name
  /// and content stay the same keeps it, unless another is `given`. Only inside a transaction, as
  /// all that writes. Errors: those of put().
  Status item_written(const std::optional<Item>& before, const Item& item,
                      const std::optional<Embedding>& given);
  Status item_removed(int64_t id) { return store_.vectors().remove(id); }

  /// Stores an embedding for an item, in place of one it may have. Errors, which name the item:
  /// those of check_embedding().
  Status put(const Item& item, const Embedding& embedding);

  /// Drops all, and what they were stamped with; how many could be read.
  Result<int64_t> clear();

  /// Lets the index follow a write: what was known of the item `gone` goes, and what the store has
  /// of the item `came` comes. 0: none. Where that cannot be read the index is forgotten, and an
  /// open transaction may have ended.
  Status follow(int64_t gone, int64_t came);

  /// Forgets the index, which is loaded anew when it is needed.
  void unload();

  /// Makes the index as small as its contents; one that had no room may try again.
  void compact();
  /// Whether the index had no room. Questions are answered by words then.
  bool is_too_large() const { return is_too_large_; }
  /// What the index takes of memory; 0 before it is loaded.
  size_t byte_size() const { return index_.size() == 0 ? 0 : index_.byte_size(); }

  /// Looks what the store says of its embeddings. Call it before a retrieval asks.
  Status look();

  /// What the store said then.
  const VectorStamp& stamp() const { return stamp_; }

  Result<VectorIndex*> index() override;
  bool damaged() const override { return store_.vectors().damaged(); }
  Result<bool> read(int64_t id, std::vector<float>& out) override;
  std::string_view model() const override { return stamp_.model; }
  size_t width() const override { return damaged() ? 0 : stamp_.width; }

 private:
  Status load();
  Status growing(FunctionRef<Status()> work);
  void index_vector(int64_t id, std::span<const float> vector);

  Store& store_;
  const InvertedIndex& documents_;
  VectorIndex index_;
  VectorStamp stamp_;  // as of look()
  bool loaded_ = false;
  bool is_too_large_ = false;
};

}  // namespace loci
