#pragma once

/// One text of several parts. Messages are made of many, and a chain of `+` on strings takes
/// several times the code of one call.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace loci {

/// A text, or an integer that stands for its digits. Texts stay the caller's.
class Part {
 public:
  Part(std::string_view text) noexcept : text_(text.data()), size_(text.size()) {}
  Part(const char* text) noexcept : Part(std::string_view(text)) {}
  Part(const std::string& text) noexcept;
  template <std::integral T>
    requires(sizeof(T) > 1)
  Part(T number) noexcept : size_(kNumber), number_(static_cast<int64_t>(number)) {}

  void append_to(std::string& text) const;

 private:
  static constexpr size_t kNumber = SIZE_MAX;

  const char* text_ = nullptr;
  size_t size_;
  int64_t number_;
};

std::string concat(std::initializer_list<Part> parts);

}  // namespace loci
