// What a wiki does with embeddings that come without items. Tested by
// tests/wiki/embeddings_test.cpp and tests/engine_embeddings_test.cpp.

#include "wiki/wiki.h"

namespace loci {

Status Wiki::put_embedding(std::string_view category, std::string_view name,
                           const std::optional<std::string>& hash, const Embedding& embedding) {
  LOCI_ASSIGN(item, get(category, name));
  if (!item) return fail(ErrorCode::kUnknownItem, {"there is no item ", category, ":", name});
  const OwnedText text = owned_text(*item);
  LOCI_TRY(check_hash(text, hash));
  LOCI_TRY(loci::put_embedding(store_.vectors(), text, embedding));
  return embeddings_.vectors().follow(item->id, item->id);
}

// Damage that is met here may have ended the transaction. Where there was nothing in it, another
// one is as good, and knows what it must not read.
Result<int64_t> Wiki::clear_embeddings() {
  VectorTables& tables = store_.all_vectors();
  embeddings_.vectors().unload();
  bool damaged = tables.damaged();
  auto cleared = tables.clear();
  for (size_t tries = VectorTables::kCount; tries > 0; --tries) {
    const bool met = !cleared.ok() && is_vector_damage(cleared.error());
    if (!met || store_.revision() != batch_begin_) break;
    damaged = true;
    store_.connection().rollback();
    LOCI_TRY(store_.connection().begin());
    cleared = tables.clear();
  }
  if (cleared.ok() && (damaged || cleared.value() > 0)) LOCI_TRY(store_.count_vector_write());
  return cleared;
}

}  // namespace loci
