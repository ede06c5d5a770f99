// Tested by tests/base/concat_test.cpp.

#include "base/concat.h"

namespace loci {

Part::Part(const std::string& text) noexcept : Part(std::string_view(text)) {}

void Part::append_to(std::string& text) const {
  if (size_ == kNumber) {
    text += std::to_string(number_);
  } else {
    text.append(text_, size_);
  }
}

std::string concat(std::initializer_list<Part> parts) {
  std::string text;
  for (const Part& part : parts) part.append_to(text);
  return text;
}

}  // namespace loci
