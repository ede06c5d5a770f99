#pragma once

/// Calls of the engine about events, and what it shows of them.

#include <string>
#include <vector>

#include "support/vector_calls.h"

namespace loci::test {

inline json event_json(const std::string& id, const std::string& summary,
                       const std::string& content) {
  return {{"id", id}, {"summary", summary}, {"content", content}};
}

inline json concept_json(const std::string& name) { return {{"kind", "concept"}, {"name", name}}; }

/// An event with one concept.
inline json event_json(const std::string& id, const std::string& summary,
                       const std::string& content, const std::string& about) {
  json event = event_json(id, summary, content);
  event["entities"] = json::array({concept_json(about)});
  return event;
}

inline json save(Engine& engine, const json& event) {
  return call(engine, &Engine::evidence_save, {event});
}

/// The arguments of evidence_save, for a content of so many chunks as there are vectors for them.
inline std::string event_with_vectors(json event, const Vector& summary,
                                      const std::vector<Vector>& chunks = {},
                                      const json& options = {}) {
  Attachments attachments;
  if (!summary.empty()) event["summaryEmbedding"] = attachments.add(summary);
  json list = json::array();
  for (const Vector& chunk : chunks) {
    list.push_back(chunk.empty() ? json() : attachments.add(chunk));
  }
  if (!chunks.empty()) event["chunkEmbeddings"] = list;
  return attachments.call({event, options});
}

inline json save_with_vectors(Engine& engine, const json& event, const Vector& summary,
                              const std::vector<Vector>& chunks = {}, const json& options = {}) {
  return call_with(engine, &Engine::evidence_save,
                   event_with_vectors(event, summary, chunks, options));
}

/// One entry of putEmbeddings; `part` is "summary" or the number of a chunk.
inline std::string event_vector_entry(const std::string& id, const json& part, const Vector& vector,
                                      json more = json::object(), const json& options = {}) {
  Attachments attachments;
  more.update({{"face", "evidence"}, {"id", id}, {"part", part}});
  more["embedding"] = attachments.add(vector);
  return attachments.call({json::array({more}), 0, options});
}

/// What a search by words, and by a vector where there is one, finds, asked as if for the first
/// time and leaving nothing behind that a next one would show.
inline json find_events(Engine& engine, const std::string& words, const Vector& vector = {}) {
  Attachments attachments;
  json options = {{"session", "a test"}};
  if (!vector.empty()) options["embedding"] = attachments.add(vector);
  json reply =
      call_with(engine, &Engine::evidence_search,
                attachments.call({{{"query_text", words}, {"reset_seen", true}}, options}));
  reply.erase("cursor");
  return reply;
}

/// The ids of the events in a reply, in order.
inline std::vector<std::string> ids_in(const json& reply) {
  std::vector<std::string> ids;
  for (const json& event : reply["events"]) ids.push_back(event["id"]);
  return ids;
}

inline json entity_of(Engine& engine, const std::string& kind, const std::string& name) {
  return call(engine, &Engine::evidence_find_entity, {{{"kind", kind}, {"name", name}}});
}

}  // namespace loci::test
