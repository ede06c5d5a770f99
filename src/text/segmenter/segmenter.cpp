// The dictionary gives the best path. What it leaves as single characters, side by side, may be a
// word that no dictionary has, a name for instance: the model cuts that. The one oddity is jieba's:
// where the characters together are a word of the dictionary (which the path had reason not to
// take), they stay single.
//
// Tested by tests/text/segmenter_test.cpp against an obvious segmenter, by
// tests/fuzz/segmenter_fuzz.cpp, and against jieba's own results by tests/js/segmenter.test.js.

#include "text/segmenter/segmenter.h"

#include "base/utf8.h"
#include "text/segmenter/ideograph.h"

namespace loci {
namespace {

void cut_characters(size_t start, size_t end, Segmenter::Visitor visit) {
  for (; start < end; start += ideograph::kBytes) visit(start, start + ideograph::kBytes);
}

}  // namespace

Result<std::unique_ptr<Segmenter>> Segmenter::load(const SegmenterFiles& files) {
  std::unique_ptr<Segmenter> segmenter(new Segmenter);
  if (files.hmm) LOCI_TRY(segmenter->hmm_.emplace().read(*files.hmm));
  segmenter->dictionary_.read(files.words, WordLines::Kind::kDictionary);
  if (files.user) segmenter->dictionary_.read(*files.user, WordLines::Kind::kUser);
  return segmenter;
}

void Segmenter::segment(std::string_view run, Visitor visit) const {
  for (size_t at = 0; at < run.size();) {
    const size_t end = ideograph::end_of_run(run, at);
    if (end > at) {
      cut_block(run, at, end, visit);
      at = end;
    } else {
      const size_t length = utf8::next(run.data() + at, run.data() + run.size()).length;
      visit(at, at + length);
      at += length;
    }
  }
}

// Cuts [start, end) of the run, which is made of ideographs alone.
void Segmenter::cut_block(std::string_view run, size_t start, size_t end, Visitor visit) const {
  const std::vector<uint8_t> path = dictionary_.best_path(run.substr(start, end - start));
  size_t singles = start;  // where the single characters begin that end at `at`
  size_t at = start;
  for (size_t i = 0; i < path.size(); i += path[i]) {
    const size_t word_end = at + path[i] * ideograph::kBytes;
    if (path[i] > 1) {
      cut_singles(run, singles, at, visit);
      visit(at, word_end);
      singles = word_end;
    }
    at = word_end;
  }
  cut_singles(run, singles, end, visit);
}

void Segmenter::cut_singles(std::string_view run, size_t start, size_t end, Visitor visit) const {
  const std::string_view stretch = run.substr(start, end - start);
  if (!hmm_ || stretch.size() <= ideograph::kBytes || dictionary_.frequency(stretch) > 0) {
    return cut_characters(start, end, visit);
  }
  hmm_->cut(stretch, [&](size_t from, size_t to) {
    if (dictionary_.is_taken_away(stretch.substr(from, to - from))) {
      cut_characters(start + from, start + to, visit);
    } else {
      visit(start + from, start + to);
    }
  });
}

}  // namespace loci
