#pragma once

/// Result<T>: a value or one Error. Nothing in Loci throws across a function boundary of its own;
/// what fails says so in its return type.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error_codes.h"

namespace loci {

/// What went wrong. `message` names the argument or the file and what to do next; `detail` is
/// either empty or one JSON object with figures for programs.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string detail;
};

/// An Error on its way up, or none: one pointer, so that handing it from function to function,
/// which is what most of the code does with errors, takes next to nothing.
class Failure {
 public:
  Failure() = default;
  explicit Failure(Error error);
  Failure(Failure&& other) noexcept : error_(std::exchange(other.error_, nullptr)) {}
  Failure& operator=(Failure&& other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~Failure() {
    if (error_ != nullptr) destroy(error_);
  }

  explicit operator bool() const { return error_ != nullptr; }
  Error& error() const { return *error_; }

 private:
  static void destroy(Error* error);

  Error* error_ = nullptr;
};

/// Either a T or an Error. Reading value() of a failure, or error() of a success, is a bug in the
/// caller: check ok() first.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : failure_(std::move(error)) {}
  Result(Failure failure) : failure_(std::move(failure)) {}

  bool ok() const { return !failure_; }
  T& value() { return *value_; }
  const T& value() const { return *value_; }
  Error& error() { return failure_.error(); }
  const Error& error() const { return failure_.error(); }

  /// Gives the failure away; nothing may be asked of the result afterwards.
  Failure take_failure() { return std::move(failure_); }

 private:
  std::optional<T> value_;
  Failure failure_;
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

/// `too_large`, for a text of so many bytes in the field of this name.
Error too_large(std::string_view field, size_t bytes, size_t limit, std::string_view remedy);

/// Leaves the enclosing function with the error of `expression`, if it has one.
#define LOCI_TRY(expression)                                                                   \
  do {                                                                                         \
    if (auto loci_status = (expression); !loci_status.ok()) return loci_status.take_failure(); \
  } while (false)

/// Declares `name` as the value of `expression`, or leaves with its error.
#define LOCI_ASSIGN(name, expression)                           \
  auto name##_result = (expression);                            \
  if (!name##_result.ok()) return name##_result.take_failure(); \
  auto& name = name##_result.value()

}  // namespace loci
