#pragma once

/// Sorting for short ranges. Each use of std::sort costs 5 to 8 KB of code for a speed that pays
/// only on long ones; this costs what it takes to compare and to swap two elements.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

#include "base/function_ref.h"

namespace loci {

using SortLess = FunctionRef<bool(size_t a, size_t b)>;  // of the elements at two places
using SortSwap = FunctionRef<void(size_t a, size_t b)>;

/// Sorts what stands at the places [0, count).
void sort_places(size_t count, SortLess less, SortSwap swap);

/// Sorts [first, last); equal elements in any order, so `less` should leave none.
template <typename Iterator, typename Less>
void heap_sort(Iterator first, Iterator last, Less less) {
  using std::swap;
  using Distance = std::iter_difference_t<Iterator>;
  const auto at = [&](size_t place) -> auto& { return first[static_cast<Distance>(place)]; };
  sort_places(
      static_cast<size_t>(last - first), [&](size_t a, size_t b) { return less(at(a), at(b)); },
      [&](size_t a, size_t b) { swap(at(a), at(b)); });
}

/// The same by `<`. Numbers, which may be many, are sorted without a call for each comparison.
template <typename Iterator>
void heap_sort(Iterator first, Iterator last) {
  if constexpr (std::integral<std::iter_value_t<Iterator>>) {
    std::make_heap(first, last);
    std::sort_heap(first, last);
  } else {
    heap_sort(first, last, std::less<>());
  }
}

}  // namespace loci
