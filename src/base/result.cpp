// Tested by tests/base/result_test.cpp.

#include "base/result.h"

namespace loci {

Failure::Failure(Error error) : error_(new Error(std::move(error))) {}

void Failure::destroy(Error* error) { delete error; }

}  // namespace loci
