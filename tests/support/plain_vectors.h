#pragma once

/// Vectors in a map: what a search is tested over, without a store of vectors.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "index/vector_index.h"
#include "retrieve/vector_source.h"

namespace loci::test {

using Vector = std::vector<float>;

class PlainVectors final : public VectorSource {
 public:
  std::string model_name;
  std::set<int64_t> unreadable;  // ids whose vectors are damaged

  void put(const Document& document, const Vector& vector) {
    index_.put(document, vector);
    vectors_[document.id] = vector;
    documents_[document.id] = document;
  }

  VectorIndex& codes() { return index_; }
  const std::map<int64_t, Vector>& all() const { return vectors_; }
  int loads() const { return loads_; }

  Result<VectorIndex*> index() override {
    ++loads_;
    return vectors_.size() > unreadable.size() ? &index_ : nullptr;
  }
  bool damaged() const override { return !unreadable.empty(); }
  Result<bool> read(int64_t id, Vector& out) override {
    const auto found = vectors_.find(id);
    if (found == vectors_.end() || unreadable.contains(id)) return false;
    out = found->second;
    return true;
  }
  Status scan(Visit visit) override {
    for (const auto& [id, vector] : vectors_) {
      if (!unreadable.contains(id)) visit(documents_.at(id), vector);
    }
    return Ok{};
  }
  std::string_view model() const override { return model_name; }
  size_t width() const override { return index_.width(); }

 private:
  VectorIndex index_;
  std::map<int64_t, Vector> vectors_;
  std::map<int64_t, Document> documents_;
  int loads_ = 0;
};

}  // namespace loci::test
