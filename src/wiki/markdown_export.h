#pragma once

/// The whole store as Markdown: a file a category.

#include <map>
#include <string>

#include "base/result.h"
#include "store/store.h"

namespace loci {

/// From path to text, in the order of the categories by bytes.
using MarkdownFiles = std::map<std::string, std::string>;

Result<MarkdownFiles> export_markdown(Store& store);

/// The same from a damaged store: of the items that salvage() finds.
Result<MarkdownFiles> salvage_markdown(Store& store);

}  // namespace loci
