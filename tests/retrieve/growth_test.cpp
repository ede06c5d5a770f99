#include "retrieve/growth.h"

#include <catch_amalgamated.hpp>
#include <new>

using namespace loci;

namespace {

Result<bool> grown(FunctionRef<Status()> work) { return grow(work); }

}  // namespace

TEST_CASE("work that has room is done, and its other errors are told") {
  bool done = false;
  auto grew = grown([&]() -> Status {
    done = true;
    return Ok{};
  });
  REQUIRE(grew.ok());
  CHECK(grew.value());
  CHECK(done);
  CHECK(grown([]() -> Status { return fail(ErrorCode::kStorageError, "gone"); }).error().code ==
        ErrorCode::kStorageError);
}

TEST_CASE("where memory does not suffice nothing fails, whoever says so") {
  for (const bool throws : {false, true}) {
    auto grew = grown([&]() -> Status {
      if (throws) throw std::bad_alloc();
      return fail(ErrorCode::kOutOfMemory, "no room");
    });
    REQUIRE(grew.ok());
    CHECK_FALSE(grew.value());
  }
}
