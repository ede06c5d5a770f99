#pragma once

/// Calls of the engine as the bindings make them: JSON in, JSON out.

#include <catch_amalgamated.hpp>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine.h"
#include "store/memory_host.h"
#include "support/json_text.h"

namespace loci::test {

using nlohmann::json;
using Method = Reply (Engine::*)(std::string_view arguments, int64_t now);

inline constexpr int64_t kCallTime = 1'700'000'000'000;  // 2023-11-14T22:13:20Z

inline std::unique_ptr<Engine> open_engine(std::unique_ptr<Host> host, const json& options = {}) {
  auto engine = Engine::open(std::move(host), json::array({options}).dump());
  if (!engine.ok()) FAIL(name_of(engine.error().code) << ": " << engine.error().message);
  return std::move(engine.value());
}

inline std::unique_ptr<Engine> open_engine(const json& options = {}) {
  return open_engine(std::make_unique<MemoryHost>(), options);
}

/// What a call answers, which must be JSON.
inline json call_with(Engine& engine, Method method, std::string_view arguments) {
  const Reply reply = (engine.*method)(arguments, kCallTime);
  if (!reply.ok()) FAIL(name_of(reply.error().code) << ": " << reply.error().message);
  json value = json::parse(reply.value(), nullptr, false);
  INFO(reply.value());
  REQUIRE_FALSE(value.is_discarded());
  return value;
}

inline std::string argument_list(std::initializer_list<json> arguments) {
  json list = json::array();
  for (const json& argument : arguments) list.push_back(argument);
  return list.dump();
}

inline json call(Engine& engine, Method method, std::initializer_list<json> arguments = {}) {
  return call_with(engine, method, argument_list(arguments));
}

/// `code: message` of a call that must fail.
inline std::string refusal(Engine& engine, Method method, std::string_view arguments) {
  const Reply reply = (engine.*method)(arguments, kCallTime);
  INFO(arguments);
  if (reply.ok()) FAIL("answered " << reply.value());
  return std::string(name_of(reply.error().code)) + ": " + reply.error().message;
}

inline json item_json(std::string category, std::string name, std::string content) {
  return {{"category", category}, {"name", name}, {"content", content}};
}

inline json add(Engine& engine, std::string category, std::string name, std::string content) {
  return call(engine, &Engine::add, {item_json(category, name, content)});
}

}  // namespace loci::test
