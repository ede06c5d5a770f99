#pragma once

/// Calls of the evidence face as the bindings make them.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/vector_calls.h"

namespace loci::test {

/// Takes the arguments of one call together: `[first, options]` and the vectors in them.
class EvidenceCall {
 public:
  explicit EvidenceCall(json first = json::object(), json options = json::object())
      : first_(std::move(first)), options_(std::move(options)) {}

  EvidenceCall& event_vector(const Vector& vector) {
    first_["summaryEmbedding"] = attachments_.add(vector);
    return *this;
  }
  EvidenceCall& chunk_vectors(const std::vector<std::optional<Vector>>& vectors) {
    json list = json::array();
    for (const auto& vector : vectors) list.push_back(vector ? attachments_.add(*vector) : json());
    first_["chunkEmbeddings"] = list;
    return *this;
  }
  EvidenceCall& embedding(const Vector& vector) {
    options_["embedding"] = attachments_.add(vector);
    return *this;
  }

  json answer(Engine& engine, Method method) const {
    return call_with(engine, method, attachments_.call({first_, options_}));
  }
  /// The code of the error that it must give.
  std::string error(Engine& engine, Method method) const {
    const std::string text = refusal(engine, method, attachments_.call({first_, options_}));
    return text.substr(0, text.find(':'));
  }

 private:
  json first_;
  json options_;
  Attachments attachments_;
};

inline json event_json(const std::string& id, const std::string& summary,
                       const std::string& content = "", json more = json::object()) {
  more["id"] = id;
  more["summary"] = summary;
  more["content"] = content;
  return more;
}

/// Concepts whose ids and names are these.
inline json concepts(const std::vector<std::string>& names) {
  json list = json::array();
  for (const std::string& name : names) {
    list.push_back({{"kind", "concept"}, {"id", name}, {"name", name}});
  }
  return {{"entities", list}};
}

inline json save(Engine& engine, const json& event) {
  return EvidenceCall(event).answer(engine, &Engine::evidence_save);
}
inline json save(Engine& engine, const std::string& id, const std::string& summary,
                 const std::string& content = "", const json& more = json::object()) {
  return save(engine, event_json(id, summary, content, more));
}
inline void forget_event(Engine& engine, const std::string& id) {
  call(engine, &Engine::evidence_remove, {id});
}

/// `request` may be the text alone.
inline json search(Engine& engine, json request, const json& options = json::object()) {
  if (request.is_string()) request = {{"query_text", request}};
  return EvidenceCall(request, options).answer(engine, &Engine::evidence_search);
}
inline json expand(Engine& engine, const json& request, const json& options = json::object()) {
  return EvidenceCall(request, options).answer(engine, &Engine::evidence_expand);
}
inline json nearby(Engine& engine, const json& request, const json& options = json::object()) {
  return EvidenceCall(request, options).answer(engine, &Engine::evidence_nearby);
}
inline json read(Engine& engine, const json& request) {
  return EvidenceCall(request).answer(engine, &Engine::evidence_read);
}

/// The ids of the events in a reply, in their order.
inline std::vector<std::string> ids_in(const json& reply) {
  std::vector<std::string> ids;
  for (const json& event : reply["events"]) ids.push_back(event["id"]);
  return ids;
}

inline std::vector<std::string> codes_in(const json& list) {
  std::vector<std::string> codes;
  for (const json& element : list) codes.push_back(element["code"]);
  return codes;
}

}  // namespace loci::test
