#pragma once

/// The two comments behind an item's content, read field by field. Fields that are unknown or bad
/// are left out, and a sentence about each is appended to `problems`; the rest counts.

#include <string>
#include <string_view>
#include <vector>

#include "store/item.h"
#include "wiki/markdown_syntax.h"

namespace loci::markdown {

/// Reads `owner=… | source=… | ts=…` into `item`. A field with nothing behind its = is absent.
void read_wikimem_comment(std::string_view body, Item& item, std::vector<std::string>& problems);

/// Reads the JSON object of a loci comment into `item` and `ends`. False, and all untouched, when
/// `body` is no JSON object: the line then is no comment of ours.
bool read_loci_comment(std::string_view body, Item& item, LineEnds& ends,
                       std::vector<std::string>& problems);

}  // namespace loci::markdown
