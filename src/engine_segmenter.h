#pragma once

/// What Chinese is cut by in one memory: what its option `segmenter` asks for, and the dictionary
/// that was loaded.

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine_arguments.h"
#include "text/segmenter/segmenter.h"

namespace loci {

class SegmenterSetting {
 public:
  SegmenterSetting() = default;

  /// Reads the option: 'auto' is jieba where there is a dictionary, 'jieba' the same with a warning
  /// where there is none, 'bigram' never jieba.
  explicit SegmenterSetting(Fields& options);

  /// Loads the attached `words`, `hmm` and `user` of a dictionary. Only the fields are at fault.
  static Result<std::unique_ptr<Segmenter>> load(Fields& dictionary);

  /// Puts it in the place of the one before, which must not be in use any more.
  void take(std::unique_ptr<Segmenter> loaded) { loaded_ = std::move(loaded); }

  /// What texts are cut by; null: bigrams alone.
  const Segmenter* in_use() const { return usable(loaded_.get()); }
  /// What it would be with `loaded`.
  const Segmenter* usable(const Segmenter* loaded) const;

  /// The published name: 'jieba' or 'bigram'.
  std::string_view name() const { return in_use() != nullptr ? "jieba" : "bigram"; }

  /// Where bigrams serve though words were wanted.
  void warn_of_bigrams(std::vector<Warning>& warnings) const;
  /// Where lines of the dictionary were skipped.
  void warn_of_lines(std::vector<Warning>& warnings) const;

 private:
  enum class Choice { kAuto, kJieba, kBigram };

  Choice choice_ = Choice::kAuto;
  std::unique_ptr<Segmenter> loaded_;
};

}  // namespace loci
