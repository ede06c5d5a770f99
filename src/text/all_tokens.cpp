// Tested by tests/text/all_tokens_test.cpp.

#include "text/all_tokens.h"

#include <vector>

#include "text/tokenizer.h"
#include "text/word_grams.h"

namespace loci {
namespace {

// Appends what a word is compared by. All terms are views of the marked word.
class WordCutter {
 public:
  WordCutter(const Token& token, TokenBuffer& out) : word_(token), out_(out) {
    out.terms += '<';
    word_.term_offset = static_cast<uint32_t>(out.terms.size());
    out.terms.append(out.terms, token.term_offset, token.term_length);
    out.terms += '>';
  }

  void emit_form() {
    const std::string_view beginning = form_beginning(out_.term(word_));
    if (beginning.empty() || beginning.size() == word_.term_length) return;
    form_length_ = static_cast<uint32_t>(beginning.size());
    emit(word_.term_offset, form_length_, TokenKind::kForm);
  }

  // A short word is a gram of its own, and so can its beginning be.
  void emit_grams() {
    const uint32_t base = word_.term_offset - 1;
    each_gram(out_.term(word_), [&](const WordGram& gram) {
      const uint32_t length = gram.end - gram.start;
      const bool given = length == word_.term_length || length == form_length_;
      if (gram.start != 1 || !given) emit(base + gram.start, length, TokenKind::kGram);
    });
  }

 private:
  void emit(uint32_t offset, uint32_t length, TokenKind kind) {
    Token part = word_;
    part.term_offset = offset;
    part.term_length = length;
    part.kind = kind;
    out_.tokens.push_back(part);
  }

  Token word_;
  uint32_t form_length_ = 0;  // of the form that was given
  TokenBuffer& out_;
};

}  // namespace

void tokenize_all(std::string_view text, const Analyzer& analyzer, TokenBuffer& out) {
  const size_t first = out.tokens.size();
  tokenize(text, analyzer, out);
  const bool reference = analyzer.profile == Profile::kReference;
  if (reference || analyzer.forms == Forms::kOff) return;
  const std::vector<Token> tokens(out.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                  out.tokens.end());
  out.tokens.resize(first);
  for (const Token& token : tokens) {
    out.tokens.push_back(token);
    if (token.shape != TokenShape::kWhole || !may_have_forms(out.term(token))) continue;
    WordCutter cutter(token, out);
    if (has_stems(analyzer.forms)) cutter.emit_form();
    if (has_grams(analyzer.forms)) cutter.emit_grams();
  }
}

}  // namespace loci
