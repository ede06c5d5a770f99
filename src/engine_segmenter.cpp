// Tested by tests/engine_segmenter_test.cpp and through the bindings by tests/js/segmenter.test.js.

#include "engine_segmenter.h"

#include <string>
#include <utility>

#include "base/json_writer.h"
#include "engine.h"
#include "engine_results.h"

namespace loci {

SegmenterSetting::SegmenterSetting(Fields& options) {
  const std::string word = options.choice("segmenter", {"auto", "jieba", "bigram"});
  if (word == "jieba") choice_ = Choice::kJieba;
  if (word == "bigram") choice_ = Choice::kBigram;
}

Result<std::unique_ptr<Segmenter>> SegmenterSetting::load(Fields& dictionary) {
  const auto words = dictionary.bytes("words");
  const auto hmm = dictionary.bytes("hmm");
  const auto user = dictionary.bytes("user");
  LOCI_TRY(dictionary.finish());
  if (!words) return dictionary.located(invalid_argument("words must be a Uint8Array"));
  auto loaded = Segmenter::load({*words, hmm, user});
  if (!loaded.ok()) return dictionary.located(loaded.error());
  return loaded;
}

const Segmenter* SegmenterSetting::usable(const Segmenter* loaded) const {
  if (choice_ == Choice::kBigram || loaded == nullptr || !loaded->usable()) return nullptr;
  return loaded;
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
  warnings.push_back({"lines_skipped", std::to_string(loaded_->skipped_count()) +
                                           " lines of the dictionary are no words with a frequency "
                                           "and were skipped"});
}

Reply Engine::load_segmenter(std::string_view text, int64_t) {
  LOCI_TRY(ready(Needs::kSoundStore));
  LOCI_ASSIGN(arguments, Arguments::parse(text, {"dictionary"}));
  LOCI_ASSIGN(fields, arguments.object(0));
  LOCI_ASSIGN(loaded, SegmenterSetting::load(fields));
  const auto words = static_cast<int64_t>(loaded->word_count());
  const auto skipped = static_cast<int64_t>(loaded->skipped_count());
  const Segmenter* now = segmenter_.usable(loaded.get());
  const bool changes = now != nullptr || segmenter_.in_use() != nullptr;
  wiki_->read_by({profile_, now});
  segmenter_.take(std::move(loaded));
  if (changes) LOCI_TRY(settle(wiki_->rebuild()));
  std::vector<Warning> warnings;
  segmenter_.warn_of_bigrams(warnings);
  segmenter_.warn_of_lines(warnings);
  JsonWriter out;
  out.begin_object().key("segmenter").text(segmenter_.name());
  out.key("words").integer(words).key("skipped").integer(skipped);
  write_warnings(out, warnings);
  out.end_object();
  return out.take();
}

}  // namespace loci
