#pragma once

/// The embeddings of all faces, a table for each kind of text, and what they share: all are of one
/// width and of one model, whatever the face.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/connection.h"
#include "store/vector_table.h"

namespace loci {

class VectorTables {
 public:
  static constexpr size_t kCount = 5;

  /// `connection` must outlive this. Tables that the format does not have yet hold no vectors.
  VectorTables(Connection& connection, int64_t format_version);
  VectorTables(const VectorTables&) = delete;
  VectorTables& operator=(const VectorTables&) = delete;

  /// Of texts of items, by item; of summaries, by event; of chunks, by chunk_id(); of texts of
  /// drawers and of closets, by these.
  VectorTable& items() { return tables_[0]; }
  VectorTable& events() { return tables_[1]; }
  VectorTable& chunks() { return tables_[2]; }
  VectorTable& drawers() { return tables_[3]; }
  VectorTable& closets() { return tables_[4]; }

  /// Kept in memory until forget().
  Result<VectorStamp> stamp();

  /// Removes all vectors and the stamp, as VectorTable::clear(); how many there were.
  Result<int64_t> clear();

  /// Whether any table is damaged, and the error then.
  bool damaged() const;
  Status soundness() const;

  /// Forgets width and model where no vector is left.
  Status drop_unused_stamp();

  /// To be called after a rollback.
  void forget();
  /// To be called after the whole store was replaced.
  void reset();

 private:
  friend class VectorTable;

  Status complete_stamp(size_t width, std::string_view model);

  Connection* connection_;
  std::optional<VectorStamp> stamp_;
  VectorTable tables_[kCount];
};

}  // namespace loci
