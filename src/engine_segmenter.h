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

  /// Loads the attached `words`, `hmm` and `user` in the place of the dictionary before, which is
  /// gone then. An error is that of a field, and nothing has changed.
  Status load(Fields& dictionary);

  /// What was loaded, used or not; null: nothing.
  const Segmenter* loaded() const { return loaded_.get(); }
  /// What texts are cut by; null: bigrams alone.
  const Segmenter* in_use() const;

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
