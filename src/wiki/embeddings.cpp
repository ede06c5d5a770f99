// Tested by tests/wiki/embeddings_test.cpp and tests/engine_embeddings_test.cpp.

#include "wiki/embeddings.h"

#include <new>

#include "base/concat.h"
#include "base/content_hash.h"
#include "index/vector.h"

namespace loci {
namespace {

constexpr char kRemedy[] = "; hand in embeddings of one model, or replace them all by reembed";

Status check(const Item& item, const Embedding& embedding, const VectorStamp& stored) {
  return check_embedding(concat({"embedding of item ", item.category, ":", item.name}), embedding,
                         stored);
}

}  // namespace

Status check_embedding(std::string_view what, const Embedding& embedding,
                       const VectorStamp& stored) {
  const size_t width = embedding.vector.size();
  if (const std::string_view flaw = flaw_of(embedding.vector); !flaw.empty()) {
    return fail(ErrorCode::kInvalidVector, concat({what, " ", flaw}));
  }
  if (!embedding.model.empty() && !stored.model.empty() && embedding.model != stored.model) {
    return fail(ErrorCode::kModelMismatch,
                concat({what, " is of the model '", embedding.model, "', and those stored are of '",
                        stored.model, "'", kRemedy}));
  }
  if (stored.width != 0 && width != stored.width) {
    return fail(ErrorCode::kDimensionMismatch,
                concat({what, " has ", std::to_string(width), " numbers, and those stored have ",
                        std::to_string(stored.width), kRemedy}));
  }
  return Ok{};
}

// With damaged embeddings one that comes with an item is checked alone, and not kept: the text is
// worth more, and it counts as pending.
Status Embeddings::item_written(const std::optional<Item>& before, const Item& item,
                                const std::optional<Embedding>& given) {
  VectorTable& vectors = store_.vectors();
  const bool same_text = before && before->name == item.name && before->content == item.content;
  if (same_text && !given) return vectors.move(before->id, item.id);
  if (before) LOCI_TRY(vectors.remove(before->id));
  if (!given) return Ok{};
  return damaged() ? check(item, *given, {}) : put(item, *given);
}

Status Embeddings::put(const Item& item, const Embedding& embedding) {
  LOCI_ASSIGN(stamp, store_.vectors().stamp());
  LOCI_TRY(check(item, embedding, stamp));
  return store_.vectors().put(item.id, content_hash(item.name, item.content), embedding.vector,
                              embedding.model);
}

Result<int64_t> Embeddings::clear() {
  unload();
  return store_.vectors().clear();
}

Status Embeddings::follow(int64_t gone, int64_t came) {
  if (!loaded_) return Ok{};
  if (gone != 0) index_.remove(gone);
  if (index_.size() == 0) index_.clear();  // another width may follow
  if (came == 0) return Ok{};
  std::vector<float> vector;
  auto found = store_.vectors().find(came, vector);
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

void Embeddings::unload() {
  index_.clear();
  loaded_ = false;
}

void Embeddings::compact() {
  index_.compact();
  is_too_large_ = false;
}

// Runs what makes the index larger. It is a help, and must not cost a question or a text: where
// memory does not suffice it is given up as a whole.
Status Embeddings::growing(FunctionRef<Status()> work) {
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

Status Embeddings::look() {
  LOCI_ASSIGN(stamp, store_.vectors().stamp());
  stamp_ = stamp;
  return Ok{};
}

Result<VectorIndex*> Embeddings::index() {
  if (!loaded_ && !is_too_large_) LOCI_TRY(growing([this] { return load(); }));
  return damaged() || index_.size() == 0 ? nullptr : &index_;
}

Status Embeddings::load() {
  index_.clear();
  const Status read = store_.vectors().scan(
      [this](int64_t id, std::span<const float> vector) { index_vector(id, vector); });
  if (!read.ok()) index_.clear();
  if (!read.ok() && !is_vector_damage(read.error())) return read.error();
  loaded_ = true;
  return Ok{};
}

// A vector of no item is one that could not be removed when its item was.
void Embeddings::index_vector(int64_t id, std::span<const float> vector) {
  const Slot slot = documents_.slot_of(id);
  if (slot != documents_.slot_count()) index_.put(documents_.document(slot), vector);
}

Result<bool> Embeddings::read(int64_t id, std::vector<float>& out) {
  auto found = store_.vectors().find(id, out);
  if (!found.ok() && is_vector_damage(found.error())) return false;
  return found;
}

}  // namespace loci
