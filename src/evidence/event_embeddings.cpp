// Tested by tests/evidence/event_embeddings_test.cpp.

#include "evidence/event_embeddings.h"

#include <algorithm>

#include "base/concat.h"
#include "base/content_hash.h"
#include "text/chunks.h"

namespace loci {
namespace {

std::vector<std::string_view> chunks_of(std::string_view content) {
  std::vector<std::string_view> chunks;
  each_chunk(content, [&](size_t, std::string_view text) { chunks.push_back(text); });
  return chunks;
}

VectorTable& table_of(Store& store, EventPart part) {
  return part.chunk ? store.chunk_vectors() : store.event_vectors();
}

Status drop_summary(Store& store, int64_t id) { return store.event_vectors().remove(id); }

Status drop_chunks(Store& store, int64_t id) {
  return store.chunk_vectors().remove(chunk_id(id, 0), chunk_id(id + 1, 0) - 1);
}

// Chunks in a row that stay as they are go over together; what is left of the old ones is dropped.
Status move_chunks(Store& store, const Event& before, const Event& event) {
  const std::vector<std::string_view> old = chunks_of(before.content);
  const std::vector<std::string_view> now = chunks_of(event.content);
  const size_t both = std::min(old.size(), now.size());
  for (size_t first = 0, end = 0; first < both; first = end + 1) {
    for (end = first; end < both && old[end] == now[end];) ++end;
    if (end == first) continue;
    const auto at = static_cast<int64_t>(first);
    LOCI_TRY(store.chunk_vectors().move(chunk_id(before.id, at),
                                        chunk_id(before.id, static_cast<int64_t>(end) - 1),
                                        chunk_id(event.id, at)));
  }
  return drop_chunks(store, before.id);
}

Status move_vectors(Store& store, const Event& before, const Event& event) {
  if (before.summary == event.summary) {
    LOCI_TRY(store.event_vectors().move(before.id, event.id));
  } else {
    LOCI_TRY(drop_summary(store, before.id));
  }
  return move_chunks(store, before, event);
}

Status put_given(Store& store, const Event& event, EventPart part, std::string_view text,
                 const Embedding& given) {
  return put_with_text(table_of(store, part), owned_text(event, part, text), given);
}

}  // namespace

bool EventVectors::empty() const {
  return !summary && std::none_of(chunks.begin(), chunks.end(),
                                  [](const auto& vector) { return vector.has_value(); });
}

Status check_count(const EventVectors& vectors, size_t chunks) {
  if (vectors.chunks.empty() || vectors.chunks.size() == chunks) return Ok{};
  return invalid_argument({"chunkEmbeddings: the content has ", chunks,
                           chunks == 1 ? " chunk" : " chunks", ", not ", vectors.chunks.size(),
                           "; give one a chunk, or none"});
}

Status write_vectors(Store& store, const std::optional<Event>& before, const Event& event,
                     const EventVectors& given) {
  if (before && before->id != event.id) LOCI_TRY(move_vectors(store, *before, event));
  if (given.summary) {
    LOCI_TRY(put_given(store, event, {}, event.summary, {*given.summary, given.model}));
  }
  if (given.chunks.empty()) return Ok{};
  const std::vector<std::string_view> texts = chunks_of(event.content);
  for (uint32_t i = 0; i < texts.size(); ++i) {
    const auto& vector = given.chunks[i];
    if (vector) LOCI_TRY(put_given(store, event, {i}, texts[i], {*vector, given.model}));
  }
  return Ok{};
}

Status remove_vectors(Store& store, int64_t id) {
  LOCI_TRY(drop_summary(store, id));
  return drop_chunks(store, id);
}

std::optional<std::string_view> text_of(const Event& event, EventPart part) {
  if (!part.chunk) {
    return event.summary.empty() ? std::nullopt : std::optional<std::string_view>(event.summary);
  }
  std::optional<std::string_view> found;
  each_chunk(event.content, [&](size_t number, std::string_view text) {
    if (number == *part.chunk) found = text;
  });
  return found;
}

OwnedText owned_text(const Event& event, EventPart part, std::string_view text) {
  const std::string name = part.chunk ? concat({"chunk ", *part.chunk}) : std::string("summary");
  return {part.chunk ? chunk_id(event.id, *part.chunk) : event.id, stable_hash(text),
          concat({"the ", name, " of event ", event.name})};
}

Status put_vector(Store& store, EventPart part, const OwnedText& text, const Embedding& embedding) {
  return put_embedding(table_of(store, part), text, embedding);
}

}  // namespace loci
