// Tested by tests/text/tokenizer_test.cpp, tests/fuzz/tokenizer_fuzz.cpp, and against the vectors
// of the reference by tests/js/vectors.test.js.

#include "text/tokenizer.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/ascii.h"
#include "text/segmenter/segmenter.h"
#include "text/spaceless_scanner.h"
#include "text/unicode/unicode.h"
#include "text/word_scanner.h"

namespace loci {
namespace {

size_t end_of_ascii_word(std::string_view text, size_t at) {
  while (at < text.size() && ascii::is_alnum(text[at])) ++at;
  return at;
}

// The reference knows ASCII words and its three ranges of CJK, and takes them as they are.
class ReferenceTokenizer {
 public:
  ReferenceTokenizer(std::string_view text, const Segmenter* segmenter, TokenBuffer& out)
      : text_(text), segmenter_(segmenter), base_(out.terms.size()), out_(out) {
    ascii::append_lower(text, out.terms);
  }

  void run() {
    each_run([this](size_t start, size_t end) { emit(start, end, TokenShape::kWhole); },
             [](size_t, size_t) {});
    each_run([](size_t, size_t) {}, [this](size_t start, size_t end) { emit_cjk(start, end); });
  }

 private:
  template <typename Word, typename Cjk>
  void each_run(Word word, Cjk cjk) {
    for (size_t at = 0; at < text_.size();) {
      if (ascii::is_alnum(text_[at])) {
        const size_t end = end_of_ascii_word(text_, at);
        word(at, end);
        at = end;
      } else if (const size_t end = end_of_cjk(at); end > at) {
        cjk(at, end);
        at = end;
      } else {
        at += utf8::next(text_.data() + at, text_.data() + text_.size()).length;
      }
    }
  }

  size_t end_of_cjk(size_t at) const {
    while (at < text_.size()) {
      const auto [c, length] = utf8::next(text_.data() + at, text_.data() + text_.size());
      if (!unicode::is_cjk(c, false)) break;
      at += length;
    }
    return at;
  }

  void emit_cjk(size_t start, size_t end) {
    if (segmenter_ == nullptr) return emit_bigrams(start, end);
    segmenter_->segment(text_.substr(start, end - start), [&](size_t from, size_t to) {
      emit(start + from, start + to, TokenShape::kDictionary);
    });
  }

  // All three ranges take three bytes a character.
  void emit_bigrams(size_t start, size_t end) {
    if (end - start == 3) return emit(start, end, TokenShape::kLoneCharacter);
    for (size_t at = start; at + 6 <= end; at += 3) emit(at, at + 6, TokenShape::kBigram);
  }

  void emit(size_t start, size_t end, TokenShape shape) {
    out_.tokens.push_back({static_cast<uint32_t>(base_ + start), static_cast<uint32_t>(end - start),
                           static_cast<uint32_t>(start), static_cast<uint32_t>(end),
                           TokenKind::kWord, shape});
  }

  std::string_view text_;
  const Segmenter* segmenter_;
  size_t base_;
  TokenBuffer& out_;
};

void move_spaceless_behind(std::vector<Token>& tokens, size_t first) {
  std::vector<Token> spaceless;
  size_t kept = first;
  for (size_t i = first; i < tokens.size(); ++i) {
    if (is_spaced(tokens[i].shape)) {
      tokens[kept++] = tokens[i];
    } else {
      spaceless.push_back(tokens[i]);
    }
  }
  std::copy(spaceless.begin(), spaceless.end(), tokens.begin() + static_cast<std::ptrdiff_t>(kept));
}

void tokenize_default(std::string_view text, const Analyzer& analyzer, TokenBuffer& out) {
  const size_t first = out.tokens.size();
  const size_t lower = out.terms.size();
  ascii::append_lower(text, out.terms);
  bool spaceless = false;
  for (size_t at = 0; at < text.size();) {
    if (ascii::is_ascii(text[at])) {
      at = ascii::is_alnum(text[at]) ? scan_word_run(text, at, lower, out) : at + 1;
      continue;
    }
    const auto [c, length] = utf8::next(text.data() + at, text.data() + text.size());
    const RunKind kind = run_kind(c);
    if (kind == RunKind::kNone) {
      at += length;
    } else if (kind == RunKind::kWord) {
      at = scan_word_run(text, at, lower, out);
    } else {
      at = scan_spaceless_run(text, at, kind, analyzer, out);
      spaceless = true;
    }
  }
  if (spaceless) move_spaceless_behind(out.tokens, first);
}

bool counts_alone(char32_t c, Profile profile) {
  if (profile == Profile::kReference) return unicode::is_cjk(c, false);
  return unicode::is_cjk(c, true) || unicode::category(c) != unicode::Category::kOther;
}

// How many ASCII words begin in `text`: without branches, so that it is done in vectors.
uint64_t count_word_starts(std::string_view text) {
  uint32_t count = 0;
  uint8_t before = 0;
  for (const char c : text) {
    const uint8_t alnum = ascii::is_alnum_by_range(c);
    count += alnum & (before ^ 1);
    before = alnum;
  }
  return count;
}

}  // namespace

void tokenize(std::string_view text, const Analyzer& analyzer, TokenBuffer& out) {
  if (analyzer.profile == Profile::kReference) {
    ReferenceTokenizer(text, analyzer.segmenter, out).run();
  } else {
    tokenize_default(text, analyzer, out);
  }
}

uint64_t estimate_tokens(std::string_view text, Profile profile) {
  uint64_t count = count_word_starts(text);
  for (size_t at = 0; at < text.size();) {
    if (ascii::is_ascii(text[at])) {
      ++at;
      continue;
    }
    const auto [c, length] = utf8::next(text.data() + at, text.data() + text.size());
    count += counts_alone(c, profile) ? 1 : 0;
    at += length;
  }
  return count;
}

}  // namespace loci
