#pragma once

/// One text of several parts. Messages are made of many, and a chain of `+` on strings takes
/// several times the code of one call.

#include <initializer_list>
#include <string>
#include <string_view>

namespace loci {

/// Numbers come as std::to_string(number).
std::string concat(std::initializer_list<std::string_view> parts);

}  // namespace loci
