#pragma once

/// The first code points of a text by number, and which of them belong together.

#include <cstdint>
#include <string_view>
#include <vector>

namespace loci {

/// Where each of the first code points of a text starts. Bad bytes count as utf8::next() steps over
/// them.
class CodePoints {
 public:
  /// Reads at most `most` code points of `text`, which must outlive this.
  CodePoints(std::string_view text, uint32_t most);

  uint32_t size() const { return static_cast<uint32_t>(bytes_.size()) - 1; }

  /// The code point `at`, less than size().
  char32_t operator[](uint32_t at) const;

  /// Where code point `at` starts; for size(), where the last one ends.
  uint32_t byte_of(uint32_t at) const { return bytes_[at]; }

  /// The code point that starts at `byte`, or size() when that is where the last one ends.
  uint32_t index_of(uint32_t byte) const;

  std::string_view slice(uint32_t start, uint32_t end) const {
    return text_.substr(bytes_[start], bytes_[end] - bytes_[start]);
  }

  /// Whether a reader sees a new character start at `at` (0 to size(); both of these are starts):
  /// the grapheme clusters of UAX #29, decided by rules instead of tables. Stays whole: a letter
  /// with its marks, conjuncts of Indic scripts, syllables of jamo, emoji with modifiers and
  /// joiners, flags, CR LF. Takes time in the flags before `at`, else constant time.
  bool starts_cluster(uint32_t at) const;

 private:
  std::string_view text_;
  std::vector<uint32_t> bytes_;
};

}  // namespace loci
