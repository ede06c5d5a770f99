// Tested by tests/base/result_test.cpp.

#include "base/result.h"

namespace loci {

Failure::Failure(const Error& error) : error_(new Error(error)) {}

Failure::Failure(ErrorCode code, std::string&& message, std::string&& detail)
    : error_(new Error{code, std::move(message), std::move(detail)}) {}

void Failure::destroy(Error* error) noexcept {
  if (error != reinterpret_cast<Error*>(alignof(Error))) delete error;
}

Failure fail(ErrorCode code, std::string message, std::string detail) {
  return Failure(code, std::move(message), std::move(detail));
}

Failure fail(ErrorCode code, std::initializer_list<Part> parts) {
  return fail(code, concat(parts));
}

Failure fail(ErrorCode code, const char* message) { return fail(code, std::string(message)); }

Failure invalid_argument(std::string message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message));
}

Failure invalid_argument(std::initializer_list<Part> parts) {
  return invalid_argument(concat(parts));
}

Failure invalid_argument(const char* message) { return invalid_argument(std::string(message)); }

Failure too_large(std::string_view field, size_t bytes, size_t limit, std::string_view remedy) {
  return fail(ErrorCode::kTooLarge,
              {field, ": ", bytes, " bytes, at most ", limit, " are allowed; ", remedy});
}

}  // namespace loci
