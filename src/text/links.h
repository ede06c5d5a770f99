#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "text/profile.h"

namespace loci {

/// A link as it stands in a text: `category` and `name` trimmed and not empty, [start, end) the
/// bytes from the first `[` to behind the last `]`. The views are into the text.
struct Link {
  std::string_view category;
  std::string_view name;
  size_t start;
  size_t end;
};

/// The links `[[category:name]]` of `text` (valid UTF-8) in order of appearance, each as often as
/// it stands there. Between the brackets there is one colon and neither bracket nor line end (`\n`;
/// in `kDefault` also `\r`). Neither part is checked against the rules for categories and names:
/// what is against them matches no item.
///
/// `kDefault` takes `[[c:n|alias]]` and `[[c:n#anchor]]` as `c:n`, and leaves out a link whose
/// opening or closing brackets lie in a code span or a fenced code block.
///
/// Takes linear time on any bytes.
std::vector<Link> parse_links(std::string_view text, Profile profile);

}  // namespace loci
