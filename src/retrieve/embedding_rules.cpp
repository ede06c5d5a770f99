// Tested by tests/retrieve/embedding_rules_test.cpp.

#include "retrieve/embedding_rules.h"

#include "base/concat.h"
#include "base/content_hash.h"
#include "index/vector.h"

namespace loci {
namespace {

constexpr char kRemedy[] = "; hand in embeddings of one model, or replace them all by reembed";

std::string embedding_of(const OwnedText& text) { return concat({"embedding of ", text.what}); }

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

Status check_hash(const OwnedText& text, const std::optional<std::string>& given) {
  if (!given || *given == hash_text(text.hash)) return Ok{};
  return fail(ErrorCode::kStaleHash, {"the hash is of another text than ", text.what,
                                      " has now; pendingEmbeddings has what it is"});
}

Status put_embedding(VectorTable& table, const OwnedText& text, const Embedding& embedding) {
  LOCI_ASSIGN(stamp, table.stamp());
  LOCI_TRY(check_embedding(embedding_of(text), embedding, stamp));
  return table.put(text.owner, text.hash, embedding.vector, embedding.model);
}

Status put_with_text(VectorTable& table, const OwnedText& text, const Embedding& embedding) {
  return table.damaged() ? check_embedding(embedding_of(text), embedding, {})
                         : put_embedding(table, text, embedding);
}

}  // namespace loci
