#include "retrieve/embedding_rules.h"

#include <catch_amalgamated.hpp>
#include <limits>
#include <vector>

using namespace loci;

namespace {

using Vector = std::vector<float>;

/// Checks against vectors of model `m` and width 2, and says what is wrong.
Error refusal(const Vector& vector, std::string_view model, const VectorStamp& stored = {"m", 2}) {
  const Status fits = check_embedding("embedding of x", {vector, model}, stored);
  REQUIRE_FALSE(fits.ok());
  return fits.error();
}

bool fits(const Vector& vector, std::string_view model, const VectorStamp& stored = {"m", 2}) {
  return check_embedding("embedding of x", {vector, model}, stored).ok();
}

}  // namespace

TEST_CASE("an embedding fits where width and model are the same, or nobody said") {
  CHECK(fits({1, 0}, "m"));
  CHECK(fits({1, 0}, ""));
  CHECK(fits({1, 0}, "other", {"", 2}));
  CHECK(fits({1, 0, 0}, "other", {"", 0}));
  CHECK(fits({1e38f, 1e38f}, "m"));
}

TEST_CASE("what does not fit is refused by a message that names both sides") {
  const Error model = refusal({1, 0}, "other");
  CHECK(model.code == ErrorCode::kModelMismatch);
  CHECK(model.message.starts_with("embedding of x is of the model 'other'"));
  CHECK(model.message.find("'m'") != std::string::npos);
  const Error width = refusal({1, 0, 0}, "m");
  CHECK(width.code == ErrorCode::kDimensionMismatch);
  CHECK(width.message.starts_with("embedding of x has 3 numbers, and those stored have 2"));
}

TEST_CASE("what is no vector is refused before anything is compared") {
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  for (const Vector& bad : {Vector{}, {0, 0}, {no_number, 0}, {infinite, 0}}) {
    const Error error = refusal(bad, "other");
    CHECK(error.code == ErrorCode::kInvalidVector);
    CHECK(error.message.starts_with("embedding of x "));
  }
}
