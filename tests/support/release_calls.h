#pragma once

/// Engines that give one store up to each other, and what such an engine shows of it.

#include <algorithm>
#include <memory>
#include <string>

#include "support/event_calls.h"
#include "support/palace_calls.h"
#include "support/shared_disk.h"

namespace loci::test {

inline std::unique_ptr<Engine> open_engine(SharedDisk& shared, json options = json::object()) {
  options["seed"] = shared.openings + 1;
  return open_engine(std::make_unique<TurnHost>(shared), options);
}

/// Whether the engine gave the store up.
inline bool release(Engine& engine) { return call(engine, &Engine::release)["released"]; }

/// Answers and errors alike, so that two engines can be compared.
inline std::string answer_of(Engine& engine, Method method, std::string_view arguments) {
  return reply_json((engine.*method)(arguments, kCallTime));
}

inline std::string answer_of(Engine& engine, Method method,
                             std::initializer_list<json> arguments = {}) {
  return answer_of(engine, method, argument_list(arguments));
}

/// The status without what follows from how the indexes came to be, and from a log.
inline std::string status_of(Engine& engine) {
  json status = call(engine, &Engine::status);
  status.erase("storeBytes");
  status.erase("indexBytes");
  status.erase("vectorBytes");
  return status.dump();
}

/// All that an engine tells of its store, for vectors of three numbers.
inline std::string picture_of(Engine& engine, std::initializer_list<const char*> queries) {
  std::string picture = status_of(engine);
  const auto show = [&](const std::string& answer) { picture += "\n" + answer; };
  for (const char* query : queries) {
    show(answer_of(engine, &Engine::retrieve, {query, {{"explain", true}}}));
    show(retrieve_by(engine, {1, 0.5f, -0.25f}, query, {{"explain", true}}).dump());
    show(find_events(engine, query).dump());
    show(find_events(engine, query, {1, 0.5f, -0.25f}).dump());
    show(find_drawers(engine, query).dump());
    show(find_drawers(engine, query, {1, 0.5f, -0.25f}).dump());
  }
  show(answer_of(engine, &Engine::items));
  show(answer_of(engine, &Engine::palace_list_drawers));
  show(answer_of(engine, &Engine::palace_taxonomy));
  show(answer_of(engine, &Engine::pending_embeddings));
  show(answer_of(engine, &Engine::journal, {{{"limit", 5}}}));
  return picture;
}

/// What an engine shows that was opened on a copy of the files.
inline std::string fresh_picture(const SharedDisk& shared,
                                 std::initializer_list<const char*> queries,
                                 const json& options = json::object()) {
  SharedDisk copy;
  copy.disk.now = shared.disk.now;
  const auto fresh = open_engine(copy, options);
  return picture_of(*fresh, queries);
}

/// Fails with where two pictures part.
inline void require_same(const std::string& picture, const std::string& expected) {
  const auto length = std::min(picture.size(), expected.size());
  size_t at = 0;
  while (at < length && picture[at] == expected[at]) ++at;
  const size_t from = at < 80 ? 0 : at - 80;
  INFO("got      … " << picture.substr(from, 200));
  INFO("expected … " << expected.substr(from, 200));
  REQUIRE(at == std::max(picture.size(), expected.size()));
}

}  // namespace loci::test
