// Tested by tests/wiki/embeddings_test.cpp and tests/engine_embeddings_test.cpp.

#include "retrieve/loaded_vectors.h"

#include "retrieve/growth.h"

namespace loci {

std::optional<Document> IndexedDocuments::document_of(int64_t id) const {
  const Slot slot = index_.slot_of(id);
  return slot == index_.slot_count() ? std::nullopt : std::optional(index_.document(slot));
}

Status LoadedVectors::follow(int64_t gone, int64_t came) {
  if (!loaded_) return Ok{};
  if (gone != 0) index_.remove(gone);
  if (index_.size() == 0) index_.clear();  // another width may follow
  if (came == 0) return Ok{};
  std::vector<float> vector;
  auto found = table().find(came, vector);
  if (!found.ok()) {
    unload();
    return found.take_failure();
  }
  if (!found.value()) return Ok{};
  return growing([&]() -> Status {
    if (const auto document = documents_.document_of(came)) index_.put(*document, vector);
    return Ok{};
  });
}

void LoadedVectors::unload() {
  index_.clear();
  loaded_ = false;
}

void LoadedVectors::compact() {
  index_.compact();
  is_too_large_ = false;
}

Status LoadedVectors::growing(FunctionRef<Status()> work) {
  LOCI_ASSIGN(has_room, grow(work));
  if (has_room) return Ok{};
  unload();
  is_too_large_ = true;
  return Ok{};
}

Status LoadedVectors::look() {
  LOCI_ASSIGN(stamp, table().stamp());
  stamp_ = stamp;
  return Ok{};
}

Result<VectorIndex*> LoadedVectors::index() {
  if (!loaded_ && !is_too_large_) LOCI_TRY(growing([this] { return load(); }));
  return damaged() || index_.size() == 0 ? nullptr : &index_;
}

Status LoadedVectors::load() {
  index_.clear();
  LOCI_TRY(scan([this](const Document& document, std::span<const float> vector) {
    index_.put(document, vector);
  }));
  if (damaged()) index_.clear();
  loaded_ = true;
  return Ok{};
}

// A vector of no document is one that could not be removed when its document was.
Status LoadedVectors::scan(Visit visit) {
  Status read = table().scan([&](int64_t id, std::span<const float> vector) {
    if (const auto document = documents_.document_of(id)) visit(*document, vector);
  });
  if (!read.ok() && is_vector_damage(read.error())) return Ok{};
  return read;
}

Result<bool> LoadedVectors::read(int64_t id, std::vector<float>& out) {
  auto found = table().find(id, out);
  if (!found.ok() && is_vector_damage(found.error())) return false;
  return found;
}

Result<const VectorIndex*> find_vectors(LoadedVectors& source, const QueryEmbedding& embedding,
                                        EmbeddingReason& reason) {
  LOCI_TRY(source.look());
  LOCI_ASSIGN(index, usable_vectors(embedding, &source, reason));
  if (index != nullptr && index->size() == 0) reason = EmbeddingReason::kNoVectors;
  return index != nullptr && index->size() > 0 ? index : nullptr;
}

}  // namespace loci
