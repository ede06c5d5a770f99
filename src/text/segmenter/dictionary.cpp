// A trie whose edges lie in one hash table: 20 bytes a node all in all, built in one pass over the
// file, and one look-up a character. jieba keeps the same in a dict of all prefixes.
//
// The best path has the greatest product of word frequencies. From the last character to the first,
// the best path from there on is the best of each word that begins there and the path behind it.
// Every sum is made in the order in which Python makes it, so that ties stay ties.
//
// Tested by tests/text/segmenter_test.cpp against an obvious segmenter, by
// tests/fuzz/segmenter_fuzz.cpp, and against jieba's own results by tests/js/segmenter.test.js.

#include "text/segmenter/dictionary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "base/math.h"

namespace loci {
namespace {

constexpr size_t kFirstSlots = 1024;
constexpr size_t kMaxFields = 4;

// The first fields of a line.
struct Fields {
  std::array<std::string_view, kMaxFields> at;
  size_t count = 0;
};

Fields split(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  Fields fields;
  for (size_t at = 0; fields.count < kMaxFields;) {
    while (at < line.size() && kBlanks.find(line[at]) != std::string_view::npos) ++at;
    if (at == line.size()) break;
    const size_t start = at;
    while (at < line.size() && kBlanks.find(line[at]) == std::string_view::npos) ++at;
    fields.at[fields.count++] = line.substr(start, at - start);
  }
  return fields;
}

std::optional<uint32_t> frequency_of(std::string_view digits) {
  uint64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<uint64_t>(c - '0');
    if (value > Dictionary::kMaxFrequency) return std::nullopt;
  }
  return static_cast<uint32_t>(value);
}

bool is_tag(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_ideographs(std::string_view text) { return ideograph::end_of_run(text, 0) == text.size(); }

// The fields of each line that has some.
template <typename Visit>
void each_line(std::string_view lines, Visit visit) {
  if (lines.starts_with("\xEF\xBB\xBF")) lines.remove_prefix(3);
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    const Fields fields = split(lines.substr(0, end));
    if (fields.count > 0) visit(fields);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

}  // namespace

Dictionary::Dictionary() : nodes_(1), slots_(kFirstSlots, kRoot) {}

void Dictionary::read_words(std::string_view lines) {
  each_line(lines, [this](const Fields& fields) {
    const auto frequency = fields.count > 1 ? frequency_of(fields.at[1]) : std::nullopt;
    const bool taken = frequency && put(fields.at[0], *frequency, false);
    ++(taken ? accepted_ : skipped_);
  });
}

void Dictionary::read_user_words(std::string_view lines) {
  each_line(lines, [this](const Fields& fields) {
    auto frequency = fields.count > 1 ? frequency_of(fields.at[1]) : std::nullopt;
    const bool known =
        frequency || fields.count == 1 || (fields.count == 2 && is_tag(fields.at[1]));
    if (!frequency) frequency = suggest_frequency(fields.at[0]);
    const bool taken = known && fields.count < kMaxFields && put(fields.at[0], *frequency, true);
    ++(taken ? accepted_ : skipped_);
  });
}

bool Dictionary::put(std::string_view word, uint32_t frequency, bool by_user) {
  if (!is_ideographs(word)) {
    if (!utf8::is_valid(word)) return false;
    total_ += frequency;
    return true;
  }
  if (word.size() > kMaxWordLength * ideograph::kBytes) return false;
  Node node = kRoot;
  for (size_t at = 0; at < word.size(); at += ideograph::kBytes) {
    node = step_or_add(node, ideograph::number_at(word, at));
  }
  nodes_[node].frequency = frequency;
  nodes_[node].taken_away |= by_user && frequency == 0;
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
  return static_cast<uint32_t>(std::min<uint64_t>(std::max(suggested, known), kMaxFrequency));
}

std::vector<uint8_t> Dictionary::best_path(std::string_view text) const {
  const size_t count = text.size() / ideograph::kBytes;
  const double log_total = natural_log(static_cast<double>(total_));
  std::vector<double> best(count + 1, 0);  // of the path from each character on
  std::vector<uint8_t> length(count, 0);   // of its first word
  for (size_t at = count; at-- > 0;) {
    Node node = kRoot;
    for (size_t end = at; end < count;) {
      node = step(node, ideograph::number_at(text, end * ideograph::kBytes));
      if (node == kRoot) break;
      ++end;
      const uint32_t frequency = nodes_[node].frequency;
      if (frequency == 0) continue;
      const double score = natural_log(frequency) - log_total + best[end];
      if (length[at] > 0 && score < best[at]) continue;
      best[at] = score;
      length[at] = static_cast<uint8_t>(end - at);
    }
    if (length[at] > 0) continue;
    best[at] = 0 - log_total + best[at + 1];
    length[at] = 1;
  }
  return length;
}

uint32_t Dictionary::frequency(std::string_view text) const { return nodes_[find(text)].frequency; }

bool Dictionary::is_taken_away(std::string_view text) const {
  return nodes_[find(text)].taken_away;
}

// kRoot where no word begins with `text`: the root has no frequency either.
Dictionary::Node Dictionary::find(std::string_view text) const {
  Node node = kRoot;
  for (size_t at = 0; at < text.size(); at += ideograph::kBytes) {
    node = step(node, ideograph::number_at(text, at));
    if (node == kRoot) break;
  }
  return node;
}

Dictionary::Node Dictionary::step(Node node, uint16_t ideograph) const {
  return slots_[slot_of(node, ideograph)];
}

Dictionary::Node Dictionary::step_or_add(Node node, uint16_t ideograph) {
  const size_t slot = slot_of(node, ideograph);
  if (slots_[slot] != kRoot) return slots_[slot];
  const auto added = static_cast<Node>(nodes_.size());
  nodes_.push_back({node, 0, ideograph, false});
  slots_[slot] = added;
  if (nodes_.size() * 2 > slots_.size()) grow();
  return added;
}

// The slot of that edge, or the free one where it belongs.
size_t Dictionary::slot_of(Node parent, uint16_t ideograph) const {
  const auto key = parent * static_cast<uint32_t>(ideograph::kCount) + ideograph;
  size_t slot = (key * 0x9E3779B1u) >> std::countl_zero(static_cast<uint32_t>(slots_.size() - 1));
  while (true) {
    const Node node = slots_[slot];
    if (node == kRoot) return slot;
    if (nodes_[node].parent == parent && nodes_[node].ideograph == ideograph) return slot;
    slot = (slot + 1) & (slots_.size() - 1);
  }
}

void Dictionary::grow() {
  slots_.assign(slots_.size() * 2, kRoot);
  for (Node node = 1; node < nodes_.size(); ++node) {
    slots_[slot_of(nodes_[node].parent, nodes_[node].ideograph)] = node;
  }
}

}  // namespace loci
