#pragma once

/// What the tests of the Markdown format share.

#include <catch_amalgamated.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "wiki/markdown_reader.h"
#include "wiki/markdown_writer.h"

namespace loci::markdown_items {

inline MarkdownReading read(std::string text, std::string path = "wiki/notes.md") {
  return read_markdown({std::move(path), std::move(text)});
}

inline Item item(std::string name, std::string content) {
  Item result;
  result.category = "notes";
  result.name = std::move(name);
  result.content = std::move(content);
  result.ts = "2024-02-29T18:30:00Z";
  return result;
}

inline std::string write(const std::vector<Item>& items) {
  std::string out = write_markdown_header("notes");
  for (const Item& each : items) out += write_markdown_item(each);
  return out;
}

/// All fields of an item but the id, as a text that a failed check can show.
inline std::string picture(const Item& item) {
  const auto optional = [](const std::optional<std::string>& text) {
    return text ? "[" + *text + "]" : std::string("-");
  };
  std::string out = item.category + " / " + item.name + " / " + optional(item.owner) + " / " +
                    optional(item.source_conv) + " / " + item.ts + " / " + optional(item.metadata) +
                    " / ";
  if (item.sequence) out += item.sequence->id + "@" + std::to_string(item.sequence->position);
  return out + " / " + item.content;
}

inline std::vector<std::string> pictures(const std::vector<Item>& items) {
  std::vector<std::string> out;
  for (const Item& each : items) out.push_back(picture(each));
  return out;
}

/// Each problem as "line: what".
inline std::vector<std::string> problems(const MarkdownReading& reading) {
  std::vector<std::string> out;
  for (const MarkdownProblem& each : reading.problems) {
    out.push_back(std::to_string(each.line) + ": " + each.what);
  }
  return out;
}

using Texts = std::vector<std::string>;

inline void check_round_trip(const std::vector<Item>& items) {
  const std::string file = write(items);
  INFO(file);
  const MarkdownReading reading = read(file);
  REQUIRE(pictures(reading.items) == pictures(items));
  REQUIRE(problems(reading) == Texts{});
  REQUIRE(write(reading.items) == file);
}

inline Texts contents(const MarkdownReading& reading) {
  Texts out;
  for (const Item& each : reading.items) out.push_back(each.name + "=" + each.content);
  return out;
}

}  // namespace loci::markdown_items
