#include "retrieve/query_embedding.h"

#include <catch_amalgamated.hpp>
#include <limits>

#include "support/plain_vectors.h"

using namespace loci;
using namespace loci::test;

namespace {

struct Question {
  std::optional<Vector> vector = Vector{1, 0};
  std::optional<std::string> model = std::nullopt;

  /// The name of the reason why it cannot be used; empty where it can.
  std::string_view against(VectorSource* source) const {
    EmbeddingReason reason = EmbeddingReason::kNone;
    const auto vectors = usable_vectors({vector, model}, source, reason);
    REQUIRE(vectors.ok());
    return vectors.value() != nullptr ? "" : name_of(reason);
  }
};

struct Sources {
  PlainVectors filled;
  PlainVectors none;
  Sources() {
    filled.put({1, 0, 0}, {3, 4});
    filled.model_name = "m";
  }
};

}  // namespace

TEST_CASE("an embedding of the stored width is used, also where nobody named a model") {
  Sources sources;
  CHECK(Question{}.against(&sources.filled) == "");
  CHECK(Question{.model = ""}.against(&sources.filled) == "");
  CHECK(Question{.model = "m"}.against(&sources.filled) == "");
  sources.filled.model_name = "";
  CHECK(Question{.model = "other"}.against(&sources.filled) == "");
}

TEST_CASE("what cannot be used says why") {
  Sources sources;
  CHECK(Question{.vector = std::nullopt}.against(&sources.filled) == "none");
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  for (const Vector& bad : {Vector{}, {0, 0}, {no_number, 0}, {infinite, 0}}) {
    CHECK(Question{.vector = bad}.against(&sources.filled) == "invalid_vector");
    CHECK(Question{.vector = bad}.against(&sources.none) == "invalid_vector");
  }
  CHECK(Question{}.against(&sources.none) == "no_vectors");
  CHECK(Question{}.against(nullptr) == "no_vectors");
  CHECK(Question{.model = "other"}.against(&sources.filled) == "model_mismatch");
  CHECK(Question{.vector = Vector{1, 0, 0}}.against(&sources.filled) == "dimension_mismatch");
  sources.filled.unreadable = {1};
  CHECK(Question{}.against(&sources.filled) == "no_vectors");
}

TEST_CASE("an embedding that cannot be used loads no index") {
  Sources sources;
  (void)Question{.model = "other"}.against(&sources.filled);
  (void)Question{.vector = Vector{1}}.against(&sources.filled);
  CHECK(sources.filled.loads() == 0);
}

TEST_CASE("very large and very small numbers make a vector like any other") {
  Sources sources;
  CHECK(Question{.vector = Vector{1e38f, 1e38f}}.against(&sources.filled) == "");
  CHECK(Question{.vector = Vector{1e-45f, 0}}.against(&sources.filled) == "");
}
