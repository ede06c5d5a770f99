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

#include <bit>

#include "base/math.h"

namespace loci {
namespace {

constexpr size_t kFirstSlots = 1024;

}  // namespace

Dictionary::Dictionary() : nodes_(1), slots_(kFirstSlots, kRoot) {}

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

Dictionary::Edge& Dictionary::add(std::string_view word) {
  Node node = kRoot;
  for (size_t at = 0; at < word.size(); at += ideograph::kBytes) {
    node = step_or_add(node, ideograph::number_at(word, at));
  }
  return nodes_[node];
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
