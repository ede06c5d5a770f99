#pragma once

/// Nearest neighbours the obvious way: the exact cosine of every vector, and a sort.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "index/document.h"
#include "index/vector_index.h"
#include "support/generated_vectors.h"

namespace loci::test {

/// The order of the store, with groups by number.
inline constexpr auto in_store_order = [](const Document& a, const Document& b) {
  return a.group != b.group ? a.group < b.group : a.id < b.id;
};

inline double plain_cosine(const Vector& a, const Vector& b) {
  double dot = 0;
  double square_a = 0;
  double square_b = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    dot += static_cast<double>(a[i]) * b[i];
    square_a += static_cast<double>(a[i]) * a[i];
    square_b += static_cast<double>(b[i]) * b[i];
  }
  return dot / (std::sqrt(square_a) * std::sqrt(square_b));
}

/// An index and its slow twin, written to together.
struct Neighbours {
  struct Entry {
    Document document;
    Vector vector;
  };

  VectorIndex index;
  std::map<int64_t, Entry> entries;

  void put(const Document& document, const Vector& vector) {
    index.put(document, vector);
    entries[document.id] = {document, vector};
  }

  /// Under the next id, in category 0.
  void add(const Vector& vector) {
    const int64_t id = entries.empty() ? 1 : entries.rbegin()->first + 1;
    put({id, id, 0}, vector);
  }

  bool remove(int64_t id) { return index.remove(id) && entries.erase(id) == 1; }

  /// What share of the `k` nearest the candidates hold. One that is as near as the k-th counts,
  /// whichever it is: `slack` is what rounding may do to a cosine.
  double recall(const Vector& query, size_t k, const DocumentFilter& filter = {}) const {
    constexpr double kSlack = 1e-15;
    std::vector<double> cosines;
    for (const auto& [id, entry] : entries) {
      if (filter.accepts(entry.document)) cosines.push_back(plain_cosine(query, entry.vector));
    }
    k = std::min(k, cosines.size());
    if (k == 0) return 1;
    std::sort(cosines.begin(), cosines.end(), std::greater<>());
    size_t hits = 0;
    for (const Document& found : index.candidates(query, k, filter, in_store_order)) {
      hits += plain_cosine(query, entries.at(found.id).vector) >= cosines[k - 1] - kSlack;
    }
    return static_cast<double>(std::min(hits, k)) / static_cast<double>(k);
  }

  /// That of the exact cosines.
  CosineSpread spread(const Vector& query, const DocumentFilter& filter = {}) const {
    std::vector<double> cosines;
    for (const auto& [id, entry] : entries) {
      if (filter.accepts(entry.document)) cosines.push_back(plain_cosine(query, entry.vector));
    }
    CosineSpread spread = {cosines.size()};
    const auto count = static_cast<double>(cosines.size());
    for (const double one : cosines) spread.mean += one / count;
    for (const double one : cosines) {
      spread.deviation += (one - spread.mean) * (one - spread.mean) / count;
    }
    spread.deviation = std::sqrt(spread.deviation);
    return spread;
  }

  /// As the index sees it, on the way to `k` candidates.
  CosineSpread seen_spread(const Vector& query, size_t k, const DocumentFilter& filter = {}) const {
    CosineSpread spread;
    index.candidates(query, k, filter, in_store_order, &spread);
    return spread;
  }

  std::vector<int64_t> candidate_ids(const Vector& query, size_t k,
                                     const DocumentFilter& filter = {}) const {
    std::vector<int64_t> ids;
    for (const Document& found : index.candidates(query, k, filter, in_store_order)) {
      ids.push_back(found.id);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
  }
};

}  // namespace loci::test
