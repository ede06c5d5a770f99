// Tested by tests/wiki/embeddings_test.cpp and tests/engine_embeddings_test.cpp.

#include "wiki/embeddings.h"

#include "base/concat.h"
#include "base/content_hash.h"

namespace loci {

OwnedText owned_text(const Item& item) {
  return {item.id, content_hash(item.name, item.content),
          concat({"item ", item.category, ":", item.name})};
}

Status Embeddings::item_written(const std::optional<Item>& before, const Item& item,
                                const std::optional<Embedding>& given) {
  VectorTable& table = store_.vectors();
  const bool same_text = before && before->name == item.name && before->content == item.content;
  if (same_text && !given) return table.move(before->id, item.id);
  if (before) LOCI_TRY(table.remove(before->id));
  return given ? put_with_text(table, owned_text(item), *given) : Ok{};
}

}  // namespace loci
