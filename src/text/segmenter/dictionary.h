#pragma once

/// The words that a segmenter knows, as a trie of ideographs.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/segmenter/ideograph.h"
#include "text/segmenter/word_lines.h"

namespace loci {

class Dictionary {
 public:
  using Node = uint32_t;
  static constexpr Node kRoot = 0;

  /// Longer words are skipped, so that looking for the words at one place takes constant time.
  static constexpr size_t kMaxWordLength = 64;  // characters

  Dictionary();

  /// Reads the lines of a file. A word that comes again has its last frequency. Skipped and counted
  /// are lines that are no entry (WordLines), and words that are too long or not UTF-8.
  ///
  /// A user's word without a frequency gets one at which it is not cut into those known so far; a
  /// user's frequency of 0 takes a word away.
  void read(std::string_view text, WordLines::Kind kind);

  size_t accepted() const { return accepted_; }  // lines
  size_t skipped() const { return skipped_; }

  /// The sum of the frequencies, as jieba counts: a word that comes again counts each time, and one
  /// that holds other characters counts too, though no text is cut by it.
  uint64_t total() const { return total_; }

  /// How often the word `text`, made of ideographs alone, was seen; 0: it is none.
  uint32_t frequency(std::string_view text) const;

  /// Whether the user took the word away. A model must not join it then.
  bool is_taken_away(std::string_view text) const;

  /// The words of `text`, made of ideographs alone: for each character at which a word of the best
  /// path begins, how many characters it has (what stands at the others has no meaning). A
  /// character that no word begins with is one by itself. Needs total() > 0; takes linear time.
  std::vector<uint8_t> best_path(std::string_view text) const;

 private:
  struct Edge {
    Node parent;
    uint32_t frequency;  // of the word that ends with this edge; 0: none does
    uint16_t ideograph;
    bool taken_away;
  };

  bool put(std::string_view word, uint32_t frequency, bool by_user);
  uint32_t suggest_frequency(std::string_view word) const;

  Node find(std::string_view text) const;
  Edge& add(std::string_view word);  // the last of its edges, made where they were not there
  Node step(Node node, uint16_t ideograph) const;
  Node step_or_add(Node node, uint16_t ideograph);
  size_t slot_of(Node parent, uint16_t ideograph) const;
  void grow();

  std::vector<Edge> nodes_;  // each by the edge that leads to it
  std::vector<Node> slots_;  // a hash table of nodes, by parent and ideograph; kRoot: free
  uint64_t total_ = 0;
  size_t accepted_ = 0;
  size_t skipped_ = 0;
};

}  // namespace loci
