#pragma once

/// Writes items as Markdown that people read and read_markdown() gives back, item by item, so that
/// no more than one item's text is in memory at a time. MARKDOWN.md describes the format.
///
/// A file is write_markdown_header(category), then write_markdown_item() for each of its items.
/// Reading it gives the very same items (but for their ids, which are not in the file) and no
/// problems; writing those again gives the same bytes.

#include <string>
#include <string_view>

#include "store/item.h"

namespace loci {

/// `wiki/<category>.md`.
std::string markdown_path(std::string_view category);

/// The start of a file: `# <category>` and a line end.
std::string write_markdown_header(std::string_view category);

/// One item: a blank line, its heading, content and comments. `item` must be as normalize() gives
/// it; an empty ts is left out.
std::string write_markdown_item(const Item& item);

}  // namespace loci
