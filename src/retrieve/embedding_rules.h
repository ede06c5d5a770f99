#pragma once

/// Which embeddings may stand beside each other in a store, whatever they are of, and how they get
/// there.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/vector_table.h"

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

/// A text that may have a vector: the row it stands in, the hash of what it says (see
/// base/content_hash.h), and what messages call it, such as "item notes:roses".
struct OwnedText {
  int64_t owner;
  uint64_t hash;
  std::string what;
};

/// `stale_hash` where a hash_text() is given and is not that of the text.
Status check_hash(const OwnedText& text, const std::optional<std::string>& given);

/// Stores the embedding of a text in place of one it may have. Only inside a transaction. Errors:
/// those of check_embedding().
Status put_embedding(VectorTable& table, const OwnedText& text, const Embedding& embedding);

/// The same for one that comes with its text. Where stored vectors are damaged it is checked alone,
/// and not kept: the text is worth more, and counts as pending.
Status put_with_text(VectorTable& table, const OwnedText& text, const Embedding& embedding);

}  // namespace loci
