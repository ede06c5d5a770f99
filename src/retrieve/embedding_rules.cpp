// Tested by tests/retrieve/embedding_rules_test.cpp.

#include "retrieve/embedding_rules.h"

#include "base/concat.h"
#include "index/vector.h"

namespace loci {
namespace {

constexpr char kRemedy[] = "; hand in embeddings of one model, or replace them all by reembed";

}  // namespace

Status check_embedding(std::string_view what, const Embedding& embedding,
                       const VectorStamp& stored) {
  const size_t width = embedding.vector.size();
  if (const std::string_view flaw = flaw_of(embedding.vector); !flaw.empty()) {
    return fail(ErrorCode::kInvalidVector, {what, " ", flaw});
  }
  if (!embedding.model.empty() && !stored.model.empty() && embedding.model != stored.model) {
    return fail(ErrorCode::kModelMismatch,
                {what, " is of the model '", embedding.model, "', and those stored are of '",
                 stored.model, "'", kRemedy});
  }
  if (stored.width != 0 && width != stored.width) {
    return fail(ErrorCode::kDimensionMismatch,
                {what, " has ", width, " numbers, and those stored have ", stored.width, kRemedy});
  }
  return Ok{};
}

}  // namespace loci
