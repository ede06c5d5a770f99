// Tested by tests/engine_segmenter_test.cpp and through the bindings by tests/js/segmenter.test.js.

#include "engine_segmenter.h"

#include <string>
#include <utility>

#include "base/json_writer.h"
#include "engine.h"
#include "engine_results.h"

namespace loci {

SegmenterSetting::SegmenterSetting(Fields& options) {
  const std::string_view word = options.choice("segmenter", {"auto", "jieba", "bigram"});
  if (word == "jieba") choice_ = Choice::kJieba;
  if (word == "bigram") choice_ = Choice::kBigram;
}

Status SegmenterSetting::load(Fields& dictionary) {
  const auto words = dictionary.bytes("words");
  const auto hmm = dictionary.bytes("hmm");
  const auto user = dictionary.bytes("user");
  LOCI_TRY(dictionary.finish());
  if (!words) return dictionary.located(invalid_argument("words must be a Uint8Array"));
  auto loaded = Segmenter::load({*words, hmm, user});
  if (!loaded.ok()) return dictionary.located(loaded.take_failure());
  loaded_ = std::move(loaded.value());
  return Ok{};
}

const Segmenter* SegmenterSetting::in_use() const {
  const bool used = choice_ != Choice::kBigram && loaded_ && loaded_->usable();
  return used ? loaded_.get() : nullptr;
}

void SegmenterSetting::warn_of_bigrams(std::vector<Warning>& warnings) const {
  if (in_use() != nullptr || choice_ == Choice::kBigram) return;
  if (loaded_) {
    warnings.push_back({"no_dictionary", "the dictionary holds no word; bigrams serve instead"});
  } else if (choice_ == Choice::kJieba) {
    warnings.push_back({"no_dictionary",
                        "segmenter is jieba, and no dictionary was loaded; bigrams serve instead"});
  }
}

void SegmenterSetting::warn_of_lines(std::vector<Warning>& warnings) const {
  if (!loaded_ || loaded_->skipped_count() == 0) return;
  const size_t count = loaded_->skipped_count();
  warnings.push_back({"lines_skipped", std::to_string(count) + (count == 1 ? " line" : " lines") +
                                           " of the dictionary without a word and its frequency, "
                                           "skipped"});
}

Reply Engine::load_segmenter(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, "dictionary"));
  LOCI_ASSIGN(fields, arguments.object(0));
  const bool was_used = segmenter_.in_use() != nullptr;
  LOCI_TRY(segmenter_.load(fields));
  wiki_->read_by(analyzer());
  evidence_->read_by(analyzer());
  palace_->read_by(analyzer());
  if (was_used || segmenter_.in_use() != nullptr) LOCI_TRY(settle(wiki_->rebuild()));
  std::vector<Warning> warnings;
  segmenter_.warn_of_bigrams(warnings);
  segmenter_.warn_of_lines(warnings);
  JsonWriter out;
  out.begin_object().text("segmenter", segmenter_.name());
  out.integer("words", static_cast<int64_t>(segmenter_.loaded()->word_count()));
  out.integer("skipped", static_cast<int64_t>(segmenter_.loaded()->skipped_count()));
  return finish(out, warnings);
}

}  // namespace loci
