// Filling a dictionary: compiled for size, while looking up (dictionary.cpp) is compiled for speed.
//
// Tested by tests/text/segmenter_test.cpp and tests/fuzz/segmenter_fuzz.cpp.

#include <algorithm>

#include "text/segmenter/dictionary.h"

namespace loci {
namespace {

bool is_ideographs(std::string_view text) { return ideograph::end_of_run(text, 0) == text.size(); }

}  // namespace

void Dictionary::read(std::string_view text, WordLines::Kind kind) {
  WordLines lines(text, kind);
  const bool by_user = kind == WordLines::Kind::kUser;
  for (WordLine line; lines.next(line);) {
    const bool taken =
        line.is_entry &&
        put(line.word, line.frequency ? *line.frequency : suggest_frequency(line.word), by_user);
    ++(taken ? accepted_ : skipped_);
  }
}

bool Dictionary::put(std::string_view word, uint32_t frequency, bool by_user) {
  if (!is_ideographs(word)) {
    if (!utf8::is_valid(word)) return false;
    total_ += frequency;
    return true;
  }
  if (word.size() > kMaxWordLength * ideograph::kBytes) return false;
  Edge& last = add(word);
  last.frequency = frequency;
  last.taken_away |= by_user && frequency == 0;
  total_ += frequency;
  return true;
}

// What jieba's suggest_freq() gives: more than the words that the word is cut into have together.
uint32_t Dictionary::suggest_frequency(std::string_view word) const {
  if (total_ == 0 || !is_ideographs(word)) return 1;
  const auto total = static_cast<double>(total_);
  const std::vector<uint8_t> path = best_path(word);
  double share = 1;
  for (size_t at = 0; at < path.size(); at += path[at]) {
    const size_t bytes = path[at] * ideograph::kBytes;
    const Node node = find(word.substr(at * ideograph::kBytes, bytes));
    share *= (node == kRoot ? 1 : nodes_[node].frequency) / total;
  }
  const auto suggested = static_cast<uint64_t>(share * total) + 1;
  const uint64_t known = find(word) == kRoot ? 1 : frequency(word);
  return static_cast<uint32_t>(
      std::min<uint64_t>(std::max(suggested, known), WordLines::kMaxFrequency));
}

}  // namespace loci
