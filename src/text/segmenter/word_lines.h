#pragma once

/// Reads the lines of a dictionary file.

#include <cstdint>
#include <optional>
#include <string_view>

namespace loci {

/// A line with something in it. `word` is not empty, and a view into the text; it may be anything
/// without blanks.
struct WordLine {
  std::string_view word;
  std::optional<uint32_t> frequency;
  bool is_entry;  // whether the rest of the line is as it should be
};

/// Gives the lines of a text that are not empty. Lines end with `\n`, a `\r` before it is a blank,
/// and a byte order mark in front is nothing.
class WordLines {
 public:
  static constexpr uint32_t kMaxFrequency = 1'000'000'000;

  /// Who wrote them: a dictionary has `word frequency` and whatever follows, a user
  /// `word [frequency] [tag]`. A frequency is a number from 0 to kMaxFrequency.
  enum class Kind { kDictionary, kUser };

  WordLines(std::string_view text, Kind kind);

  /// Stores the next line and says true, or says false at the end.
  bool next(WordLine& line);

 private:
  std::string_view rest_;
  Kind kind_;
};

}  // namespace loci
