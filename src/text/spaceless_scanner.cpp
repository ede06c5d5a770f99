// The run's characters are folded one behind the other into TokenBuffer::terms, so that a bigram is
// a view of two neighbours there and costs no copy:
//
//   ｶﾞ京都  ->  terms `ガ京都`, characters at 0 3 6, bigrams `ガ京` `京都`
//
// What composes with the character before it (voicing marks of kana, jamo) takes its place there.
// A segmenter reads the folded run, too, so a word is found in any width of its characters.
//
// Tested by tests/text/tokenizer_test.cpp.

#include "text/spaceless_scanner.h"

#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/segmenter/segmenter.h"
#include "text/unicode/unicode.h"

namespace loci {
namespace {

using unicode::Category;
using unicode::Script;

RunKind kind_of_script(Script script) {
  switch (script) {
    case Script::kHan:
    case Script::kHiragana:
    case Script::kKatakana:
      return RunKind::kCjk;
    case Script::kHangul:
      return RunKind::kHangul;
    case Script::kThai:
      return RunKind::kThai;
    case Script::kLao:
      return RunKind::kLao;
    case Script::kKhmer:
      return RunKind::kKhmer;
    case Script::kMyanmar:
      return RunKind::kMyanmar;
    default:
      return RunKind::kWord;
  }
}

char32_t first_of_fold(char32_t c) {
  char32_t folded[unicode::kMaxFold];
  unicode::fold(c, folded);
  return folded[0];
}

// Also the half-width voicing marks of kana, which Unicode counts among the letters.
bool folds_to_mark(char32_t c) { return unicode::category(first_of_fold(c)) == Category::kMark; }

// Letters and numbers of no script of their own go with what they fold to: U+32A3 with ideographs,
// the half-width prolonged sound mark with kana.
RunKind kind_by_fold(char32_t c) {
  const char32_t folded = first_of_fold(c);
  const auto [category, script] = unicode::properties(folded);
  if (category == Category::kMark || unicode::is_ignorable(c)) return RunKind::kNone;
  return unicode::is_cjk(folded, true) ? RunKind::kCjk : kind_of_script(script);
}

// One character of the run, with the marks it carries.
struct Character {
  size_t term_start;
  size_t start;  // in the text
  size_t end;
};

class Run {
 public:
  explicit Run(TokenBuffer& out) : out_(out) {}

  bool empty() const { return characters_.empty(); }

  void add(char32_t c, size_t start, size_t end) {
    char32_t folded[unicode::kMaxFold];
    const size_t count = unicode::fold(c, folded);
    for (size_t i = 0; i < count; ++i) add_folded(folded[i], start, end);
  }

  void emit_whole() {
    if (characters_.size() > 2) emit(0, characters_.size() - 1, TokenShape::kWhole);
  }

  void emit_bigrams() {
    if (characters_.size() == 1) emit(0, 0, TokenShape::kLoneCharacter);
    emit_bigrams(0, characters_.size());
  }

  // Each bigram, and the trigram that begins with it.
  void emit_bigrams_and_trigrams() {
    if (characters_.size() < 3) return emit_bigrams();
    for (size_t first = 0; first + 1 < characters_.size(); ++first) {
      emit_bigrams(first, first + 1);
      if (first + 2 < characters_.size()) emit(first, first + 2, TokenShape::kTrigram);
    }
  }

  // Each word, and the bigrams that begin in it.
  void emit_words_and_bigrams(const Segmenter& segmenter) {
    if (characters_.size() < 3) return emit_bigrams();
    const size_t base = characters_.front().term_start;
    size_t first = 0;
    segmenter.segment(std::string_view(out_.terms).substr(base), [&](size_t, size_t end) {
      size_t behind = first;
      while (behind < characters_.size() && characters_[behind].term_start < base + end) ++behind;
      if (behind - first > 2) emit(first, behind - 1, TokenShape::kDictionary);
      emit_bigrams(first, behind);
      first = behind;
    });
  }

 private:
  void add_folded(char32_t c, size_t start, size_t end) {
    const char32_t composed = empty() ? 0 : unicode::compose(last_, c);
    const bool mark = unicode::category(c) == Category::kMark;
    if (composed != 0) {
      out_.terms.resize(last_start_);
      c = composed;
      characters_.back().end = end;
    } else if (mark && !empty()) {
      characters_.back().end = end;
    } else {
      characters_.push_back({out_.terms.size(), start, end});
    }
    last_ = c;
    last_start_ = out_.terms.size();
    utf8::append(out_.terms, c);
  }

  // Those that begin in [first, behind).
  void emit_bigrams(size_t first, size_t behind) {
    for (; first < behind && first + 1 < characters_.size(); ++first) {
      emit(first, first + 1, TokenShape::kBigram);
    }
  }

  void emit(size_t first, size_t last, TokenShape shape) {
    const size_t term_start = characters_[first].term_start;
    const size_t term_end =
        last + 1 < characters_.size() ? characters_[last + 1].term_start : out_.terms.size();
    out_.tokens.push_back(
        {static_cast<uint32_t>(term_start), static_cast<uint32_t>(term_end - term_start),
         static_cast<uint32_t>(characters_[first].start),
         static_cast<uint32_t>(characters_[last].end),
         shape == TokenShape::kTrigram ? TokenKind::kGram : TokenKind::kWord, shape});
  }

  TokenBuffer& out_;
  std::vector<Character> characters_;
  char32_t last_ = 0;  // the last code point of terms, and where it begins
  size_t last_start_ = 0;
};

}  // namespace

RunKind run_kind(char32_t c) {
  if (unicode::is_cjk(c, true)) return RunKind::kCjk;
  const auto [category, script] = unicode::properties(c);
  if (category == Category::kOther || category == Category::kMark) return RunKind::kNone;
  if (category == Category::kDigit) return RunKind::kWord;
  return script == Script::kCommon ? kind_by_fold(c) : kind_of_script(script);
}

bool has_spelled_syllables(RunKind kind) {
  return kind >= RunKind::kThai && kind <= RunKind::kMyanmar;
}

size_t scan_spaceless_run(std::string_view text, size_t at, RunKind kind, const Analyzer& analyzer,
                          TokenBuffer& out) {
  Run run(out);
  while (at < text.size()) {
    const auto [c, length] = utf8::next(text.data() + at, text.data() + text.size());
    if (!unicode::is_ignorable(c)) {
      if (run_kind(c) != kind && !(folds_to_mark(c) && !run.empty())) break;
      run.add(c, at, at + length);
    }
    at += length;
  }
  if (kind == RunKind::kHangul) run.emit_whole();
  if (kind == RunKind::kCjk && analyzer.segmenter != nullptr) {
    run.emit_words_and_bigrams(*analyzer.segmenter);
  } else if (has_spelled_syllables(kind) && has_grams(analyzer.forms)) {
    run.emit_bigrams_and_trigrams();
  } else {
    run.emit_bigrams();
  }
  return at;
}

}  // namespace loci
