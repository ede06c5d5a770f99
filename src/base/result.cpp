// Tested by tests/base/result_test.cpp.

#include "base/result.h"

#include "base/concat.h"

namespace loci {

Failure::Failure(Error error) : error_(new Error(std::move(error))) {}

void Failure::destroy(Error* error) { delete error; }

Error too_large(std::string_view field, size_t bytes, size_t limit, std::string_view remedy) {
  return fail(ErrorCode::kTooLarge, concat({field, ": ", std::to_string(bytes), " bytes, at most ",
                                            std::to_string(limit), " are allowed; ", remedy}));
}

}  // namespace loci
