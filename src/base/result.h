#pragma once

/// Result<T>: a value or one Error. Nothing in Loci throws across a function boundary of its own;
/// what fails says so in its return type.

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/error_codes.h"

namespace loci {

/// What went wrong. `message` names the argument or the file and what to do next; `detail` is
/// either empty or one JSON object with figures for programs.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string detail;
};

/// Either a T or an Error. Reading value() of a failure, or error() of a success, is a bug in the
/// caller: check ok() first.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  T& value() { return *std::get_if<0>(&state_); }
  const T& value() const { return *std::get_if<0>(&state_); }
  Error& error() { return *std::get_if<1>(&state_); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value.
struct Ok {};
using Status = Result<Ok>;

inline Error fail(ErrorCode code, std::string message, std::string detail = {}) {
  return {code, std::move(message), std::move(detail)};
}

inline Error invalid_argument(std::string message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message));
}

/// Leaves the enclosing function with the error of `expression`, if it has one.
#define LOCI_TRY(expression)                                                            \
  do {                                                                                  \
    if (auto loci_status = (expression); !loci_status.ok()) return loci_status.error(); \
  } while (false)

/// Declares `name` as the value of `expression`, or leaves with its error.
#define LOCI_ASSIGN(name, expression)                               \
  auto name##_result = (expression);                                \
  if (!name##_result.ok()) return std::move(name##_result.error()); \
  auto& name = name##_result.value()

}  // namespace loci
