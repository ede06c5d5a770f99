#include "base/result.h"

#include <catch_amalgamated.hpp>
#include <memory>
#include <set>

using namespace loci;

namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return invalid_argument("odd");
  return number / 2;
}

Result<int> quarter(int number) {
  LOCI_ASSIGN(first, half(number));
  LOCI_ASSIGN(second, half(first));
  return second;
}

Status check_even(int number) {
  LOCI_TRY(half(number));
  return Ok{};
}

}  // namespace

TEST_CASE("a result is a value or an error") {
  CHECK(half(4).ok());
  CHECK(half(4).value() == 2);
  const auto failed = half(3);
  CHECK_FALSE(failed.ok());
  CHECK(failed.error().code == ErrorCode::kInvalidArgument);
  CHECK(failed.error().message == "odd");
  CHECK(failed.error().detail.empty());
}

TEST_CASE("an error leaves the function that meets it") {
  CHECK(quarter(8).value() == 2);
  CHECK(quarter(6).error().message == "odd");
  CHECK(check_even(2).ok());
  CHECK_FALSE(check_even(1).ok());
}

TEST_CASE("a result may hold what can only be moved") {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> taken = std::move(result.value());
  CHECK(*taken == 5);
}

TEST_CASE("an error is handed to another result as it is, not copied") {
  Result<int> first = invalid_argument("a message too long to stand in the string itself");
  const char* bytes = first.error().message.data();
  Result<std::string> second = first.take_failure();
  CHECK(second.error().message.data() == bytes);
  second = std::string("fine");
  CHECK(second.ok());
  CHECK(second.value() == "fine");
}

TEST_CASE("a result whose error was given away is still none, and can be filled again") {
  Result<std::string> first = invalid_argument("odd");
  const Status second = first.take_failure();
  CHECK(second.error().message == "odd");
  CHECK_FALSE(first.ok());
  const Result<std::string> third = std::move(first);
  CHECK_FALSE(third.ok());
  first = std::string("a text too long to stand in the string itself, so that it has to be freed");
  CHECK(first.ok());
}

TEST_CASE("a value moves from result to result") {
  const auto owner = std::make_shared<int>(3);
  {
    Result<std::shared_ptr<int>> first(owner);
    Result<std::shared_ptr<int>> second = std::move(first);
    CHECK(owner.use_count() == 2);
    second = Result<std::shared_ptr<int>>(owner);
    CHECK(owner.use_count() == 2);
    second = Result<std::shared_ptr<int>>(fail(ErrorCode::kInternal, "gone"));
    CHECK(owner.use_count() == 1);
  }
  CHECK(owner.use_count() == 1);
}

TEST_CASE("a message is a text, or parts of one, with or without detail") {
  CHECK(fail(ErrorCode::kClosed, {"line ", 7}).error().message == "line 7");
  CHECK(fail(ErrorCode::kClosed, "closed").error().code == ErrorCode::kClosed);
  CHECK(fail(ErrorCode::kClosed, "closed", "{}").error().detail == "{}");
  CHECK(invalid_argument({"a", "b"}).error().message == "ab");
  const std::string size = too_large("name", 12, 10, "cut it").error().message;
  CHECK(size == "name: 12 bytes, at most 10 are allowed; cut it");
}

TEST_CASE("every code has a name of its own") {
  std::set<std::string_view> names;
#define LOCI_NAME(enumerator, name, when)          \
  CHECK(name_of(ErrorCode::enumerator) == (name)); \
  CHECK(names.insert(name).second);
  LOCI_ERROR_CODES(LOCI_NAME)
#undef LOCI_NAME
}
