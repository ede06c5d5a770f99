// Tested by tests/wiki/retriever_stretch_test.cpp, and by tests/wiki/retriever_oracle_test.cpp
// against plain formulas.

#include "wiki/stretches.h"

#include "text/tokenizer.h"

namespace loci {
namespace {

class Reader {
 public:
  Reader(const LexicalSearch& lexical, const RetrieveSources& sources)
      : stretch_(lexical.best_stretch()), sources_(sources) {}

  Result<double> held(Slot slot) {
    const uint32_t length = sources_.index.length(slot);
    if (length <= kToldByScore) return 0.0;
    LOCI_ASSIGN(stretch, best_of(slot, length));
    return (1 - double{kToldByScore} / length) * stretch;
  }

 private:
  Result<double> best_of(Slot slot, uint32_t length) {
    const BestStretch::All all = stretch_.of_all(slot);
    // Hardly a text has more tokens than bytes, so most of the long ones need not be fetched.
    if (all.terms <= 1 || length <= kStretchTokens || length > kStretchBytesOfText) return all.sum;
    if (left_ == 0) return all.sum;
    LOCI_ASSIGN(item, sources_.items.get(sources_.index.document(slot).id));
    const size_t bytes = item.name.size() + item.content.size();
    if (bytes > std::min(left_, kStretchBytesOfText)) return all.sum;
    left_ -= bytes;
    tokens_.clear();
    tokenize(item.name, sources_.analyzer, tokens_);
    tokenize(item.content, sources_.analyzer, tokens_);
    return stretch_.of(tokens_);
  }

  const BestStretch stretch_;
  const RetrieveSources& sources_;
  TokenBuffer tokens_;
  size_t left_ = kStretchBytesOfQuery;
};

}  // namespace

Result<std::vector<double>> read_stretches(const LexicalSearch& lexical,
                                           std::span<const ScoredSlot> best, size_t limit,
                                           const RetrieveSources& sources) {
  Reader reader(lexical, sources);
  std::vector<double> held;
  for (const ScoredSlot& one : best.first(std::min(best.size(), stretch_candidates(limit)))) {
    LOCI_ASSIGN(sum, reader.held(one.slot));
    held.push_back(sum);
  }
  return held;
}

}  // namespace loci
