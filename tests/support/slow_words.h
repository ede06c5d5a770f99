#pragma once

/// Questions to the slow references of the faces, as the formulas of support/slow_forms.h take
/// them. Texts are of plain words and of runs of two ideographs.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "support/slow_forms.h"
#include "support/slow_related_terms.h"
#include "text/analyzer.h"
#include "text/tokenizer.h"
#include "text/word_grams.h"

namespace loci::test {

/// The function words that questions are made with.
inline bool is_slow_function_word(const std::string& word) {
  return word == "the" || word == "what" || word == "did";
}

class SlowWords {
 public:
  explicit SlowWords(const Analyzer& analyzer) : analyzer_(analyzer) {}

  /// Adds a text to those whose words are looked at for forms.
  void add(const std::string& text) {
    for (const std::string& word : words_of(text)) {
      if (may_have_forms(word)) known_.insert(word);
    }
  }

  std::vector<std::string> words_of(const std::string& text) const {
    TokenBuffer buffer;
    tokenize(text, analyzer_, buffer);
    std::vector<std::string> words;
    for (const Token& token : buffer.tokens) words.emplace_back(buffer.term(token));
    return words;
  }

  /// The distinct words of a question, in order, with their weights and forms.
  std::vector<SlowTerm> terms_of(const std::string& question) const {
    const std::vector<std::string> asked = words_of(question);
    const bool has_content = !std::all_of(asked.begin(), asked.end(), is_slow_function_word);
    std::vector<SlowTerm> terms;
    for (const std::string& word : asked) {
      const double weight = is_default() && !is_ascii(word) ? 0.5 : 1;
      const auto known = std::find_if(terms.begin(), terms.end(),
                                      [&](const SlowTerm& term) { return term.word == word; });
      if (known != terms.end()) {
        known->occurrences += weight;
        continue;
      }
      const bool is_function = is_default() && has_content && is_slow_function_word(word);
      terms.push_back({word, weight, is_function, {}});
      if (!is_function) find_forms(terms.back());
    }
    return terms;
  }

  SlowForms formulas(std::vector<SlowForms::Words> texts, std::vector<SlowTerm> terms) const {
    return {std::move(texts), std::move(terms), bm25_parameters(analyzer_.profile)};
  }

 private:
  bool is_default() const { return analyzer_.profile == Profile::kDefault; }

  static bool is_ascii(const std::string& word) {
    return std::all_of(word.begin(), word.end(), [](char c) { return c >= 0; });
  }

  void find_forms(SlowTerm& term) const {
    if (analyzer_.forms == Forms::kOff || !may_have_forms(term.word)) return;
    for (const SlowRelative& form : slow_relatives(term.word, analyzer_.forms, known_)) {
      term.forms[form.term] = form.sixteenths / 16.0;
    }
  }

  Analyzer analyzer_;
  std::set<std::string> known_;
};

}  // namespace loci::test
