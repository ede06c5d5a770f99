// Tested by tests/index/part_table_test.cpp.

#include "index/part_table.h"

namespace loci {

void PartTable::fit(const Bm25& bm25) {
  if (fitted_average_ == bm25.average_length()) return;
  bm25_ = bm25;
  fitted_average_ = bm25.average_length();
  limit_ = static_cast<float>(bm25.parameters().k1 + 1);
  for (uint32_t length = 0; length < kLengths; ++length) {
    norms_[length] = static_cast<float>(bm25.length_norm(length));
  }
  for (uint32_t row = 0; row < kFrequencies; ++row) {
    for (uint32_t length = 0; length < kLengths; ++length) {
      parts_[row * kLengths + length] = static_cast<float>(bm25.term_part(row + 1, length));
    }
  }
}

}  // namespace loci
