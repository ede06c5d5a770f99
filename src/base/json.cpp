// Tested by tests/base/json_test.cpp.

#include "base/json.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace loci {
namespace {

using nlohmann::json;

// json::parse() would bring along a second parser, for callbacks that nobody passes. This builds
// the same value from the events of the first.
class Builder final : public nlohmann::json_sax<json> {
 public:
  json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON has none

  bool start_object(std::size_t) override { return open(json::object()); }
  bool key(string_t& name) override {
    slot_ = &(*open_.back())[std::move(name)];
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t, const std::string&, const json::exception&) override {
    return false;
  }

 private:
  // Where the next value goes: the root, behind the last of an array, or under the key before.
  json& place() {
    if (open_.empty()) return root_;
    if (open_.back()->is_object()) return *slot_;
    return open_.back()->emplace_back(nullptr);
  }

  bool put(json value) {
    place() = std::move(value);
    return true;
  }

  bool open(json empty) {
    json& value = place();
    value = std::move(empty);
    open_.push_back(&value);
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  json root_;
  std::vector<json*> open_;
  json* slot_ = nullptr;
};

}  // namespace

json parse_json(std::string_view text) {
  Builder builder;
  const bool whole = json::sax_parse(text.begin(), text.end(), &builder);
  return whole ? builder.take() : json(json::value_t::discarded);
}

bool is_json_object(std::string_view text) { return parse_json(text).is_object(); }

std::string dump_json(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace loci
