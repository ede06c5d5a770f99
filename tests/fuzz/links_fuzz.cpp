// Fuzzes the link parser. It must not trap, and what it returns must hold together: views inside
// the text, in order and apart, trimmed, and the links of `default` among those of `reference`.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "text/links.h"
#include "text/whitespace.h"

namespace loci {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

bool is_inside(std::string_view part, std::string_view text) {
  return part.data() >= text.data() && part.data() + part.size() <= text.data() + text.size();
}

void check_shape(std::string_view text, const std::vector<Link>& links) {
  size_t at = 0;
  for (const Link& link : links) {
    require(link.start >= at && link.end <= text.size());
    const std::string_view whole = text.substr(link.start, link.end - link.start);
    require(whole.starts_with("[[") && whole.ends_with("]]"));
    require(whole.find_first_of("[]\n", 2) == whole.size() - 2);
    for (const std::string_view part : {link.category, link.name}) {
      require(!part.empty() && is_inside(part, whole));
      require(part.find(':') == part.npos && trim(part) == part);
    }
    require(link.category.data() < link.name.data());
    at = link.end;
  }
}

void check_subset(const std::vector<Link>& some, const std::vector<Link>& all) {
  auto at = all.begin();
  for (const Link& link : some) {
    while (at != all.end() && at->start < link.start) ++at;
    require(at != all.end() && at->start == link.start && at->end == link.end);
    require(at->category == link.category && at->name.starts_with(link.name));
  }
}

}  // namespace
}  // namespace loci

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<loci::Link> reference = loci::parse_links(text, loci::Profile::kReference);
  const std::vector<loci::Link> by_default = loci::parse_links(text, loci::Profile::kDefault);
  loci::check_shape(text, reference);
  loci::check_shape(text, by_default);
  loci::check_subset(by_default, reference);
  return 0;
}
