// A heap sort that sees no element: one sort for all types, where each would be some 700 bytes.
// Given up: a call by a pointer for each comparison, which short ranges do not feel. Numbers, of
// which there may be many, are sorted where they stand (base/sort.h).
//
// Tested by tests/base/sort_test.cpp.

#include "base/sort.h"

namespace loci {
namespace {

// Lets the element at `root` sink until none below it comes after it.
void sift_down(size_t root, size_t count, SortLess less, SortSwap swap) {
  for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && less(child, child + 1)) ++child;
    if (!less(root, child)) return;
    swap(root, child);
    root = child;
  }
}

}  // namespace

void sort_places(size_t count, SortLess less, SortSwap swap) {
  for (size_t root = count / 2; root-- > 0;) sift_down(root, count, less, swap);
  for (size_t end = count; end-- > 1;) {
    swap(0, end);
    sift_down(0, end, less, swap);
  }
}

}  // namespace loci
