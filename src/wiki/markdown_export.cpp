// Tested by tests/wiki/markdown_export_test.cpp.

#include "wiki/markdown_export.h"

#include "store/salvage.h"
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

Result<MarkdownFiles> salvage_markdown(Store& store) {
  std::vector<Loss> lost;
  LOCI_ASSIGN(made, store.salvage(0, lost));
  return export_markdown(*made);
}

}  // namespace loci
