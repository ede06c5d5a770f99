#pragma once

/// Writes JSON text front to back. Results have one fixed order of keys and hold long texts;
/// writing them straight into the reply spares a tree of nodes for each call.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci {

/// Calls must nest as JSON does: begin and end in pairs, key() before each value of an object.
/// Commas are put where they belong.
class JsonWriter {
 public:
  /// Makes room for a text of about so many bytes.
  void reserve(size_t bytes) { out_.reserve(bytes); }

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }

  /// `name` needs no escape.
  JsonWriter& key(std::string_view name);

  /// `text` is valid UTF-8.
  JsonWriter& text(std::string_view text);
  JsonWriter& number(double value);  // finite; what is not becomes null
  JsonWriter& integer(int64_t value);
  JsonWriter& flag(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }

  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json);

  std::string take() { return {out_.begin(), out_.end()}; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void append_quoted(std::string_view text);
  void append_escape(char c);

  void append(char c) { out_.push_back(c); }
  void append(std::string_view text) { out_.insert(out_.end(), text.begin(), text.end()); }

  std::vector<char> out_;  // grows in place of a string, whose every character is a call
  bool comma_ = false;     // whether a value stands before, in the same object or array
};

}  // namespace loci
