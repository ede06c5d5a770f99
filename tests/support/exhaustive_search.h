#pragma once

/// The slow, obvious search: documents as lists of words, every one scored and all sorted. What the
/// index and its pruned search are compared with.

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "index/bm25.h"

namespace loci::test {

struct PlainDocument {
  std::string category;
  int64_t time = 0;
  std::vector<std::string> terms;
};

struct PlainHit {
  int64_t id;
  double score;
  bool operator==(const PlainHit&) const = default;
};

struct PlainForm {
  std::string term;
  int sixteenths;
};

struct PlainTerm {
  std::string term;
  double weight = 1;
  std::vector<PlainForm> forms = {};  // count as parts of an occurrence of the term
};

class ExhaustiveSearch {
 public:
  std::map<int64_t, PlainDocument> documents;

  std::vector<PlainHit> top_k(const std::vector<PlainTerm>& query, size_t k, auto accepts) const {
    const Bm25 bm25({}, documents.size(), average_length());
    std::vector<double> weights;
    for (const PlainTerm& term : query) weights.push_back(worth(term));
    std::vector<PlainHit> hits;
    for (const auto& [id, document] : documents) {
      double score = 0;
      for (size_t i = 0; i < query.size(); ++i) {
        const double tf = frequency(query[i], document);
        if (tf == 0) continue;
        score += weights[i] * bm25.term_part(tf, static_cast<uint32_t>(document.terms.size()));
      }
      if (score > 0 && accepts(document)) hits.push_back({id, score});
    }
    std::sort(hits.begin(), hits.end(), [this](const PlainHit& a, const PlainHit& b) {
      if (a.score != b.score) return a.score > b.score;
      const std::string& first = documents.at(a.id).category;
      const std::string& second = documents.at(b.id).category;
      return first != second ? first < second : a.id < b.id;
    });
    if (hits.size() > k) hits.resize(k);
    return hits;
  }

  /// weight x idf.
  double worth(const PlainTerm& term) const {
    return term.weight * Bm25({}, documents.size(), 1).idf(document_frequency(term));
  }

  /// What a document of average length would score that holds each term once.
  double full_score(const std::vector<PlainTerm>& query) const {
    double full = 0;
    for (const PlainTerm& term : query) full += worth(term);
    return full;
  }

 private:
  double average_length() const {
    double total = 0;
    for (const auto& [id, document] : documents)
      total += static_cast<double>(document.terms.size());
    return documents.empty() ? 0 : total / static_cast<double>(documents.size());
  }

  static double frequency(const PlainTerm& term, const PlainDocument& document) {
    const auto count = [&](const std::string& word) {
      return std::count(document.terms.begin(), document.terms.end(), word);
    };
    auto sixteenths = 16 * count(term.term);
    for (const PlainForm& form : term.forms) sixteenths += form.sixteenths * count(form.term);
    return static_cast<double>(sixteenths) / 16;
  }

  uint32_t document_frequency(const PlainTerm& term) const {
    return static_cast<uint32_t>(
        std::count_if(documents.begin(), documents.end(),
                      [&](const auto& entry) { return frequency(term, entry.second) > 0; }));
  }
};

}  // namespace loci::test
