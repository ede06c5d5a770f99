#pragma once

/// A hidden Markov model of where words begin and end, for what no dictionary knows.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "base/result.h"

namespace loci {

class HmmModel {
 public:
  /// In the order in which ties are decided: the later one wins.
  enum State : uint8_t { kBegin, kEnd, kMiddle, kSingle };
  static constexpr size_t kStates = 4;

  /// Reads cppjieba's `hmm_model.utf8`: lines with `#` are comments; the others are the four
  /// logarithms of the first state, the four lines of the next state for each, and for each state a
  /// line of `character:logarithm` with commas between; states in the order of State. Emissions of
  /// characters outside U+4E00–9FD5 are left out. Anything else is `invalid_argument`, with the
  /// number of the line, and leaves a model that must not be used.
  Status read(std::string_view text);

  /// Cuts `text`, made of ideographs alone, along the likeliest states: gives the words as bytes
  /// [start, end), from left to right, without a gap. Linear time and memory.
  void cut(std::string_view text, FunctionRef<void(size_t start, size_t end)> visit) const;

 private:
  using Row = std::array<double, kStates>;

  bool read_line(size_t row, std::string_view line);
  std::vector<State> likeliest_states(std::string_view text) const;

  Row start_;
  std::array<Row, kStates> transition_;  // [from][to]
  std::vector<Row> emission_;            // of each ideograph
};

}  // namespace loci
