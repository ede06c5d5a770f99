#pragma once

/// Lets a failed check show a JSON value. (To Catch2 it is a range of values like itself, without
/// end.)

#include <catch_amalgamated.hpp>
#include <nlohmann/json.hpp>
#include <string>

template <>
struct Catch::StringMaker<nlohmann::json> {
  static std::string convert(const nlohmann::json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
};
