// Tested by tests/retrieve/growth_test.cpp.

#include "retrieve/growth.h"

#include <new>

namespace loci {

Result<bool> grow(FunctionRef<Status()> work) {
  try {
    Status done = work();
    if (done.ok()) return true;
    if (done.error().code != ErrorCode::kOutOfMemory) return done.take_failure();
  } catch (const std::bad_alloc&) {
  }
  return false;
}

}  // namespace loci
