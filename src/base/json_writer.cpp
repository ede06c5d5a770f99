// Tested by tests/base/json_writer_test.cpp, against the parser of nlohmann_json.

#include "base/json_writer.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace loci {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

bool needs_escape(char c) { return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\'; }

}  // namespace

void JsonWriter::append_escape(char c) {
  switch (c) {
    case '"':
      append("\\\"");
      return;
    case '\\':
      append("\\\\");
      return;
    case '\b':
      append("\\b");
      return;
    case '\f':
      append("\\f");
      return;
    case '\n':
      append("\\n");
      return;
    case '\r':
      append("\\r");
      return;
    case '\t':
      append("\\t");
      return;
    default:
      append("\\u00");
      append(kHex[static_cast<uint8_t>(c) >> 4]);
      append(kHex[static_cast<uint8_t>(c) & 15]);
  }
}

void JsonWriter::separate() {
  if (comma_) append(',');
  comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  append(bracket);
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  append(bracket);
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::begin_object() { return open('{'); }
JsonWriter& JsonWriter::end_object() { return close('}'); }
JsonWriter& JsonWriter::begin_array() { return open('['); }
JsonWriter& JsonWriter::end_array() { return close(']'); }

JsonWriter& JsonWriter::key(const char* name) { return key(std::string_view(name)); }

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append('"');
  append(name);
  append("\":");
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::escaped_key(std::string_view name) {
  separate();
  append_quoted(name);
  append(':');
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::text(const char* text) { return this->text(std::string_view(text)); }

JsonWriter& JsonWriter::text(const std::string& text) { return this->text(std::string_view(text)); }

JsonWriter& JsonWriter::text(std::string_view text) {
  separate();
  append_quoted(text);
  return *this;
}

void JsonWriter::append_quoted(std::string_view text) {
  append('"');
  size_t from = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!needs_escape(text[i])) continue;
    append(text.substr(from, i - from));
    append_escape(text[i]);
    from = i + 1;
  }
  append(text.substr(from));
  append('"');
}

// The shortest digits that read back as the same number, as dump_json() would write them, without a
// value and a string of its own for each.
JsonWriter& JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  char digits[64];
  const char* end = nlohmann::detail::to_chars(digits, digits + sizeof digits, value);
  return raw({digits, static_cast<size_t>(end - digits)});
}

JsonWriter& JsonWriter::integer(int64_t value) { return raw(std::to_string(value)); }

JsonWriter& JsonWriter::flag(bool value) { return raw(value ? "true" : "false"); }
JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  append(json);
  return *this;
}

JsonWriter& JsonWriter::begin_object(const char* name) { return key(name).begin_object(); }
JsonWriter& JsonWriter::begin_array(const char* name) { return key(name).begin_array(); }

JsonWriter& JsonWriter::text(const char* name, const char* text) { return key(name).text(text); }

JsonWriter& JsonWriter::text(const char* name, const std::string& text) {
  return key(name).text(text);
}

JsonWriter& JsonWriter::text(const char* name, std::string_view text) {
  return key(name).text(text);
}

JsonWriter& JsonWriter::number(const char* name, double value) { return key(name).number(value); }

JsonWriter& JsonWriter::integer(const char* name, int64_t value) {
  return key(name).integer(value);
}

JsonWriter& JsonWriter::flag(const char* name, bool value) { return key(name).flag(value); }
JsonWriter& JsonWriter::null(const char* name) { return key(name).null(); }

JsonWriter& JsonWriter::raw(const char* name, std::string_view json) { return key(name).raw(json); }

std::string JsonWriter::take() const { return {out_.begin(), out_.end()}; }

}  // namespace loci
