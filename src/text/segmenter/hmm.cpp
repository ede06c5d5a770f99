// Each character of a word is its begin, middle or end, or a word by itself. Viterbi's algorithm
// finds the likeliest row of such states: for each character and state the best way there, which
// comes from the best way to one of the two states that may stand before it.
//
// Tested by tests/text/segmenter_test.cpp, and against jieba's own results by
// tests/js/segmenter.test.js.

#include "text/segmenter/hmm.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/decimal.h"
#include "text/lines.h"
#include "text/segmenter/ideograph.h"

namespace loci {
namespace {

constexpr double kNever = -3.14e100;  // the logarithm of no probability at all, as jieba writes it

using State = HmmModel::State;
using Before = std::array<State, 2>;

// Which states may stand before each, in the order of State.
constexpr std::array<Before, HmmModel::kStates> kBefore = {
    Before{HmmModel::kEnd, HmmModel::kSingle},
    Before{HmmModel::kBegin, HmmModel::kMiddle},
    Before{HmmModel::kBegin, HmmModel::kMiddle},
    Before{HmmModel::kEnd, HmmModel::kSingle},
};

std::optional<double> logarithm_of(std::string_view text) {
  const auto [value, length] = parse_decimal(text);
  if (length == 0 || length != text.size() || !std::isfinite(value) || value > 0) {
    return std::nullopt;
  }
  return value;
}

// Takes what stands before the next `mark`, and the mark.
std::string_view take_until(char mark, std::string_view& text) {
  const std::string_view taken = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

std::string_view without_blanks(std::string_view line) {
  const size_t start = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(start, line.find_last_not_of(" \t") + 1 - start);
}

Failure no_model(size_t line) {
  return invalid_argument(
      {"hmm is no model of jieba's: line ", line, " is missing or cannot be read"});
}

bool is_one_character(std::string_view text) {
  if (text.empty()) return false;
  return utf8::next(text.data(), text.data() + text.size()).length == text.size();
}

bool read_row(std::string_view line, std::array<double, HmmModel::kStates>& row) {
  for (double& number : row) {
    const auto logarithm = logarithm_of(take_until(' ', line));
    if (!logarithm) return false;
    number = *logarithm;
  }
  return line.empty();
}

bool read_emissions(std::string_view line, State state,
                    std::vector<std::array<double, HmmModel::kStates>>& emission) {
  while (!line.empty()) {
    std::string_view pair = take_until(',', line);
    const std::string_view character = take_until(':', pair);
    const auto logarithm = logarithm_of(pair);
    if (!logarithm || !is_one_character(character)) return false;
    if (ideograph::end_of_run(character, 0) == 0) continue;
    emission[ideograph::number_at(character, 0)][state] = *logarithm;
  }
  return true;
}

}  // namespace

Status HmmModel::read(std::string_view text) {
  emission_.assign(ideograph::kCount, {kNever, kNever, kNever, kNever});
  constexpr size_t kRows = 1 + kStates + kStates;
  size_t row = 0;
  size_t number = 0;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  LineReader lines(text);
  for (Line line; lines.next(line);) {
    ++number;
    const std::string_view content = without_blanks(line.content);
    if (content.empty() || content.starts_with('#')) continue;
    if (row == kRows || !read_line(row++, content)) return no_model(number);
  }
  if (row < kRows) return no_model(number + 1);
  return Ok{};
}

bool HmmModel::read_line(size_t row, std::string_view line) {
  if (row == 0) return read_row(line, start_);
  if (row <= kStates) return read_row(line, transition_[row - 1]);
  return read_emissions(line, static_cast<State>(row - 1 - kStates), emission_);
}

void HmmModel::cut(std::string_view text, FunctionRef<void(size_t, size_t)> visit) const {
  const std::vector<State> states = likeliest_states(text);
  size_t start = 0;
  for (size_t i = 0; i < states.size(); ++i) {
    if (states[i] == kBegin || states[i] == kMiddle) continue;
    const size_t end = (i + 1) * ideograph::kBytes;
    visit(start, end);
    start = end;
  }
}

std::vector<HmmModel::State> HmmModel::likeliest_states(std::string_view text) const {
  const size_t count = text.size() / ideograph::kBytes;
  std::vector<std::array<State, kStates>> before(count);  // on the best way to each state
  Row best = start_;
  for (size_t i = 0; i < count; ++i) {
    const Row& emission = emission_[ideograph::number_at(text, i * ideograph::kBytes)];
    Row next;
    for (size_t state = 0; state < kStates; ++state) {
      if (i == 0) {
        next[state] = start_[state] + emission[state];
        continue;
      }
      const auto [first, second] = kBefore[state];
      const double by_first = best[first] + transition_[first][state] + emission[state];
      const double by_second = best[second] + transition_[second][state] + emission[state];
      before[i][state] = by_first > by_second ? first : second;
      next[state] = std::max(by_first, by_second);
    }
    best = next;
  }
  std::vector<State> states(count);
  State state = best[kEnd] > best[kSingle] ? kEnd : kSingle;
  for (size_t i = count; i-- > 0;) {
    states[i] = state;
    state = before[i][state];
  }
  return states;
}

}  // namespace loci
