// Tested by tests/base/json_test.cpp.

#include "base/json.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "base/utf8.h"

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

  bool start_object(std::size_t) override { return open(json::value_t::object); }
  bool key(string_t& name) override {
    slot_ = &(*open_.back())[std::move(name)];
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::value_t::array); }
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

  bool open(json::value_t type) {
    json& value = place();
    value = json(type);
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

void write(JsonWriter& out, const json& value);

void write_object(JsonWriter& out, const json::object_t& members) {
  out.begin_object();
  for (const auto& [name, value] : members) write(out.escaped_key(utf8::repair(name).text), value);
  out.end_object();
}

void write_array(JsonWriter& out, const json::array_t& elements) {
  out.begin_array();
  for (const json& element : elements) write(out, element);
  out.end_array();
}

// The library's own writer is several times the code, for layouts that nobody asks for.
void write(JsonWriter& out, const json& value) {
  switch (value.type()) {
    case json::value_t::object:
      return write_object(out, value.get_ref<const json::object_t&>());
    case json::value_t::array:
      return write_array(out, value.get_ref<const json::array_t&>());
    case json::value_t::string:
      return void(out.text(utf8::repair(value.get_ref<const std::string&>()).text));
    case json::value_t::boolean:
      return void(out.flag(value.get<bool>()));
    case json::value_t::number_integer:
      return void(out.integer(value.get<int64_t>()));
    case json::value_t::number_unsigned:
      return void(out.raw(std::to_string(value.get<uint64_t>())));
    case json::value_t::number_float:
      return void(out.number(value.get<double>()));
    default:
      return void(out.null());
  }
}

}  // namespace

json parse_json(std::string_view text) {
  Builder builder;
  const bool whole = json::sax_parse(text.begin(), text.end(), &builder);
  return whole ? builder.take() : json(json::value_t::discarded);
}

bool is_json_object(std::string_view text) { return parse_json(text).is_object(); }

std::string dump_json(const json& value) {
  JsonWriter out;
  write(out, value);
  return out.take();
}

}  // namespace loci
