// Tested by tests/wiki/embeddings_test.cpp and tests/engine_embeddings_test.cpp.

#include "wiki/embeddings.h"

#include "base/concat.h"
#include "base/content_hash.h"

namespace loci {
namespace {

Status check(const Item& item, const Embedding& embedding, const VectorStamp& stored) {
  return check_embedding(concat({"embedding of item ", item.category, ":", item.name}), embedding,
                         stored);
}

}  // namespace

// With damaged embeddings one that comes with an item is checked alone, and not kept: the text is
// worth more, and it counts as pending.
Status Embeddings::item_written(const std::optional<Item>& before, const Item& item,
                                const std::optional<Embedding>& given) {
  VectorTable& table = store_.vectors();
  const bool same_text = before && before->name == item.name && before->content == item.content;
  if (same_text && !given) return table.move(before->id, item.id);
  if (before) LOCI_TRY(table.remove(before->id));
  if (!given) return Ok{};
  return table.damaged() ? check(item, *given, {}) : put(item, *given);
}

Status Embeddings::put(const Item& item, const Embedding& embedding) {
  LOCI_ASSIGN(stamp, store_.vectors().stamp());
  LOCI_TRY(check(item, embedding, stamp));
  return store_.vectors().put(item.id, content_hash(item.name, item.content), embedding.vector,
                              embedding.model);
}

}  // namespace loci
