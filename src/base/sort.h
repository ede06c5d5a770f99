#pragma once

/// Sorting for short ranges. Each use of std::sort costs 5 to 8 KB of code for a speed that pays
/// only on long ones; this costs a tenth.

#include <algorithm>
#include <functional>

namespace loci {

/// Sorts [first, last); equal elements in any order, so `less` should leave none.
template <typename Iterator, typename Less = std::less<>>
void heap_sort(Iterator first, Iterator last, Less less = {}) {
  std::make_heap(first, last, less);
  std::sort_heap(first, last, less);
}

}  // namespace loci
