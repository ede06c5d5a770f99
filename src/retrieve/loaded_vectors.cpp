// Tested by tests/wiki/embeddings_test.cpp and tests/engine_embeddings_test.cpp.

#include "retrieve/loaded_vectors.h"

#include <new>

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
    index_vector(came, vector);
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

// Runs what makes the index larger. It is a help, and must not cost a question or a text: where
// memory does not suffice it is given up as a whole.
Status LoadedVectors::growing(FunctionRef<Status()> work) {
  bool has_room = true;
  Status done = Ok{};
  try {
    done = work();
    has_room = done.ok() || done.error().code != ErrorCode::kOutOfMemory;
  } catch (const std::bad_alloc&) {
    has_room = false;
  }
  if (has_room) return done;
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
  const Status read =
      table().scan([this](int64_t id, std::span<const float> vector) { index_vector(id, vector); });
  if (!read.ok()) index_.clear();
  if (!read.ok() && !is_vector_damage(read.error())) return read.error();
  loaded_ = true;
  return Ok{};
}

// A vector of no document is one that could not be removed when its document was.
void LoadedVectors::index_vector(int64_t id, std::span<const float> vector) {
  if (const auto document = documents_.document_of(id)) index_.put(*document, vector);
}

Result<bool> LoadedVectors::read(int64_t id, std::vector<float>& out) {
  auto found = table().find(id, out);
  if (!found.ok() && is_vector_damage(found.error())) return false;
  return found;
}

}  // namespace loci
