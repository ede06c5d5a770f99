// Tested by tests/wiki/markdown_export_test.cpp.

#include "wiki/markdown_export.h"

#include "wiki/markdown_writer.h"

namespace loci {
namespace {

void append(MarkdownFiles& files, const Item& item) {
  std::string& text = files[markdown_path(item.category)];
  if (text.empty()) text = write_markdown_header(item.category);
  text += write_markdown_item(item);
}

}  // namespace

Result<MarkdownFiles> export_markdown(Store& store) {
  MarkdownFiles files;
  LOCI_TRY(store.items().scan_items([&](const Item& item) -> Status {
    append(files, item);
    return Ok{};
  }));
  return files;
}

// Ids are revisions, so every id up to the last revision is one to ask for.
MarkdownFiles salvage_markdown(Store& store) {
  MarkdownFiles files;
  for (int64_t id = 1; id <= store.revision(); ++id) {
    if (const auto item = store.items().get(id); item.ok()) append(files, item.value());
  }
  return files;
}

}  // namespace loci
