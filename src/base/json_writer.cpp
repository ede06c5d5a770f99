// Tested by tests/base/json_writer_test.cpp, against the parser of nlohmann_json.

#include "base/json_writer.h"

#include <cmath>
#include <nlohmann/json.hpp>


namespace loci {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

bool needs_escape(char c) { return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\'; }

void append_escape(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHex[static_cast<uint8_t>(c) >> 4];
      out += kHex[static_cast<uint8_t>(c) & 15];
  }
}

}  // namespace

void JsonWriter::separate() {
  if (comma_) out_ += ',';
  comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_quoted(name);
  out_ += ':';
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view text) {
  separate();
  append_quoted(text);
  return *this;
}

void JsonWriter::append_quoted(std::string_view text) {
  out_ += '"';
  size_t from = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!needs_escape(text[i])) continue;
    out_.append(text, from, i - from);
    append_escape(out_, text[i]);
    from = i + 1;
  }
  out_.append(text, from);
  out_ += '"';
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

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

}  // namespace loci
