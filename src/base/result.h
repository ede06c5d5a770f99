#pragma once

/// Result<T>: a value or one Error. Nothing in Loci throws across a function boundary of its own;
/// what fails says so in its return type.

#include <cstddef>
#include <initializer_list>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "base/concat.h"
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
  explicit Failure(const Error& error);
  Failure(ErrorCode code, std::string&& message, std::string&& detail);
  Failure(Failure&& other) noexcept : error_(other.error_) { other.error_ = given_away(other); }
  Failure& operator=(Failure&& other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~Failure() {
    if (error_ != nullptr) destroy(error_);
  }

  /// Stays true where the error has been moved out.
  explicit operator bool() const { return error_ != nullptr; }
  Error& error() const { return *error_; }

 private:
  // What stands for an error that was moved out; that of no error is none.
  static Error* given_away(const Failure& failure) {
    return failure.error_ == nullptr ? nullptr : reinterpret_cast<Error*>(alignof(Error));
  }
  static void destroy(Error* error) noexcept;

  Error* error_ = nullptr;
};

/// Either a T or an Error. Reading value() of a failure, or error() of a success, is a bug in the
/// caller: check ok() first.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(const T& value) : value_(value) {}
  Result(T&& value) noexcept : value_(std::move(value)) {}
  Result(const Error& error) : failure_(error) {}
  Result(Failure&& failure) noexcept : failure_(std::move(failure)) {}
  Result(Result&& other) noexcept : failure_(std::move(other.failure_)) {
    if (ok()) new (&value_) T(std::move(other.value_));
  }
  Result& operator=(Result&& other) noexcept {
    if (this == &other) return *this;
    this->~Result();
    return *new (this) Result(std::move(other));
  }
  ~Result() {
    if (ok()) value_.~T();
  }

  bool ok() const { return !failure_; }
  T& value() { return value_; }
  const T& value() const { return value_; }
  Error& error() { return failure_.error(); }
  const Error& error() const { return failure_.error(); }

  /// Gives the failure away; nothing may be asked of the result afterwards.
  Failure&& take_failure() { return std::move(failure_); }

 private:
  Failure failure_;
  union {
    T value_;  // where there is no failure
  };
};

/// Success without a value.
struct Ok {};
using Status = Result<Ok>;

/// `parts` make up the message.
Failure fail(ErrorCode code, std::initializer_list<Part> parts);
Failure fail(ErrorCode code, std::string message, std::string detail = {});
Failure fail(ErrorCode code, const char* message);

Failure invalid_argument(std::initializer_list<Part> parts);
Failure invalid_argument(std::string message);
Failure invalid_argument(const char* message);

/// `too_large`, for a text of so many bytes in the field of this name.
Failure too_large(std::string_view field, size_t bytes, size_t limit, std::string_view remedy);

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
