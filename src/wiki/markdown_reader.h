#pragma once

/// Reads wiki/<category>.md: what write_markdown_item() wrote exactly, and what people and other
/// programs wrote with tolerance. Nothing that a file holds is lost in silence: what cannot be kept
/// as it stands is kept in another form or left out, and reported. MARKDOWN.md has the rules.

#include <optional>
#include <string>
#include <vector>

#include "store/item.h"

namespace loci {

/// A file as it came. `path` may have folders in front, with / or \; `text` is valid UTF-8, or
/// nullopt when the bytes were none.
struct MarkdownFile {
  std::string path;
  std::optional<std::string> text;
};

/// Something that is not in the items as it stands in the file. `line` counts from 1; 0 means the
/// file as a whole. `what` is a sentence for the user.
struct MarkdownProblem {
  std::string path;
  int line = 0;
  std::string what;
};

/// `items` are as normalize() gives them, in the order of the file, each name once; `ts` is empty
/// where the file has none. Item `i` begins on line `lines[i]`. `readable` is false when the file
/// as a whole was refused or ignored; `problems` then says why, and there are no items.
struct MarkdownReading {
  std::vector<Item> items;
  std::vector<int> lines;
  std::vector<MarkdownProblem> problems;
  bool readable = false;
};

/// Takes time and memory in proportion to the text, whatever it holds.
MarkdownReading read_markdown(const MarkdownFile& file);

}  // namespace loci
