#pragma once

/// Cuts Chinese text into words, as Python jieba 0.42.1 does in accurate mode.
///
///   Segmenter::load({.words = "南京 20\n长江 9\n大桥 9\n长江大桥 3\n"})
///   南京长江大桥   ->   南京 长江大桥

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "base/function_ref.h"
#include "base/result.h"
#include "text/segmenter/dictionary.h"
#include "text/segmenter/hmm.h"

namespace loci {

/// The bytes of the files that a segmenter is made from. Read while it loads and not kept.
struct SegmenterFiles {
  std::string_view words;                // `word frequency [tag]` in each line
  std::optional<std::string_view> hmm;   // cppjieba's hmm_model.utf8; none: single characters stay
  std::optional<std::string_view> user;  // `word [frequency] [tag]` in each line; goes before words
};

class Segmenter {
 public:
  /// A word that was found: the bytes [start, end) of the run.
  using Visitor = FunctionRef<void(size_t start, size_t end)>;

  /// Lines that are no entry are skipped and counted (text/segmenter/dictionary.h says which). A
  /// model that cannot be read is `invalid_argument`.
  static Result<std::unique_ptr<Segmenter>> load(const SegmenterFiles& files);

  /// False where no line gave a word: every character would then be a word by itself.
  bool usable() const { return dictionary_.total() > 0; }

  size_t word_count() const { return dictionary_.accepted(); }    // lines taken, of both files
  size_t skipped_count() const { return dictionary_.skipped(); }  // lines not taken

  /// Gives the words of `run` from left to right, without a gap. Only U+4E00–9FD5 makes words;
  /// every other character is a word by itself, and so is a bad byte. Time and memory are linear in
  /// the run. Needs usable().
  void segment(std::string_view run, Visitor visit) const;

 private:
  Segmenter() = default;

  void cut_block(std::string_view run, size_t start, size_t end, Visitor visit) const;
  void cut_singles(std::string_view run, size_t start, size_t end, Visitor visit) const;

  Dictionary dictionary_;
  std::optional<HmmModel> hmm_;
};

}  // namespace loci
