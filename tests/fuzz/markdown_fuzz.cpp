// libFuzzer target: no text traps read_markdown(), and what it read comes back from what the writer
// makes of it: the same items, no problems, and the same bytes again.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "wiki/markdown_reader.h"
#include "wiki/markdown_writer.h"

namespace {

std::string write(const std::vector<loci::Item>& items) {
  std::string out = loci::write_markdown_header("fuzz");
  for (const loci::Item& item : items) out += loci::write_markdown_item(item);
  return out;
}

bool same(const loci::Item& a, const loci::Item& b) {
  return a.category == b.category && a.name == b.name && a.content == b.content &&
         a.owner == b.owner && a.source_conv == b.source_conv && a.ts == b.ts &&
         a.metadata == b.metadata && a.sequence == b.sequence;
}

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto first = loci::read_markdown({"fuzz.md", loci::utf8::repair(bytes).text});
  const std::string written = write(first.items);
  const auto second = loci::read_markdown({"fuzz.md", written});
  require(second.problems.empty());
  require(second.items.size() == first.items.size());
  for (size_t i = 0; i < first.items.size(); ++i) require(same(first.items[i], second.items[i]));
  require(write(second.items) == written);
  return 0;
}
