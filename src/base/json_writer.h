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

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();

  /// `name` needs no escape. A literal is handed over by one word, here and in text().
  JsonWriter& key(const char* name);
  JsonWriter& key(std::string_view name);
  /// Any `name` of valid UTF-8.
  JsonWriter& escaped_key(std::string_view name);

  /// `text` is valid UTF-8.
  JsonWriter& text(const char* text);
  JsonWriter& text(const std::string& text);
  JsonWriter& text(std::string_view text);
  JsonWriter& number(double value);  // finite; what is not becomes null
  JsonWriter& integer(int64_t value);
  JsonWriter& flag(bool value);
  JsonWriter& null();

  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json);

  /// The same with the key in front: a field of an object by one call, of which there are hundreds.
  JsonWriter& begin_object(const char* name);
  JsonWriter& begin_array(const char* name);
  JsonWriter& text(const char* name, const char* text);
  JsonWriter& text(const char* name, const std::string& text);
  JsonWriter& text(const char* name, std::string_view text);
  JsonWriter& number(const char* name, double value);
  JsonWriter& integer(const char* name, int64_t value);
  JsonWriter& flag(const char* name, bool value);
  JsonWriter& null(const char* name);
  JsonWriter& raw(const char* name, std::string_view json);

  std::string take() const;

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
