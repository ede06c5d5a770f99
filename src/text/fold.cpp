// Tested by tests/text/fold_test.cpp.

#include "text/fold.h"

#include "text/unicode/fold_word.h"

namespace loci {

std::string fold_name(std::string_view name) {
  std::string folded;
  std::string accented;
  unicode::fold_word(name, folded, accented);
  // A name of nothing but accents would fold to nothing, and then equal every other such name.
  return folded.empty() ? std::string(name) : folded;
}

}  // namespace loci
