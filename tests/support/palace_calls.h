#pragma once

/// Calls of the engine about drawers, and what it shows of them.

#include <string>
#include <vector>

#include "support/vector_calls.h"

namespace loci::test {

/// A drawer in the place `wing/room`.
inline json drawer_json(const std::string& id, const std::string& place, const std::string& text,
                        json more = json::object()) {
  const size_t slash = place.find('/');
  more.update(
      {{"wing", place.substr(0, slash)}, {"room", place.substr(slash + 1)}, {"text", text}});
  if (!id.empty()) more["id"] = id;
  return more;
}

inline json closet_json(const std::string& place, const std::string& source_file,
                        const std::string& text) {
  return drawer_json("", place, text, {{"sourceFile", source_file}});
}

inline json file_drawer(Engine& engine, const json& drawer) {
  return call(engine, &Engine::palace_add_drawer, {drawer});
}

/// The arguments of palace_add_drawer and palace_add_closet.
inline std::string with_vector(json fields, const Vector& vector, const json& options = {}) {
  Attachments attachments;
  fields["embedding"] = attachments.add(vector);
  return attachments.call({fields, options});
}

inline json file_with_vector(Engine& engine, const json& drawer, const Vector& vector) {
  return call_with(engine, &Engine::palace_add_drawer, with_vector(drawer, vector));
}

inline json put_closet(Engine& engine, const json& closet) {
  return call(engine, &Engine::palace_add_closet, {closet});
}

inline json get_drawer(Engine& engine, const std::string& id) {
  return call(engine, &Engine::palace_get_drawer, {id});
}

inline json change_drawer(Engine& engine, const std::string& id, const json& changes) {
  return call(engine, &Engine::palace_update_drawer, {id, changes});
}

inline json delete_drawer(Engine& engine, const std::string& id) {
  return call(engine, &Engine::palace_delete_drawer, {id});
}

inline json list_drawers(Engine& engine, const json& options = {}) {
  return call(engine, &Engine::palace_list_drawers, {options});
}

inline json place_json(const std::string& place) {
  const size_t slash = place.find('/');
  return {{"wing", place.substr(0, slash)}, {"room", place.substr(slash + 1)}};
}

inline json dig_tunnel(Engine& engine, const std::string& from, const std::string& to,
                       json more = json::object()) {
  more.update({{"from", place_json(from)}, {"to", place_json(to)}});
  return call(engine, &Engine::palace_create_tunnel, {more});
}

inline json tunnels_of(Engine& engine, const json& options = {}) {
  return call(engine, &Engine::palace_list_tunnels, {options})["tunnels"];
}

/// The number of closets.
inline json closets_in(Engine& engine) {
  return call(engine, &Engine::status)["palace"]["closets"];
}

/// What a search by words, and by a vector where there is one, finds.
inline json find_drawers(Engine& engine, const std::string& words, const Vector& vector = {},
                         json more = json::object()) {
  Attachments attachments;
  json options = json::object();
  if (!vector.empty()) options["embedding"] = attachments.add(vector);
  more["query"] = words;
  return call_with(engine, &Engine::palace_search, attachments.call({more, options}));
}

/// The ids of a list of drawers or results, in order.
inline std::vector<std::string> ids_of(const json& list) {
  std::vector<std::string> ids;
  for (const json& element : list) ids.push_back(element["id"]);
  return ids;
}

/// The codes of the warnings of a reply.
inline std::vector<std::string> warnings_in(const json& reply) {
  std::vector<std::string> codes;
  for (const json& warning : reply["warnings"]) codes.push_back(warning["code"]);
  return codes;
}

}  // namespace loci::test
