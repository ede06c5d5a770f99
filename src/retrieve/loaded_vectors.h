#pragma once

/// The index over the vectors of one table of the store. It is loaded when a search first needs it,
/// and follows every write from then on.
///
/// Where stored vectors are damaged they count as absent: see store/vector_table.h. Where memory
/// does not suffice for the index, there is none, and questions are answered by words.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"
#include "index/inverted_index.h"
#include "index/vector_index.h"
#include "retrieve/query_embedding.h"
#include "retrieve/vector_source.h"
#include "store/store.h"

namespace loci {

/// Knows the documents that vectors belong to.
class DocumentSource {
 public:
  /// What the vector with this id belongs to, with this id; none where it is gone.
  virtual std::optional<Document> document_of(int64_t id) const = 0;

 protected:
  ~DocumentSource() = default;
};

/// The documents of an inverted index, by their own ids.
class IndexedDocuments final : public DocumentSource {
 public:
  /// `index` must outlive this.
  explicit IndexedDocuments(const InvertedIndex& index) : index_(index) {}
  std::optional<Document> document_of(int64_t id) const override;

 private:
  const InvertedIndex& index_;
};

class LoadedVectors final : public VectorSource {
 public:
  /// Which table of the store: `&Store::vectors`, for example. Tables come and go with a store's
  /// suspension, so it is asked for anew each time.
  using TableOf = VectorTable& (Store::*)();

  /// `store` and `documents` must outlive this.
  LoadedVectors(Store& store, TableOf table, const DocumentSource& documents)
      : store_(store), table_(table), documents_(documents) {}

  /// Lets the index follow a write: the vector of `gone` goes, and what the store has of `came`
  /// comes. 0: none. Where that cannot be read the index is forgotten, and an open transaction may
  /// have ended.
  Status follow(int64_t gone, int64_t came);

  /// Forgets the index, which is loaded anew when it is needed.
  void unload();

  /// Makes the index as small as its contents; one that had no room may try again.
  void compact();
  /// Whether the index had no room.
  bool is_too_large() const { return is_too_large_; }
  /// What the index takes of memory; 0 before it is loaded.
  size_t byte_size() const { return index_.size() == 0 ? 0 : index_.byte_size(); }

  /// Looks what the store says of its vectors. Call it before a search asks.
  Status look();

  /// What the store said then.
  const VectorStamp& stamp() const { return stamp_; }

  Result<VectorIndex*> index() override;
  bool damaged() const override { return table().damaged(); }
  Result<bool> read(int64_t id, std::vector<float>& out) override;
  Status scan(Visit visit) override;
  std::string_view model() const override { return stamp_.model; }
  size_t width() const override { return damaged() ? 0 : stamp_.width; }

 private:
  VectorTable& table() const { return (store_.*table_)(); }
  Status load();
  Status growing(FunctionRef<Status()> work);

  Store& store_;
  TableOf table_;
  const DocumentSource& documents_;
  VectorIndex index_;
  VectorStamp stamp_;  // as of look()
  bool loaded_ = false;
  bool is_too_large_ = false;
};

/// The vectors of `source` to search by an embedding, after a look at what the store says of them;
/// nullptr, and why, as by usable_vectors(), also where there are none.
Result<const VectorIndex*> find_vectors(LoadedVectors& source, const QueryEmbedding& embedding,
                                        EmbeddingReason& reason);

}  // namespace loci
