#pragma once

/// The BM25 formula of Robertson and Spärck Jones, as SPEC states it:
///
///   idf(t)       = ln(1 + (N - df + 0.5) / (df + 0.5))
///   part(t, d)   = tf * (k1 + 1) / (tf + k1 * (1 - b + b * length(d) / average))
///   score(q, d)  = sum over the distinct terms of q, in order of first appearance, of
///                  weight(t) * idf(t) * part(t, d),   weight = occurrences in q * weight of kind
///
/// Double precision throughout and one order of summation, so that a score depends on nothing but
/// the counts: not on pruning, not on the history of the index, not on the machine.

#include <cstdint>

#include "base/math.h"
#include "text/profile.h"

namespace loci {

struct Bm25Parameters {
  double k1 = 1.5;
  double b = 0.75;
};

/// Those of an index in each profile. The default's were fitted on questions of LoCoMo and XQuAD,
/// together with the likeness of forms and the best stretches, and not tried on others. They are
/// flat there: k1 0.8 to 1.0 and b 0.45 to 0.55, one changed at a time, find the same share of
/// answers in each of nine sets within 0.004, which is noise. All find more than the reference's.
constexpr Bm25Parameters bm25_parameters(Profile profile) {
  return profile == Profile::kDefault ? Bm25Parameters{0.9, 0.5} : Bm25Parameters{};
}

class Bm25 {
 public:
  /// `average_length` of an empty index is taken as 1; no document asks for it then.
  Bm25(Bm25Parameters parameters, uint64_t document_count, double average_length)
      : parameters_(parameters),
        document_count_(static_cast<double>(document_count)),
        average_length_(average_length > 0 ? average_length : 1) {}

  /// > 0 for every document frequency from 0 to N, which need not be whole.
  double idf(double df) const { return natural_log(1 + (document_count_ - df + 0.5) / (df + 0.5)); }

  /// In (0, k1 + 1); grows with the frequency and with the average length, falls with the length.
  /// `tf` > 0; a form of the term may count as less than one occurrence of it.
  double term_part(double tf, uint32_t length) const {
    return tf * (parameters_.k1 + 1) / (tf + length_norm(length));
  }

  double length_norm(uint32_t length) const {
    return parameters_.k1 * (1 - parameters_.b + parameters_.b * length / average_length_);
  }

  double document_count() const { return document_count_; }
  double average_length() const { return average_length_; }
  const Bm25Parameters& parameters() const { return parameters_; }

 private:
  Bm25Parameters parameters_;
  double document_count_;
  double average_length_;
};

}  // namespace loci
