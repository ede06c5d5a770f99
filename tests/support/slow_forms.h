#pragma once

/// The plain formulas of a search by words and their forms (retrieve/query_lists.h,
/// retrieve/weighted_lists.h): documents as lists of words, every one looked through for every
/// word. Which words are forms of which is told, not found.

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "index/bm25.h"

namespace loci::test {

/// A word of a query, asked for so often, and what else it is found by.
struct SlowTerm {
  std::string word;
  double occurrences = 1;
  bool is_function = false;
  std::map<std::string, double> forms;  // what an occurrence counts, in (0, 1)
};

class SlowForms {
 public:
  using Words = std::vector<std::string>;

  SlowForms(std::vector<Words> documents, std::vector<SlowTerm> query,
            Bm25Parameters parameters = {})
      : documents_(std::move(documents)), query_(std::move(query)) {
    double length = 0;
    for (const Words& words : documents_) length += static_cast<double>(words.size());
    bm25_ = Bm25(parameters, documents_.size(), length / static_cast<double>(documents_.size()));
    for (const SlowTerm& term : query_) weights_.push_back(weight(term));
  }

  /// Occurrences of the word itself and, as far as they count, of its forms.
  static double frequency(const SlowTerm& term, const Words& words) {
    double frequency = static_cast<double>(std::count(words.begin(), words.end(), term.word));
    for (const std::string& word : words) {
      if (const auto form = term.forms.find(word); form != term.forms.end()) {
        frequency += form->second;
      }
    }
    return frequency;
  }

  /// Documents that hold the word and half of those that hold a form of it, as far as that counts;
  /// all of them where none holds the word.
  double document_frequency(const SlowTerm& term) const {
    const auto holders = [&](const std::string& word) {
      return static_cast<double>(std::count_if(
          documents_.begin(), documents_.end(),
          [&](const Words& words) { return std::count(words.begin(), words.end(), word) > 0; }));
    };
    const double exact = holders(term.word);
    double df = exact;
    for (const auto& [form, counts] : term.forms) {
      df += (exact > 0 ? 0.5 : 1) * counts * holders(form);
    }
    return std::min(df, static_cast<double>(documents_.size()));
  }

  double weight(const SlowTerm& term) const {
    return term.occurrences * (term.is_function ? 0.1 : 1) * bm25_.idf(document_frequency(term));
  }

  /// What each word of the query gives to a document.
  std::vector<double> parts(size_t document) const {
    const Words& words = documents_[document];
    std::vector<double> parts;
    for (size_t i = 0; i < query_.size(); ++i) {
      const double tf = frequency(query_[i], words);
      const auto length = static_cast<uint32_t>(words.size());
      parts.push_back(tf > 0 ? weights_[i] * bm25_.term_part(tf, length) : 0);
    }
    return parts;
  }

  double score(size_t document) const {
    double score = 0;
    for (const double part : parts(document)) score += part;
    return score;
  }

  double coverage(size_t document) const {
    double covered = 0;
    double all = 0;
    for (size_t i = 0; i < query_.size(); ++i) {
      if (query_[i].is_function) continue;
      all += weights_[i];
      covered += weights_[i] * std::min(1.0, frequency(query_[i], documents_[document]));
    }
    return all == 0 ? 0 : covered / all;
  }

  std::set<std::string> matched(size_t document) const {
    std::set<std::string> matched;
    for (const SlowTerm& term : query_) {
      if (!term.is_function && frequency(term, documents_[document]) > 0) matched.insert(term.word);
    }
    return matched;
  }

 private:
  std::vector<Words> documents_;
  std::vector<SlowTerm> query_;
  Bm25 bm25_{{}, 0, 0};
  std::vector<double> weights_;  // of the query's words
};

}  // namespace loci::test
