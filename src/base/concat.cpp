// Tested by tests/base/concat_test.cpp.

#include "base/concat.h"

namespace loci {

std::string concat(std::initializer_list<std::string_view> parts) {
  size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  std::string text;
  text.reserve(size);
  for (const std::string_view part : parts) text += part;
  return text;
}

}  // namespace loci
