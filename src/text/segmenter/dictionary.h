#pragma once

/// The words that a segmenter knows, as a trie of ideographs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace loci {

/// The ideographs that jieba makes words of.
inline constexpr char32_t kFirstIdeograph = 0x4E00;
inline constexpr char32_t kLastIdeograph = 0x9FD5;
inline constexpr size_t kIdeographBytes = 3;  // of each in UTF-8

/// The number of the ideograph whose bytes begin at `at`, from 0 on; it must be one.
inline uint16_t ideograph_at(const char* at) {
  const auto byte = [at](size_t i) { return static_cast<uint32_t>(static_cast<uint8_t>(at[i])); };
  const uint32_t c = (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  return static_cast<uint16_t>(c - kFirstIdeograph);
}

/// How many bytes from `at` on are ideographs.
size_t ideographs_at(std::string_view text, size_t at);

class Dictionary {
 public:
  using Node = uint32_t;
  static constexpr Node kRoot = 0;

  /// Longer words are skipped, so that looking for the words at one place takes constant time.
  static constexpr size_t kMaxWordLength = 64;  // characters
  static constexpr uint32_t kMaxFrequency = 1'000'000'000;

  Dictionary();

  /// Reads lines of `word frequency [tag]`, separated by blanks. A word that comes again has its
  /// last frequency. Skipped and counted are lines without a frequency from 0 to kMaxFrequency, of
  /// another number of fields, with a word that is too long, or not UTF-8. Empty lines and a byte
  /// order mark count as nothing.
  void read_words(std::string_view lines);

  /// Reads lines of `word [frequency] [tag]`. A missing frequency becomes the least at which the
  /// word is not cut into those known so far. A frequency of 0 takes a word away.
  void read_user_words(std::string_view lines);

  size_t accepted() const { return accepted_; }
  size_t skipped() const { return skipped_; }

  /// The sum of the frequencies, as jieba counts: a word that comes again counts each time.
  uint64_t total() const { return total_; }

  /// The node for one more ideograph, if some word goes on that way.
  std::optional<Node> step(Node node, uint16_t ideograph) const;

  /// How often the word that ends at `node` was seen; 0: none does.
  uint32_t frequency(Node node) const { return nodes_[node].frequency; }

  /// The node at which `word`, made of ideographs alone, ends.
  std::optional<Node> find(std::string_view word) const;

  /// Whether the user took the word away (frequency 0): not even the model may join it.
  bool is_split(std::string_view word) const;

 private:
  struct Entry {
    Node parent;
    uint32_t frequency;
    uint16_t ideograph;
    bool split;
  };

  void read_line(std::string_view line, bool user);
  bool take(std::string_view word, std::optional<uint32_t> frequency);
  uint32_t suggest_frequency(std::string_view word) const;
  Node step_or_add(Node node, uint16_t ideograph);
  size_t slot_of(Node parent, uint16_t ideograph) const;
  void grow();

  std::vector<Entry> nodes_;
  std::vector<Node> slots_;  // a hash table of nodes by parent and ideograph; kRoot: free
  uint64_t total_ = 0;
  size_t accepted_ = 0;
  size_t skipped_ = 0;
};

}  // namespace loci
