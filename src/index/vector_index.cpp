// Tested by tests/index/vector_index_test.cpp.

#include "index/vector_index.h"

#include <algorithm>
#include <cmath>

#include "base/sort.h"
#include "index/vector.h"

namespace loci {
namespace {

struct Candidate {
  double score;
  const Document* document;
};

}  // namespace

void VectorIndex::put(const Document& document, std::span<const float> vector) {
  remove(document.id);
  width_ = vector.size();
  float largest = 0;
  for (const float x : vector) largest = std::max(largest, std::abs(x));
  Row row{document, 0, std::vector<int8_t>(width_)};
  for (size_t i = 0; i < width_; ++i) {
    row.codes[i] = static_cast<int8_t>(std::lround(static_cast<double>(vector[i]) / largest * 127));
  }
  row.gain = static_cast<float>(largest / 127.0 / norm_of(vector));
  rows_.push_back(std::move(row));
}

bool VectorIndex::remove(int64_t id) {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [id](const Row& r) { return r.document.id == id; });
  if (found == rows_.end()) return false;
  *found = std::move(rows_.back());
  rows_.pop_back();
  return true;
}

void VectorIndex::clear() { *this = VectorIndex(); }

size_t VectorIndex::byte_size() const { return rows_.capacity() * (sizeof(Row) + width_); }

void VectorIndex::compact() { rows_.shrink_to_fit(); }

std::vector<Document> VectorIndex::candidates(std::span<const float> query, size_t k,
                                              const DocumentFilter& filter, Order order) const {
  std::vector<Candidate> found;
  for (const Row& row : rows_) {
    if (!filter.accepts(row.document)) continue;
    double score = 0;
    for (size_t i = 0; i < width_; ++i) score += static_cast<double>(query[i]) * row.codes[i];
    found.push_back({score * row.gain, &row.document});
  }
  heap_sort(found.begin(), found.end(), [&](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : order(*a.document, *b.document);
  });
  if (found.size() > 2 * k + 20) found.resize(2 * k + 20);
  std::vector<Document> documents;
  for (const Candidate& candidate : found) documents.push_back(*candidate.document);
  return documents;
}

}  // namespace loci
