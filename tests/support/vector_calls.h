#pragma once

/// Calls of the engine that carry vectors, as js/attachments.js encodes them.

#include <string>
#include <vector>

#include "support/engine_calls.h"

namespace loci::test {

using Vector = std::vector<float>;

/// Collects the attachments of one call.
class Attachments {
 public:
  /// What stands in the JSON for the vector.
  json add(const Vector& vector) {
    const size_t bytes = vector.size() * sizeof(float);
    json place = {{"at", bytes_.size()}, {"bytes", bytes}};
    bytes_.append(reinterpret_cast<const char*>(vector.data()), bytes);
    return place;
  }

  std::string call(std::initializer_list<json> arguments) const {
    return argument_list(arguments) + '\0' + bytes_;
  }

 private:
  std::string bytes_;
};

/// The arguments of add.
inline std::string item_with_vector(json item, const Vector& vector, const json& options = {}) {
  Attachments attachments;
  item["embedding"] = attachments.add(vector);
  return attachments.call({item, options});
}

inline json add_vector(Engine& engine, const std::string& name, const std::string& content,
                       const Vector& vector, const json& options = {}) {
  return call_with(engine, &Engine::add,
                   item_with_vector(item_json("n", name, content), vector, options));
}

/// One entry of putEmbeddings, for an item of the category n.
struct VectorEntry {
  std::string name;
  Vector vector;
  json more = json::object();  // other fields
};

inline std::string entries_with_vectors(const std::vector<VectorEntry>& entries,
                                        const json& options = {}) {
  Attachments attachments;
  json list = json::array();
  for (const VectorEntry& entry : entries) {
    json fields = {{"category", "n"}, {"name", entry.name}};
    fields["embedding"] = attachments.add(entry.vector);
    fields.update(entry.more);
    list.push_back(fields);
  }
  return attachments.call({list, 0, options});
}

/// Puts embeddings in a batch of their own.
inline json put_vectors(Engine& engine, const std::vector<VectorEntry>& entries,
                        const json& options = {}) {
  call(engine, &Engine::begin_batch);
  json reply =
      call_with(engine, &Engine::put_embeddings_batch, entries_with_vectors(entries, options));
  call(engine, &Engine::commit_batch);
  return reply;
}

/// A retrieval by an embedding, and by words where there are some.
inline json retrieve_by(Engine& engine, const Vector& vector, const std::string& query = "",
                        json options = json::object()) {
  Attachments attachments;
  options["embedding"] = attachments.add(vector);
  return call_with(engine, &Engine::retrieve, attachments.call({query, options}));
}

inline json embeddings_of(Engine& engine) { return call(engine, &Engine::status)["embeddings"]; }

inline json pending(Engine& engine, const json& options = {}) {
  return call(engine, &Engine::pending_embeddings, {options});
}

/// The names of a list of items, entries or results.
inline std::vector<std::string> names_in(const json& list) {
  std::vector<std::string> names;
  for (const json& element : list) names.push_back(element["name"]);
  return names;
}

}  // namespace loci::test
